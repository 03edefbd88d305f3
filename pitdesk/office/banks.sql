-- Head office, schema 4: what the paddlewheels' own cash bank was over or short. 0 where a document says nothing.

ALTER TABLE pitdesk.day
  ADD COLUMN over_short_pw bigint NOT NULL DEFAULT 0,
  ADD COLUMN overnight_pw bigint NOT NULL DEFAULT 0;
