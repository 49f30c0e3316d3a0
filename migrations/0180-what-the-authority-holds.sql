-- What an authority holds of each pay follows from the messages it took. `figures_hash` stands for what a report says of the
-- pay now; `told_hash` for what the authority was last told of it, refused messages aside (null: never).
alter table pays
  add column figures_hash text,
  add column told_hash text;

alter table submission_pays
  -- What the authority had of the pay before this message, and has after it. Null: nothing.
  add column before_hash text,
  add column told_hash text,
  -- It is in the year to date of the message, but not what the message is about.
  add column is_carried boolean not null default false,
  -- When the pay was deleted after this message.
  add column gone_at timestamptz(0);
create index submission_pays_gone on submission_pays (employee_id) where gone_at is not null;

-- Pays of version 0.1 have no fingerprint. Those that were lodged and not changed since count as told as they are.
update pays set figures_hash = '0.1' where status = 'processed';
update pays set told_hash = case when stp_needs_update then 'changed' else '0.1' end
from submission_pays link where link.pay_id = pays.id and link.counts;
-- An earlier pay of the year was in the year to date of a later one, though its own event may be missing.
update pays set told_hash = case when stp_needs_update then 'changed' else '0.1' end
from (
  select lodged.employee_id, extract(year from lodged.processed_date + interval '6 months') as income_year,
    max(lodged.processed_date) as last_date
  from pays lodged join submission_pays link on link.pay_id = lodged.id and link.counts
  join submissions event on event.id = link.submission_id and event.authority = 'ATO'
  group by 1, 2) covered
where pays.told_hash is null and pays.status = 'processed' and pays.employee_id = covered.employee_id
  and extract(year from pays.processed_date + interval '6 months') = covered.income_year
  and pays.processed_date < covered.last_date;
update submission_pays link set told_hash = '0.1'
from submissions event, submission_payees payee
where event.id = link.submission_id and event.status <> 'rejected' and payee.submission_id = link.submission_id
  and payee.employee_id = link.employee_id and not payee.is_rejected;
-- A deleted pay is told to be gone unless a later message spoke of its employee's year.
update submission_pays link set gone_at = now()
from submissions event
where event.id = link.submission_id and link.told_hash is not null
  and not exists (select from pays where pays.id = link.pay_id)
  and not exists (
    select from submission_payees later join submissions spoken on spoken.id = later.submission_id
    where later.employee_id = link.employee_id and spoken.id > event.id and spoken.authority = event.authority
      and spoken.year = event.year and spoken.status <> 'rejected' and not later.is_rejected);

-- New Zealand pays show their filing, too.
update pays set stp_status = case when event.status = 'partial' then 'accepted' else event.status end,
  stp_service_action = event.kind, stp_timestamp = coalesce(event.answered_at, event.created_at)
from submission_pays link join submissions event on event.id = link.submission_id and event.authority = 'IR'
where link.pay_id = pays.id and link.counts;

alter table pays drop column stp_needs_update;
alter table pays add column stp_needs_update boolean not null
  generated always as (told_hash is not null and told_hash is distinct from figures_hash) stored;

alter table submissions
  drop constraint submissions_status_check,
  add constraint submissions_status_check check (
    status in ('queued', 'sent', 'accepted', 'partial', 'rejected', 'lodged-by-hand', 'withdrawn')),
  -- How it leaves. A message of the manual transport waits for somebody to lodge it and to write the answer down.
  add column transport text not null default 'simulator'
    check (transport in ('simulator', 'manual', 'https', 'as4', 'gateway-services')),
  -- Who was left out, with what is wrong: [{employee_id, errors}].
  add column held_back jsonb not null default '[]',
  -- Optional fields that were left out because the authority would refuse them.
  add column warnings jsonb not null default '[]';
alter table submissions alter column transport drop default;
drop index submissions_open;
create index submissions_open on submissions (next_attempt_at) where status in ('queued', 'sent') and transport <> 'manual';

-- A death benefit is reported for a payee of its own.
alter table submission_payees
  add column part text not null default 'employee' check (part in ('employee', 'beneficiary')),
  add column is_final boolean not null default false;
alter table submission_payees drop constraint submission_payees_pkey;
alter table submission_payees add primary key (submission_id, employee_id, part);
update submission_payees payee set is_final = true from submissions event
where event.id = payee.submission_id and event.is_final;

alter table stp_payees
  -- Other than what the declaration says; a pay remembers it.
  add column income_type text check (
    income_type in ('SAW', 'CHP', 'IAA', 'WHM', 'SWP', 'FEI', 'JPD', 'VOL', 'LAB', 'OSP'));
-- The software id under which a cloud product is nominated for this payer.
alter table stp_systems add column ssid text;

-- Who receives what is paid because an employee died.
create table stp_beneficiaries (
  employee_id integer primary key references employees,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  -- Family name of a person, or name of an estate.
  last_name text not null,
  first_name text,
  date_of_birth date,
  -- Encrypted.
  tax_file_number text,
  address1 text not null,
  address2 text,
  city text not null,
  state text,
  postcode text,
  country text not null,
  updated_at timestamptz(0) not null
);
