-- The spans of a file that are ranked and returned, numbered from 0 in order.
-- text_sha names the text a model sees (header and content): the key of its
-- vector.
CREATE TABLE rag_chunk (
    file_id    bigint NOT NULL,
    number     int NOT NULL,
    start_line int NOT NULL,
    end_line   int NOT NULL,
    start_byte int NOT NULL,            -- into rag_content.content, in bytes of UTF-8
    end_byte   int NOT NULL,
    decl_start int NOT NULL,            -- lines of the whole enclosing declaration
    decl_end   int NOT NULL,
    symbol     text NOT NULL,
    kind       text NOT NULL,
    text_sha   bytea NOT NULL,
    PRIMARY KEY (file_id, number)
);

-- From a vector to the chunks that have its text; which texts still need one.
CREATE INDEX rag_chunk_by_text ON rag_chunk (text_sha);

-- The declarations of a file.
CREATE TABLE rag_def (
    file_id    bigint NOT NULL,
    number     int NOT NULL,
    name       text NOT NULL,
    scope      text NOT NULL,
    kind       text NOT NULL,
    signature  text NOT NULL,
    start_line int NOT NULL,
    end_line   int NOT NULL,
    doc_start  int NOT NULL,            -- 0 when it has no doc comment
    doc_end    int NOT NULL,
    PRIMARY KEY (file_id, number)
);

-- Definitions by name, whatever the case; the query compares the exact case
-- after.
CREATE INDEX rag_def_by_name ON rag_def (lower(name));
