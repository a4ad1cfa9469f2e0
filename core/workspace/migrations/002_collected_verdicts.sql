-- What was said of pairs of companies and is not built into a version yet.
CREATE TABLE collected_verdicts (
    number INTEGER PRIMARY KEY, kept TEXT NOT NULL, other TEXT NOT NULL, saying TEXT NOT NULL, decided_at TEXT NOT NULL
);
