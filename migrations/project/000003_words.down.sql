DROP TABLE rag_posting;
DROP TABLE rag_segment;
