DROP TABLE rag_skip;
DROP TABLE rag_content;
DROP TABLE rag_file;
DROP TABLE rag_meta;
