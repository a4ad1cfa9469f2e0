-- One table for each kind of what people decide. Kinds that are one value have one row with it.
PRAGMA application_id = 1196971859;
CREATE TABLE checksums (part TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL);
CREATE TABLE decisions (
    source_id TEXT NOT NULL, target_id TEXT NOT NULL, relation_type TEXT NOT NULL,
    verdict TEXT NOT NULL, relevance REAL, judge TEXT NOT NULL, decided_at TEXT NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (source_id, target_id, relation_type)
);
CREATE TABLE judgements (
    company TEXT NOT NULL, query TEXT NOT NULL, result_id TEXT NOT NULL,
    thumb TEXT NOT NULL, language TEXT NOT NULL, judged_at TEXT NOT NULL,
    PRIMARY KEY (company, query, result_id)
);
CREATE TABLE saved_views (name TEXT NOT NULL PRIMARY KEY, link TEXT NOT NULL);
CREATE TABLE saved_searches (name TEXT NOT NULL PRIMARY KEY, link TEXT NOT NULL);
CREATE TABLE same_companies (
    number INTEGER PRIMARY KEY, kept TEXT NOT NULL, other TEXT NOT NULL, saying TEXT NOT NULL, decided_at TEXT NOT NULL
);
CREATE TABLE presets (content TEXT NOT NULL);
CREATE TABLE linking (content TEXT NOT NULL);
CREATE TABLE removed (content TEXT NOT NULL);
CREATE TABLE unlinked_sources (content TEXT NOT NULL);
CREATE TABLE import_choices (content TEXT NOT NULL);
CREATE TABLE ontology (content TEXT NOT NULL);
CREATE TABLE restored (content TEXT NOT NULL);
CREATE TABLE built_from (content TEXT NOT NULL);
