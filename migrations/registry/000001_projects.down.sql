DROP TABLE sweep;
DROP TABLE root;
DROP TABLE project;
