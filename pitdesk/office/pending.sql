-- Head office, schema 4: how many drop boxes waited to be counted when a day was sealed. 0 where it says nothing.

ALTER TABLE pitdesk.day ADD COLUMN pending bigint NOT NULL DEFAULT 0;
