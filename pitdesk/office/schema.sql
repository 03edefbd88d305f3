-- Head office, schema 1. Raw documents are appended and never changed; what is derived from verified ones
-- is head office's own and can be derived anew. Cents and pieces are whole numbers.

CREATE SCHEMA pitdesk;

CREATE TABLE pitdesk.version (
  number integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Whoever takes in documents holds this row: one at a time.
CREATE TABLE pitdesk.turn (id integer PRIMARY KEY, taken timestamptz);
INSERT INTO pitdesk.turn (id) VALUES (1);

-- What head office itself said: sites, keys, which of two documents stands. Appended only.

CREATE TABLE pitdesk.site (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE,  -- "organization, site", as its documents say
  role text NOT NULL UNIQUE,  -- the database role that it logs in as
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE pitdesk.key (  -- from which document on which key signs; "" means none does
  site integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  public text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  who text NOT NULL DEFAULT session_user,
  PRIMARY KEY (site, number, at)
);

CREATE TABLE pitdesk.settled (  -- which of two documents of one number stands
  site integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  sha256 text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  who text NOT NULL DEFAULT session_user,
  PRIMARY KEY (site, number, at)
);

-- The raw documents, in a part for each quarter.

CREATE TABLE pitdesk.document (
  site integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  date date NOT NULL,
  kind text NOT NULL,
  sha256 text NOT NULL CHECK (sha256 = encode(sha256(text), 'hex')),
  text bytea NOT NULL CHECK (octet_length(text) BETWEEN 2 AND 4000000),
  public text NOT NULL CHECK (length(public) = 52),
  signature text NOT NULL CHECK (length(signature) = 128),
  delivered_by text NOT NULL DEFAULT session_user,
  delivered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site, number, sha256, date)
) PARTITION BY RANGE (date);

-- Two signed documents where there can be one: of one number, or of one day. Appended only.

CREATE TABLE pitdesk.conflict (
  site integer NOT NULL,
  number integer NOT NULL,  -- of the one noticed later
  sha256 text NOT NULL,     -- of both, the lower first
  other_sha256 text NOT NULL,
  about text NOT NULL,      -- "number" or "day"
  text bytea NOT NULL,
  other_text bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site, sha256, other_sha256)
);

-- Derived. `standing` is the chain as verified; `pending` is what does not stand, and why.

CREATE TABLE pitdesk.standing (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,
  kind text NOT NULL,
  sha256 text NOT NULL,
  public text NOT NULL,   -- the key that signed it
  successor text NOT NULL,  -- the key that signs the next
  wrong text NOT NULL,    -- why its rows do not count; "" if they do
  PRIMARY KEY (site, number)
);

CREATE TABLE pitdesk.pending (
  site integer NOT NULL,
  number integer NOT NULL,
  sha256 text NOT NULL,
  words text NOT NULL,    -- why; "" if it only waits for those before it
  PRIMARY KEY (site, number, sha256)
);

CREATE TABLE pitdesk.day (
  site integer NOT NULL,
  number integer NOT NULL,  -- of the document
  date date NOT NULL,
  day integer NOT NULL,     -- number of the day in its book
  gross bigint NOT NULL,
  prizes bigint NOT NULL,
  agp bigint NOT NULL,
  cash_profit bigint NOT NULL,
  over_short_cash bigint NOT NULL,
  over_short_chips bigint NOT NULL,
  outstanding_change bigint NOT NULL,
  outstanding bigint NOT NULL,
  redeemed bigint NOT NULL,
  by_check bigint NOT NULL,
  start_cash bigint NOT NULL,
  end_cash bigint NOT NULL,
  withdrawals bigint NOT NULL,
  loans bigint NOT NULL,
  paybacks bigint NOT NULL,
  next_start bigint NOT NULL,
  deposit bigint NOT NULL,
  deposit_checks bigint NOT NULL,
  exceptions bigint NOT NULL,
  deposit_due date NOT NULL,
  sealed text NOT NULL,
  prize_basis text NOT NULL,
  head text NOT NULL,       -- of the book's chain at the seal
  PRIMARY KEY (site, date)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.day_table (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,
  drop_cents bigint NOT NULL,
  opener bigint NOT NULL,
  fills bigint NOT NULL,
  credits bigint NOT NULL,
  closer bigint NOT NULL,
  win bigint NOT NULL,
  name text NOT NULL,
  game text NOT NULL,
  box text NOT NULL,
  PRIMARY KEY (site, date, name)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.day_chip (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,
  opening bigint NOT NULL,
  closing bigint NOT NULL,
  players bigint NOT NULL,
  owned bigint NOT NULL,
  chip text NOT NULL,
  PRIMARY KEY (site, date, chip)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.day_slips (  -- runs of numbers; those lost with a damaged book are of the fate "lost"
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,
  first bigint NOT NULL,
  last bigint NOT NULL,
  cents bigint NOT NULL,
  series text NOT NULL,
  fate text NOT NULL,
  PRIMARY KEY (site, date, series, first)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.correction (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,     -- of the day that it corrects
  cents bigint NOT NULL,  -- to add
  field text NOT NULL,    -- of the summary, or "2.drop" of table 2
  reason text NOT NULL,
  initials text NOT NULL,
  PRIMARY KEY (site, date, number, field)
) PARTITION BY RANGE (date);

CREATE TABLE pitdesk.deposit (
  site integer NOT NULL,
  number integer NOT NULL,
  date date NOT NULL,     -- the last day of activity
  cents bigint NOT NULL,
  checks bigint NOT NULL,
  made date NOT NULL,
  dates date[] NOT NULL,  -- of activity
  bank text NOT NULL,
  slip text NOT NULL,
  games text NOT NULL,
  initials text NOT NULL,
  PRIMARY KEY (site, date, number)
) PARTITION BY RANGE (date);

-- What is of no quarter that was prepared comes here, so that no site is ever turned away.

CREATE TABLE pitdesk.document_other PARTITION OF pitdesk.document DEFAULT;
CREATE TABLE pitdesk.day_other PARTITION OF pitdesk.day DEFAULT;
CREATE TABLE pitdesk.day_table_other PARTITION OF pitdesk.day_table DEFAULT;
CREATE TABLE pitdesk.day_chip_other PARTITION OF pitdesk.day_chip DEFAULT;
CREATE TABLE pitdesk.day_slips_other PARTITION OF pitdesk.day_slips DEFAULT;
CREATE TABLE pitdesk.correction_other PARTITION OF pitdesk.correction DEFAULT;
CREATE TABLE pitdesk.deposit_other PARTITION OF pitdesk.deposit DEFAULT;

-- Rights. A site sees itself and appends its own documents. Head office appends, and derives.

ALTER TABLE pitdesk.site ENABLE ROW LEVEL SECURITY;
ALTER TABLE pitdesk.document ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON pitdesk.site FOR SELECT TO pitdesk_site USING (role = current_user);
CREATE POLICY reads ON pitdesk.site FOR SELECT TO pitdesk_office, pitdesk_reader USING (true);
CREATE POLICY own ON pitdesk.document FOR SELECT TO pitdesk_site
  USING (site = (SELECT id FROM pitdesk.site WHERE role = current_user));
CREATE POLICY appends ON pitdesk.document FOR INSERT TO pitdesk_site
  WITH CHECK (site = (SELECT id FROM pitdesk.site WHERE role = current_user));
CREATE POLICY reads ON pitdesk.document FOR SELECT TO pitdesk_office, pitdesk_reader USING (true);
CREATE POLICY takes ON pitdesk.document FOR INSERT TO pitdesk_office WITH CHECK (true);

GRANT USAGE ON SCHEMA pitdesk TO pitdesk_site, pitdesk_office, pitdesk_reader;
GRANT SELECT ON pitdesk.version, pitdesk.site, pitdesk.document TO pitdesk_site;
GRANT INSERT (site, number, date, kind, sha256, text, public, signature)
  ON pitdesk.document TO pitdesk_site, pitdesk_office;

GRANT SELECT ON pitdesk.version, pitdesk.site, pitdesk.key, pitdesk.settled, pitdesk.document,
  pitdesk.conflict, pitdesk.standing, pitdesk.pending, pitdesk.day, pitdesk.day_table, pitdesk.day_chip,
  pitdesk.day_slips, pitdesk.correction, pitdesk.deposit TO pitdesk_office, pitdesk_reader;
GRANT INSERT (site, number, sha256, other_sha256, about, text, other_text)
  ON pitdesk.conflict TO pitdesk_office;
GRANT INSERT, DELETE ON pitdesk.standing, pitdesk.pending, pitdesk.day, pitdesk.day_table,
  pitdesk.day_chip, pitdesk.day_slips, pitdesk.correction, pitdesk.deposit TO pitdesk_office;
GRANT SELECT, UPDATE (taken) ON pitdesk.turn TO pitdesk_office;
