DROP INDEX rag_file_segment;
