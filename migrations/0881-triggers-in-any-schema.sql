-- Trigger functions that work in every cell, on one machine and on many: what a transition table holds is copied into arrays before it
-- meets another table, which a distributed PostgreSQL requires, and rows that name their customer are not looked up again.

create or replace function pays_changed() returns trigger language plpgsql as $$
declare
  companies_of_days integer[];
  customers_of_days integer[];
  days date[];
begin
  if tg_op <> 'INSERT' then
    select array_agg(company_id), array_agg(customer_id), array_agg(processed_date)
      into companies_of_days, customers_of_days, days
      from (select distinct company_id, customer_id, processed_date from gone) day;
    insert into payday_changes (company_id, customer_id, pay_date)
      select * from unnest(companies_of_days, customers_of_days, days);
  end if;
  if tg_op <> 'DELETE' then
    select array_agg(company_id), array_agg(customer_id), array_agg(processed_date)
      into companies_of_days, customers_of_days, days
      from (select distinct company_id, customer_id, processed_date from made) day;
    insert into payday_changes (company_id, customer_id, pay_date)
      select * from unnest(companies_of_days, customers_of_days, days);
  end if;
  return null;
end $$;

create or replace function payment_lines_changed() returns trigger language plpgsql as $$
declare
  companies_of_days integer[];
  customers_of_days integer[];
  days date[];
begin
  if tg_op = 'INSERT' then
    select array_agg(company_id), array_agg(customer_id), array_agg(pay_date)
      into companies_of_days, customers_of_days, days
      from (select distinct company_id, customer_id, pay_date from made where kind = 'super') day;
  else
    select array_agg(company_id), array_agg(customer_id), array_agg(pay_date)
      into companies_of_days, customers_of_days, days
      from (select distinct company_id, customer_id, pay_date from gone where kind = 'super') day;
  end if;
  insert into payday_changes (company_id, customer_id, pay_date)
    select * from unnest(companies_of_days, customers_of_days, days);
  return null;
end $$;

create or replace function lodged_pays_changed() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if tg_op = 'INSERT' then
    ids := array(select pay_id from made);
  else
    ids := array(select pay_id from gone);
  end if;
  insert into payday_changes (company_id, customer_id, pay_date)
    select distinct company_id, customer_id, processed_date from pays where id = any(ids);
  return null;
end $$;

create or replace function told_changed() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  ids := array(select pay_id from (select pay_id, told_hash from made except select pay_id, told_hash from gone) changed);
  insert into payday_changes (company_id, customer_id, pay_date)
    select distinct company_id, customer_id, processed_date from pays where id = any(ids);
  return null;
end $$;

create or replace function past_sums_outdated() returns trigger language plpgsql as $$
declare
  ids integer[];
  first_day date;
begin
  if tg_op = 'INSERT' then
    ids := array(select employee_id from made where status = 'processed');
    first_day := (select min(processed_date) from made);
  elsif tg_op = 'DELETE' then
    ids := array(select employee_id from gone where status = 'processed');
    first_day := (select min(processed_date) from gone);
  else
    ids := array(
      select employee_id from gone where status = 'processed' union all
      select employee_id from made where status = 'processed');
    first_day := least((select min(processed_date) from gone where status = 'processed'),
      (select min(processed_date) from made where status = 'processed'));
  end if;
  delete from past_sums where employee_id = any(ids) and end_day > first_day;
  return null;
end $$;

create or replace function remove_parts_of_pays() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  ids := array(select id from gone);
  delete from pay_lines where pay_id = any(ids);
  delete from leave_movements where pay_id = any(ids);
  delete from reported_pays where pay_id = any(ids);
  return null;
end $$;

-- The processes listen on the first machine. A change of a table that every machine has a copy of is told there only: elsewhere the
-- transaction could not be prepared.
create function tell_processes(message text) returns void language plpgsql as $$
declare
  is_first boolean := true;
begin
  if to_regproc('citus_is_coordinator') is not null then
    execute 'select citus_is_coordinator()' into is_first;
  end if;
  if is_first then
    perform pg_notify('tasman_access', message);
  end if;
end $$;

create or replace function tell_access_changed() returns trigger language plpgsql as $$
begin
  perform tell_processes(tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
  return null;
end $$;

create or replace function tell_companies_changed() returns trigger language plpgsql as $$
begin
  perform tell_processes('customer:' || (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'customer_id'));
  return null;
end $$;

-- A caller is remembered with the cell of their customer, and whether it is being moved.
drop trigger access_changed on customers;
create trigger access_changed after update of is_api_admin, is_reseller, access_ended_at, cell, moving_since on customers
  for each row execute function tell_access_changed('customer', 'id');
