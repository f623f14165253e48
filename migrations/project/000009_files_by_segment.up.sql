-- After an edit a few files are in small segments: they are found without a pass over
-- all files.
CREATE INDEX rag_file_segment ON rag_file (segment);
