-- The book. Everything but `balance` and `attempt` is written once; `body` holds the exact bytes that
-- the chain covers, the other columns and tables say the same again so that SQL can be asked.

CREATE TABLE entry (
  seq      INTEGER PRIMARY KEY CHECK (seq > 0),
  formula  INTEGER NOT NULL CHECK (formula = 1),     -- which recipe made `hash`
  kind     TEXT NOT NULL,
  at       TEXT NOT NULL,                            -- UTC, ISO 8601
  day      INTEGER NOT NULL CHECK (day >= 0),        -- number of the gaming day, 0 outside any
  about    INTEGER REFERENCES entry (seq) CHECK (about < seq),
  request  TEXT,                                     -- the caller's id: asked twice, written once
  body     BLOB NOT NULL,
  hash     BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE UNIQUE INDEX entry_request ON entry (request) WHERE request IS NOT NULL;

-- Set-up is read at every start: people, tables, chip set. A slip never touches this index.
CREATE INDEX entry_setup ON entry (seq) WHERE day = 0;

-- What follows is added to the newest entry alone (the `_once` guards), which is why it needs no
-- foreign key to it.

CREATE TABLE posting (
  entry       INTEGER NOT NULL,
  line        INTEGER NOT NULL CHECK (line >= 0),
  place       TEXT NOT NULL,
  instrument  TEXT NOT NULL,
  amount      INTEGER NOT NULL CHECK (amount <> 0),  -- pieces, or cents of cash and checks
  PRIMARY KEY (entry, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE signature (
  entry     INTEGER NOT NULL,
  line      INTEGER NOT NULL CHECK (line >= 0),
  person    TEXT NOT NULL,
  role      TEXT NOT NULL,
  part      TEXT NOT NULL CHECK (part IN ('original', 'copy', 'both', 'record')),
  initials  TEXT NOT NULL,
  proof     TEXT NOT NULL CHECK (proof IN ('pin', 'badge', 'signed in')),
  PRIMARY KEY (entry, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE number (
  series  TEXT NOT NULL CHECK (series <> ''),        -- as kinds of facts declare them
  number  INTEGER NOT NULL CHECK (number > 0),
  entry   INTEGER NOT NULL,
  PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE balance (
  place       TEXT NOT NULL,
  instrument  TEXT NOT NULL,
  amount      INTEGER NOT NULL,
  PRIMARY KEY (place, instrument),
  CONSTRAINT below_zero CHECK (
    amount >= 0 OR place IN ('patrons', 'gaming account', 'lenders', 'over/short', 'supplier'))
) STRICT, WITHOUT ROWID;

-- Tries at a PIN, written before the answer is given. `ticks` and `boot` let a wait outlast a
-- changed clock. Not part of the chain: a wrong guess is no fact of the game.
CREATE TABLE attempt (
  id       INTEGER PRIMARY KEY,
  person   TEXT NOT NULL,
  station  TEXT NOT NULL,
  at       TEXT NOT NULL,
  boot     TEXT NOT NULL,
  ticks    INTEGER NOT NULL,                         -- seconds on a clock that nobody can set
  outcome  TEXT NOT NULL CHECK (outcome IN ('wrong', 'right', 'unlocked'))
) STRICT;
CREATE INDEX attempt_person ON attempt (person);
CREATE INDEX attempt_station ON attempt (station);

CREATE TRIGGER posting_balance AFTER INSERT ON posting BEGIN
  UPDATE balance SET amount = amount + NEW.amount
    WHERE place = NEW.place AND instrument = NEW.instrument;
  INSERT INTO balance (place, instrument, amount)
    SELECT NEW.place, NEW.instrument, NEW.amount WHERE changes() = 0;
END;

CREATE TRIGGER entry_once BEFORE INSERT ON entry
  WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entry)
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: entry out of turn'); END;
CREATE TRIGGER entry_stands BEFORE UPDATE ON entry
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: entry'); END;
CREATE TRIGGER entry_stays BEFORE DELETE ON entry
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: entry'); END;

CREATE TRIGGER posting_once BEFORE INSERT ON posting
  WHEN NEW.entry <> (SELECT max(seq) FROM entry)
    OR NEW.line <> (SELECT coalesce(max(line), -1) + 1 FROM posting WHERE entry = NEW.entry)
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: posting out of turn'); END;
CREATE TRIGGER posting_stands BEFORE UPDATE ON posting
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: posting'); END;
CREATE TRIGGER posting_stays BEFORE DELETE ON posting
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: posting'); END;

CREATE TRIGGER signature_once BEFORE INSERT ON signature
  WHEN NEW.entry <> (SELECT max(seq) FROM entry)
    OR NEW.line <> (SELECT coalesce(max(line), -1) + 1 FROM signature WHERE entry = NEW.entry)
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: signature out of turn'); END;
CREATE TRIGGER signature_stands BEFORE UPDATE ON signature
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: signature'); END;
CREATE TRIGGER signature_stays BEFORE DELETE ON signature
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: signature'); END;

CREATE TRIGGER number_once BEFORE INSERT ON number
  WHEN NEW.entry <> (SELECT max(seq) FROM entry)
    OR EXISTS (SELECT 1 FROM number WHERE series = NEW.series AND number >= NEW.number)
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: number out of turn'); END;
CREATE TRIGGER number_stands BEFORE UPDATE ON number
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: number'); END;
CREATE TRIGGER number_stays BEFORE DELETE ON number
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: number'); END;

CREATE TRIGGER attempt_stands BEFORE UPDATE ON attempt
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: attempt'); END;
CREATE TRIGGER attempt_stays BEFORE DELETE ON attempt
  BEGIN SELECT RAISE (ABORT, 'the journal is written once: attempt'); END;
