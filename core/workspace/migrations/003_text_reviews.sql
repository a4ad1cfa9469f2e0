-- What was decided of relations that were read from texts, for whole sources too, and from which confidence on a type is
-- proposed.
CREATE TABLE text_reviews (
    proposal_id TEXT NOT NULL PRIMARY KEY, verdict TEXT NOT NULL, decided_by TEXT NOT NULL, decided_at TEXT NOT NULL,
    read TEXT NOT NULL, stated TEXT NOT NULL
);
CREATE TABLE reading_rules (content TEXT NOT NULL);
CREATE TABLE reading_thresholds (content TEXT NOT NULL);
