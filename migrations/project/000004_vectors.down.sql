DROP TABLE rag_embedding_refused;
DROP TABLE rag_embedding;
DROP TABLE rag_model;
