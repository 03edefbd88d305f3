-- What is owed after its date, or was: by site and date, what each day left and, by itself, what a count added
-- after the deposit of the day was made. While a box waits, nothing of the day counts as deposited.

WITH paid AS (  -- the deposits of each day in their order
  SELECT site, activity, number, made, row_number() OVER (PARTITION BY site, activity ORDER BY number) AS nth
  FROM pitdesk.deposit AS it, unnest(dates) AS activity
  WHERE takes_back = 0  -- nor one that was taken back
    AND NOT EXISTS (SELECT 1 FROM pitdesk.deposit AS back WHERE (back.site, back.takes_back) = (it.site, it.number))
), fix AS (  -- each correction, and whether it tells of boxes that were counted
  SELECT site, date, number, bool_or(field = 'pending') AS boxes,
    coalesce(sum(cents) FILTER (WHERE field = 'deposit'), 0) AS deposit,
    coalesce(sum(cents) FILTER (WHERE field = 'pending'), 0) AS pending
  FROM pitdesk.correction GROUP BY site, date, number
), fixed AS (
  SELECT fix.site, fix.date, fix.deposit, fix.pending, paid.number IS NOT NULL AND fix.boxes AS besides
  FROM fix LEFT JOIN paid ON paid.nth = 1
    AND (paid.site, paid.activity) = (fix.site, fix.date) AND paid.number < fix.number
), later AS (
  SELECT site, date, sum(pending) AS pending,
    coalesce(sum(deposit) FILTER (WHERE NOT besides), 0) AS deposit,
    sum(deposit) FILTER (WHERE besides) AS besides
  FROM fixed GROUP BY site, date
), owed AS (
  SELECT day.site, day.date, day.deposit_due, 1 AS nth, day.deposit + coalesce(later.deposit, 0) AS cents,
    day.pending + coalesce(later.pending, 0) > 0 AS waits
  FROM pitdesk.day LEFT JOIN later USING (site, date)
  UNION ALL
  SELECT day.site, day.date, day.deposit_due, 2, later.besides, false
  FROM pitdesk.day JOIN later USING (site, date) WHERE later.besides > 0
)
SELECT owed.site, owed.date, owed.cents::bigint, owed.deposit_due, CASE WHEN NOT owed.waits THEN paid.made END
FROM owed LEFT JOIN paid ON (paid.site, paid.activity, paid.nth) = (owed.site, owed.date, owed.nth)
WHERE (owed.cents > 0 OR owed.waits)
  AND coalesce(CASE WHEN NOT owed.waits THEN paid.made END, %s) > owed.deposit_due
ORDER BY owed.site, owed.date, owed.nth
