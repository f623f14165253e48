ALTER TABLE rag_segment DROP COLUMN vocabulary;
