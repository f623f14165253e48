DROP TABLE rag_vector_page;
