-- The models whose vectors are here. Vectors of a new model are built beside
-- the live ones; rag_meta says which model answers.
CREATE TABLE rag_model (
    id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider  text NOT NULL,
    name      text NOT NULL,
    digest    text NOT NULL,
    dimension int NOT NULL,
    prefixes  text NOT NULL,
    UNIQUE (provider, name, digest, dimension, prefixes)
);

-- A vector for each text that some chunk has, found by the hash of the text: a
-- chunk that moved within its file, or a copy of it, needs no new one. Kept in
-- the row: a scan of vectors held out of line is five times slower.
CREATE TABLE rag_embedding (
    model_id int NOT NULL REFERENCES rag_model ON DELETE CASCADE,
    text_sha bytea NOT NULL,
    vector   halfvec NOT NULL,
    PRIMARY KEY (model_id, text_sha)
);
ALTER TABLE rag_embedding ALTER COLUMN vector SET STORAGE MAIN;

-- Texts a model refused even alone and cut to the floor; not asked again
-- until the text or the model changes.
CREATE TABLE rag_embedding_refused (
    model_id int NOT NULL REFERENCES rag_model ON DELETE CASCADE,
    text_sha bytea NOT NULL,
    reason   text NOT NULL,
    PRIMARY KEY (model_id, text_sha)
);
