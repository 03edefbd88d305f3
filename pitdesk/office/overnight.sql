-- Head office, schema 3: what the opening counts found off since the day before. 0 where a document says nothing.

ALTER TABLE pitdesk.day
  ADD COLUMN overnight_cash bigint NOT NULL DEFAULT 0,
  ADD COLUMN overnight_chips bigint NOT NULL DEFAULT 0;
