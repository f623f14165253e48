DROP TABLE rag_def;
DROP TABLE rag_chunk;
