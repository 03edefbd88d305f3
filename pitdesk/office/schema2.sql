-- Head office, schema 2: a decision about a conflict ends it, and what a site may deliver has limits.

-- What a decision was made against: a document that comes later is a new conflict.
ALTER TABLE pitdesk.settled ADD against text[] NOT NULL DEFAULT '{}';
UPDATE pitdesk.settled SET against = ARRAY(
  SELECT it.sha256 FROM pitdesk.document AS it WHERE it.site = settled.site
  AND it.number = settled.number AND it.sha256 <> settled.sha256 AND it.delivered_at <= settled.at);

-- Derived: documents that were decided against, or follow one that was; and the number decided about.
CREATE TABLE pitdesk.aside (
  site integer NOT NULL,
  number integer NOT NULL,
  sha256 text NOT NULL,
  settled integer NOT NULL,
  PRIMARY KEY (site, number, sha256)
);

ALTER TABLE pitdesk.settled ENABLE ROW LEVEL SECURITY;
ALTER TABLE pitdesk.aside ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON pitdesk.settled FOR SELECT TO pitdesk_site
  USING (site = (SELECT id FROM pitdesk.site WHERE role = current_user));
CREATE POLICY own ON pitdesk.aside FOR SELECT TO pitdesk_site
  USING (site = (SELECT id FROM pitdesk.site WHERE role = current_user));
CREATE POLICY reads ON pitdesk.settled FOR SELECT TO pitdesk_office, pitdesk_reader USING (true);
CREATE POLICY reads ON pitdesk.aside FOR SELECT TO pitdesk_office, pitdesk_reader USING (true);
CREATE POLICY adds ON pitdesk.aside FOR INSERT TO pitdesk_office WITH CHECK (true);
CREATE POLICY forgets ON pitdesk.aside FOR DELETE TO pitdesk_office USING (true);
GRANT SELECT (site, number, sha256, reason, at, who) ON pitdesk.settled TO pitdesk_site;
GRANT SELECT ON pitdesk.aside TO pitdesk_site, pitdesk_office, pitdesk_reader;
GRANT INSERT, DELETE ON pitdesk.aside TO pitdesk_office;

-- Limits, so that no site fills the disk. The newest row counts; the owner adds one. Appended only.
CREATE TABLE pitdesk.allowance (
  at timestamptz PRIMARY KEY DEFAULT clock_timestamp(),
  who text NOT NULL DEFAULT session_user,
  document_bytes bigint NOT NULL CHECK (document_bytes > 0),
  day_bytes bigint NOT NULL CHECK (day_bytes > 0),
  all_bytes bigint NOT NULL CHECK (all_bytes > 0)
);
INSERT INTO pitdesk.allowance (document_bytes, day_bytes, all_bytes)
  VALUES (1000000, 100000000, 1000000000);

-- What each site delivered itself: on its last day of doing so (UTC), and in all.
CREATE TABLE pitdesk.delivered (
  site integer PRIMARY KEY,
  day date NOT NULL,
  day_bytes bigint NOT NULL,
  all_bytes bigint NOT NULL
);
INSERT INTO pitdesk.delivered (site, day, day_bytes, all_bytes)
  SELECT it.site, '2000-01-01', 0, sum(octet_length(it.text) + 400) FROM pitdesk.document AS it
  JOIN pitdesk.site ON site.id = it.site AND site.role = it.delivered_by GROUP BY it.site;
GRANT SELECT ON pitdesk.allowance, pitdesk.delivered TO pitdesk_office, pitdesk_reader;

ALTER TABLE pitdesk.document ADD CHECK (octet_length(kind) <= 20);

-- Runs as the owner, so its path is pinned and every table has its schema's name. A row costs 400 bytes
-- besides its text. What head office takes in from sticks is not counted.
CREATE FUNCTION pitdesk.count_delivered() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  allowed pitdesk.allowance;
  so_far pitdesk.delivered;
  its record;
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
BEGIN
  FOR its IN
    SELECT it.site, sum(octet_length(it.text) + 400) AS bytes, max(octet_length(it.text)) AS longest
    FROM added AS it JOIN pitdesk.site ON site.id = it.site AND site.role = session_user
    GROUP BY it.site
  LOOP
    SELECT * INTO allowed FROM pitdesk.allowance ORDER BY at DESC LIMIT 1;
    INSERT INTO pitdesk.delivered AS known (site, day, day_bytes, all_bytes)
      VALUES (its.site, today, its.bytes, its.bytes)
      ON CONFLICT (site) DO UPDATE SET
        day = excluded.day,
        day_bytes = excluded.day_bytes
          + CASE WHEN known.day = excluded.day THEN known.day_bytes ELSE 0 END,
        all_bytes = known.all_bytes + excluded.all_bytes
      RETURNING * INTO so_far;
    IF its.longest > allowed.document_bytes THEN
      RAISE EXCEPTION 'the document is too long' USING ERRCODE = 'PD001';
    ELSIF so_far.day_bytes > allowed.day_bytes THEN
      RAISE EXCEPTION 'the day''s limit is reached' USING ERRCODE = 'PD002';
    ELSIF so_far.all_bytes > allowed.all_bytes THEN
      RAISE EXCEPTION 'the site''s limit is reached' USING ERRCODE = 'PD003';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION pitdesk.count_delivered() FROM PUBLIC;
CREATE TRIGGER counts AFTER INSERT ON pitdesk.document
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pitdesk.count_delivered();
