DROP TABLE rag_commit_file;
DROP TABLE rag_commit;
