-- How often other files name what a file declares: the sum, over the names of
-- several parts that no other file declares, of the other files that have them.
-- A file without a row has none. Written after a sweep; rows outlive an edit of
-- their file, and are at most one sweep behind.
CREATE TABLE rag_mention (
    file_id  bigint PRIMARY KEY,
    mentions int NOT NULL
);
