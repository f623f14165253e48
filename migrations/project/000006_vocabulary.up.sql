-- The words of a segment that can be a form of another one, in memory while it
-- is searched: "retries" is found for "retry" without a look into the lists.
ALTER TABLE rag_segment ADD COLUMN vocabulary bytea NOT NULL DEFAULT ''; -- see package postings
ALTER TABLE rag_segment ALTER COLUMN vocabulary SET STORAGE EXTERNAL;
