-- Compares the inverted index with the obvious alternative, a GIN index over the
-- words of every chunk, on a project that is indexed:
--
--   make psql <tools/gin.sql          (project coderag)
--   psql "$URL" -v project=goroot -f tools/gin.sql
--
-- Words are split by SQL here, so there are fewer of them than the tokenizer
-- gives: the comparison favours GIN. Times are those psql prints.
\set QUIET on
\if :{?project} \else \set project coderag \endif
SET search_path = :"project", public;
SET work_mem = '256MB';
SET maintenance_work_mem = '512MB';
SET max_parallel_maintenance_workers = 0;

CREATE TEMP TABLE gin_chunk AS
SELECT c.file_id, c.number, w.words
FROM rag_chunk c
JOIN (SELECT file_id, convert_to(content, 'UTF8') AS bytes FROM rag_content OFFSET 0) t USING (file_id)
CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT left(lower(word), 64)) AS words
    FROM regexp_split_to_table(convert_from(substring(t.bytes FROM c.start_byte + 1 FOR c.end_byte - c.start_byte), 'UTF8'), '\W+') AS word
    WHERE word <> '') w;

\echo '== building the GIN index'
\timing on
CREATE INDEX gin_chunk_words ON gin_chunk USING gin (words) WITH (fastupdate = off);
ANALYZE gin_chunk;
\timing off

\echo '== sizes'
SELECT (SELECT count(*) FROM gin_chunk) AS chunks,
       pg_size_pretty(pg_relation_size('gin_chunk_words')) AS gin_index,
       pg_size_pretty(pg_total_relation_size('gin_chunk') - pg_relation_size('gin_chunk_words')) AS gin_words_to_rank,
       pg_size_pretty(pg_total_relation_size('rag_posting') + pg_total_relation_size('rag_segment')) AS postings;

\echo '== a question of eight words: chunks with any of them and their words, by GIN, twice'
\timing on
SELECT count(*), sum(cardinality(words)) FROM gin_chunk WHERE words && ARRAY['how', 'does', 'the', 'http', 'server', 'handle', 'connection', 'timeouts'];
SELECT count(*), sum(cardinality(words)) FROM gin_chunk WHERE words && ARRAY['how', 'does', 'the', 'http', 'server', 'handle', 'connection', 'timeouts'];
\timing off
\echo '== only its four rarer words'
\timing on
SELECT count(*), sum(cardinality(words)) FROM gin_chunk WHERE words && ARRAY['http', 'handle', 'connection', 'timeouts'];
\timing off
\echo '== all lists of the eight words, by the inverted index, twice'
\timing on
SELECT count(*), sum(length(p.list))
FROM unnest(ARRAY(SELECT id FROM rag_segment)) AS s(id) CROSS JOIN unnest(ARRAY['how', 'does', 'the', 'http', 'server', 'handle', 'connection', 'timeouts']) AS w(word)
JOIN rag_posting p ON p.segment = s.id AND p.word = w.word;
SELECT count(*), sum(length(p.list))
FROM unnest(ARRAY(SELECT id FROM rag_segment)) AS s(id) CROSS JOIN unnest(ARRAY['how', 'does', 'the', 'http', 'server', 'handle', 'connection', 'timeouts']) AS w(word)
JOIN rag_posting p ON p.segment = s.id AND p.word = w.word;
\timing off
