-- The inverted index, in immutable segments. A sweep writes the words of the
-- files it stored as one segment; small segments are merged into larger ones.
-- A file is live in the segment its rag_file row names, and nowhere else.
CREATE TABLE rag_segment (
    id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    files     int NOT NULL,             -- files written to it, live or not
    documents bytea NOT NULL            -- file ids and field lengths, see package postings
);

-- One row a word and segment: in which files and chunks it occurs, how often,
-- in which field. A query reads (words of the query) x (segments) rows and
-- knows the exact score of every file.
CREATE TABLE rag_posting (
    segment int NOT NULL,
    word    text COLLATE "C" NOT NULL,
    list    bytea NOT NULL,             -- see package postings
    PRIMARY KEY (segment, word)
);
ALTER TABLE rag_posting ALTER COLUMN list SET STORAGE MAIN;
