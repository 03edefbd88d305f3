-- Head office, schema 8: tax returns as the sites filed them, and the weeks whose sheets of hold by dealer were
-- kept. Both stand in the document of the day that was sealed next; `date` is that day's.

CREATE TABLE pitdesk.filed (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,
  line integer NOT NULL,  -- in its document: a return may be filed again before the next day is sealed
  tax bigint NOT NULL,    -- cents that were paid with it
  filed date NOT NULL,    -- when it went to the state
  quarter text NOT NULL,
  paper text NOT NULL,
  held text NOT NULL,     -- what the book then had: JSON, game → gross and adjusted gross proceeds, cents
  initials text NOT NULL,
  PRIMARY KEY (site, date, line)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.dealer_week (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,
  gross bigint NOT NULL,
  agp bigint NOT NULL,
  first date NOT NULL,    -- the first day of the week
  quarter text NOT NULL,  -- the one that asked for the sheet
  dealer text NOT NULL,   -- as the site calls them
  basis text NOT NULL,    -- whether counted or apportioned
  initials text NOT NULL,
  PRIMARY KEY (site, date, quarter, first, dealer)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.filed_other PARTITION OF pitdesk.filed DEFAULT;
CREATE TABLE pitdesk.dealer_week_other PARTITION OF pitdesk.dealer_week DEFAULT;

GRANT SELECT ON pitdesk.filed, pitdesk.dealer_week TO pitdesk_office, pitdesk_reader;
GRANT INSERT, DELETE ON pitdesk.filed, pitdesk.dealer_week TO pitdesk_office;
