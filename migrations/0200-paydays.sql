-- What a payday comes to and how far its reporting got, kept ready: a list of obligations must not read two years of pays.
create table paydays (
  company_id integer not null references companies,
  customer_id integer not null,
  pay_date date not null,
  pays integer not null,
  -- Lodged and taken; lodged and waiting for the answer.
  done integer not null,
  under_way integer not null,
  -- Employees whose pays are not lodged; whose lodged pays differ from what the authority holds, and since when.
  missing integer[] not null,
  changed integer[] not null,
  changed_on date,
  submission_id integer,
  tax numeric not null,
  deducted numeric not null,
  paye_and_esct numeric not null,
  -- What is owed to funds, by due date, and how much of it was paid: [{due_date, owed, paid}].
  super jsonb not null,
  primary key (company_id, pay_date)
);

-- Paydays of which something changed. Whoever reads takes the marks away and adds these paydays up anew, in one transaction.
-- Only ever added to by writers, so that no write waits for another.
create table payday_changes (
  id bigint generated always as identity primary key,
  company_id integer not null,
  customer_id integer not null,
  pay_date date not null
);
create index payday_changes_company on payday_changes (company_id);

create function pays_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct company_id, processed_date as pay_date from gone) day
    join companies on companies.id = day.company_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct company_id, processed_date as pay_date from made) day
    join companies on companies.id = day.company_id;
  end if;
  return null;
end $$;
create trigger paydays_added after insert on pays referencing new table as made for each statement execute function pays_changed();
create trigger paydays_changed after update on pays referencing old table as gone new table as made
  for each statement execute function pays_changed();
create trigger paydays_removed after delete on pays referencing old table as gone for each statement execute function pays_changed();

create function lodged_pays_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct pays.company_id, pays.processed_date as pay_date from gone link join pays on pays.id = link.pay_id) day
    join companies on companies.id = day.company_id;
  end if;
  if tg_op = 'INSERT' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct pays.company_id, pays.processed_date as pay_date from made link join pays on pays.id = link.pay_id) day
    join companies on companies.id = day.company_id;
  end if;
  return null;
end $$;
create trigger paydays_lodged after insert on submission_pays referencing new table as made
  for each statement execute function lodged_pays_changed();
create trigger paydays_relodged after update on submission_pays referencing old table as gone
  for each statement execute function lodged_pays_changed();
create trigger paydays_unlodged after delete on submission_pays referencing old table as gone
  for each statement execute function lodged_pays_changed();

create function submission_answered() returns trigger language plpgsql as $$
begin
  insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct pays.company_id, pays.processed_date as pay_date from submission_pays link join pays on pays.id = link.pay_id where link.submission_id = new.id and link.counts) day
    join companies on companies.id = day.company_id;
  return null;
end $$;
create trigger paydays_answered after update of status on submissions for each row
  when (old.status is distinct from new.status) execute function submission_answered();

create function payment_lines_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct company_id, pay_date from gone where kind = 'super') day
    join companies on companies.id = day.company_id;
  end if;
  if tg_op = 'INSERT' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct company_id, pay_date from made where kind = 'super') day
    join companies on companies.id = day.company_id;
  end if;
  return null;
end $$;
create trigger paydays_paid after insert on payment_lines referencing new table as made
  for each statement execute function payment_lines_changed();
create trigger paydays_repaid after update on payment_lines referencing old table as gone
  for each statement execute function payment_lines_changed();
create trigger paydays_unpaid after delete on payment_lines referencing old table as gone
  for each statement execute function payment_lines_changed();

create function super_file_paid() returns trigger language plpgsql as $$
begin
  insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct company_id, pay_date from payment_lines where super_file_id = new.id) day
    join companies on companies.id = day.company_id;
  return null;
end $$;
create trigger paydays_file_paid after update of paid_on on super_files for each row
  when (old.paid_on is distinct from new.paid_on) execute function super_file_paid();

-- A contractor for super alone is not reported.
create function contractor_changed() returns trigger language plpgsql as $$
begin
  insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct company_id, processed_date as pay_date from pays where employee_id = new.id) day
    join companies on companies.id = day.company_id;
  return null;
end $$;
create trigger paydays_contractor after update of is_super_only_contractor on employees for each row
  when (old.is_super_only_contractor is distinct from new.is_super_only_contractor) execute function contractor_changed();

insert into payday_changes (company_id, customer_id, pay_date)
select distinct pays.company_id, companies.customer_id, pays.processed_date from pays join companies on companies.id = pays.company_id;

-- The totals of runs come from the index alone.
drop index pays_run;
create index pays_run on pays (pay_run_id)
  include (employee_id, status, processed_date, gross, tax, net, super, kiwisaver_employee, kiwisaver_employer);
