-- Head office, schema 4: numbers that are missing or came twice, and why; a gap that is explained has its end.

-- A gap as it was: one that changes later is a new finding. The owner adds a row. Appended only.
CREATE TABLE pitdesk.explained (
  site integer NOT NULL,
  series text NOT NULL,  -- day, fill, credit or document
  first integer NOT NULL,
  last integer NOT NULL,
  date date NOT NULL,  -- of the day on which the series goes on
  twice boolean NOT NULL,
  reason text NOT NULL,
  who text NOT NULL DEFAULT session_user,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site, series, first, last, date, twice)
);
GRANT SELECT ON pitdesk.explained TO pitdesk_office, pitdesk_reader;
