DROP TABLE rag_mention;
