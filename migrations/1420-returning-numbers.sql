-- A company that returns to earlier numbers has again what was lodged under them. The last message before the numbers ended; later
-- ones under a wrong number report nil.
-- cells:
alter table former_identities add column last_submission_id integer;
update former_identities former set last_submission_id = (
  select max(event.id) from submissions event
  where event.company_id = former.company_id and event.identity_id = former.id and event.created_at <= former.ended_at);

-- The link before its numbers turned out to be wrong. Null: they are not wrong.
alter table submission_pays
  add column was_counted boolean,
  add column was_told_hash text,
  add column was_gone_at timestamptz(0);
-- Links that were reopened earlier did not store it: their figures are compared again by the next update or amendment.
update submission_pays link set was_counted = not link.is_carried and not link.was_changed, was_told_hash = 'unknown'
from submissions event join former_identities former on former.id = event.identity_id and former.is_wrong
where event.id = link.submission_id and event.id <= former.last_submission_id
  and exists (select from pays where pays.id = link.pay_id);
