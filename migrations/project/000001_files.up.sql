-- Settings and state of the index itself: which model's vectors are live,
-- which one is being built beside it.
CREATE TABLE rag_meta (
    key   text PRIMARY KEY,
    value text NOT NULL
);

-- One row a file that is indexed. path is relative to the root of repo and at
-- most 1,024 bytes, well below what a B-tree key may have.
CREATE TABLE rag_file (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    repo       text NOT NULL,
    path       text NOT NULL,
    sha256     bytea NOT NULL,          -- of the bytes on disk
    mtime      timestamptz NOT NULL,
    size       bigint NOT NULL,         -- bytes on disk
    language   text NOT NULL,
    lines      int NOT NULL,
    version    int NOT NULL,            -- of chunker, extractors and tokenizer; another one means: index again
    segment    int NOT NULL,            -- where its words are, see rag_segment
    indexed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (repo, path)
);

-- The text of each file, once, decoded to UTF-8. Chunks and excerpts are spans
-- of it. Compressed always: code shrinks to about a third, and lz4 unpacks a
-- file faster than the page would be read.
CREATE TABLE rag_content (
    file_id bigint PRIMARY KEY REFERENCES rag_file ON DELETE CASCADE,
    content text COMPRESSION lz4 NOT NULL
);
ALTER TABLE rag_content SET (toast_tuple_target = 128);

-- Every file and directory that was seen and not indexed.
CREATE TABLE rag_skip (
    repo   text NOT NULL,
    path   text NOT NULL,
    reason text NOT NULL,
    detail text NOT NULL DEFAULT '',
    PRIMARY KEY (repo, path)
);
