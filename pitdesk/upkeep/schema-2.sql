-- From schema 2 to 3: the index of set-up has the kind, so that documents, deposits and audits of years are
-- passed over. Word for word as in book/schema.sql.
BEGIN IMMEDIATE;
DROP INDEX entry_setup;
CREATE INDEX entry_setup ON entry (seq, kind) WHERE day = 0;
PRAGMA user_version = 3;
COMMIT;
