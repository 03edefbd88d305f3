-- Head office, schema 7: deposits of tournaments and poker occasions, which are of no day, and what takes a
-- deposit back: its cents are below zero. '' and 0 where a document says nothing.

ALTER TABLE pitdesk.deposit
  ADD COLUMN contest text NOT NULL DEFAULT '',
  ADD COLUMN takes_back bigint NOT NULL DEFAULT 0,  -- number of the document of the deposit
  ADD COLUMN reason text NOT NULL DEFAULT '';
