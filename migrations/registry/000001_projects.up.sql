-- The projects this database holds, as the last reconcile found them in
-- rag-projects.json. The name is also the schema.
CREATE TABLE project (
    name       text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9_]{0,39}$'),
    created_at timestamptz NOT NULL DEFAULT now()
);

-- The roots a project had when it was last reconciled, to notice the ones that
-- leave the configuration.
CREATE TABLE root (
    project text NOT NULL REFERENCES project ON DELETE CASCADE ON UPDATE CASCADE,
    repo    text NOT NULL,
    path    text NOT NULL,
    PRIMARY KEY (project, repo)
);

-- What every pass of the indexer did. Kept for status and the web page; a
-- sweep that found nothing to do updates the last row instead of adding one.
CREATE TABLE sweep (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project     text NOT NULL REFERENCES project ON DELETE CASCADE ON UPDATE CASCADE,
    started_at  timestamptz NOT NULL,
    finished_at timestamptz,
    cause       text NOT NULL, -- what started it: 'command', 'schedule', 'start', 'request'
    report      jsonb NOT NULL DEFAULT '{}',
    error       text NOT NULL DEFAULT ''
);

-- The newest sweep of a project.
CREATE INDEX sweep_by_project ON sweep (project, id DESC);
