-- Every line that leaves has an outcome of its own. Of a message to an authority the lines are its payees.

-- Why the authority rejected the payee, in its own words.
alter table submission_payees add column reason text;
update submission_payees payee set reason = note.message
from submissions event cross join lateral (
  select string_agg(each->>'message', ' ') as message, (each->>'document')::int as place
  from jsonb_array_elements(event.answer) each where jsonb_typeof(each->'document') = 'number' group by 2) note
where event.id = payee.submission_id and payee.is_rejected and event.answer is not null and note.place = payee.place;

-- A message that was built on one that failed is withdrawn with it, and what is left of it is planned again.
alter table submissions add column failed_with_id integer references submissions, add column planned_again_at timestamptz(0);
create index submissions_failed_with on submissions (failed_with_id) where failed_with_id is not null;
create index submissions_to_plan_again on submissions (id) where failed_with_id is not null and planned_again_at is null;

-- The one answer to "what became of this line". An authority holds what it accepted and no later message replaced.
create view lodged_lines as
select payee.customer_id, event.company_id, event.authority, event.year, event.pay_date, event.kind, payee.submission_id,
  payee.employee_id, payee.part, payee.place, payee.amounts, payee.is_final, payee.reason,
  case
    when event.status = 'withdrawn' then 'withdrawn'
    when payee.is_rejected or event.status = 'rejected' then 'rejected'
    when event.status = 'queued' then 'created'
    when event.status = 'sent' then 'sent'
    -- Not exists: the planner would read every submission once, instead of finding the one by its index.
    when (select true from submissions next where next.replaces_id = event.id
      and next.status in ('accepted', 'partial', 'lodged-by-hand') limit 1) then 'replaced'
    else 'accepted'
  end as outcome,
  -- Another message is under way that will replace it.
  coalesce((select true from submissions next where next.replaces_id = event.id and next.status in ('queued', 'sent') limit 1), false)
    as is_being_replaced
from submission_payees payee join submissions event on event.id = payee.submission_id;

-- A replacement that was accepted in part: of the payees it rejected the authority holds nothing, so their pays are open. Until now they
-- were counted to the replaced event.
with reopened as (
  update submission_pays link set counts = false
  from submissions next join submission_payees payee on payee.submission_id = next.id and payee.is_rejected
  where next.status = 'partial' and next.replaces_id = link.submission_id and link.employee_id = payee.employee_id and link.counts
  returning link.pay_id)
update reported_pays set told_hash = null where stp_status = 'rejected' and pay_id in (select pay_id from reopened);

-- What is rejected of a correction leaves the pay as the message that lodged it left it; the correction itself is still due.
update reported_pays reported set stp_status = 'accepted', stp_service_action = event.kind
from submission_pays link join submissions event on event.id = link.submission_id
where link.pay_id = reported.pay_id and link.counts and reported.stp_status = 'rejected'
  and event.status in ('accepted', 'partial', 'lodged-by-hand');
