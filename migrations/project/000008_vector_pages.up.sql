-- The vectors of a segment at four bits a dimension, in memory while they are
-- searched: the nearest of them are then compared by rag_embedding. Written once
-- every chunk of the segment has its vector; a segment without vectors has one
-- empty page.
CREATE TABLE rag_vector_page (
    model_id int NOT NULL REFERENCES rag_model ON DELETE CASCADE,
    segment  int NOT NULL REFERENCES rag_segment ON DELETE CASCADE,
    page     int NOT NULL,              -- numbered from 0 in a segment
    format   int NOT NULL,              -- version of the data; that of another one is not read
    vectors  int NOT NULL,
    files    bigint[] NOT NULL,         -- by vector: the chunk it is of
    numbers  int[] NOT NULL,
    texts    bytea NOT NULL,            -- and its text_sha, 32 bytes each
    data     bytea NOT NULL,            -- see package quantize
    PRIMARY KEY (model_id, segment, page)
);
ALTER TABLE rag_vector_page ALTER COLUMN texts SET STORAGE EXTERNAL;
ALTER TABLE rag_vector_page ALTER COLUMN data SET STORAGE EXTERNAL;

-- Where an index over a graph was built, nothing reads it any more.
DO $$
DECLARE graph text;
BEGIN
    FOR graph IN
        SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'rag\_embedding\_graph\_%'
    LOOP
        EXECUTE format('DROP INDEX %I', graph);
    END LOOP;
END $$;
