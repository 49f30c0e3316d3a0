-- What an authority was told of a pay, and what came of it: a narrow row of its own. Lodging changes it three times, and each time the
-- row of the pay was written anew with a hundred columns, an entry in each of its indexes, and all that hangs on a changed pay.
create table reported_pays (
  pay_id integer primary key,
  customer_id integer not null,
  -- Stands for what the authority was last told of the pay, refused messages aside; `pays.figures_hash` for what a report would say now.
  told_hash text,
  stp_status text,
  stp_service_action text,
  stp_timestamp timestamptz(0)
) with (fillfactor = 60);

insert into reported_pays (pay_id, customer_id, told_hash, stp_status, stp_service_action, stp_timestamp)
select id, customer_id, told_hash, stp_status, stp_service_action, stp_timestamp
from pays where told_hash is not null or stp_status is not null;

alter table pays
  drop column stp_needs_update,
  drop column told_hash,
  drop column stp_status,
  drop column stp_service_action,
  drop column stp_timestamp;

-- Pays are found by their numbers: a join is planned when a connection first lodges, while the statistics say that there are none.
create or replace function lodged_pays_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payday_changes (company_id, customer_id, pay_date)
    select distinct company_id, customer_id, processed_date from pays where id = any(array(select pay_id from made));
  else
    insert into payday_changes (company_id, customer_id, pay_date)
    select distinct company_id, customer_id, processed_date from pays where id = any(array(select pay_id from gone));
  end if;
  return null;
end $$;

-- Whether a pay differs from what was told decides what a payday still needs.
create function told_changed() returns trigger language plpgsql as $$
begin
  insert into payday_changes (company_id, customer_id, pay_date)
  select distinct company_id, customer_id, processed_date from pays where id = any(array(
    select pay_id from (select pay_id, told_hash from made except select pay_id, told_hash from gone) changed));
  return null;
end $$;
create trigger paydays_told after update on reported_pays referencing old table as gone new table as made
  for each statement execute function told_changed();

create or replace function remove_parts_of_pays() returns trigger language plpgsql as $$
begin
  delete from pay_lines where pay_id in (select id from gone);
  delete from leave_movements where pay_id in (select id from gone);
  delete from reported_pays where pay_id in (select id from gone);
  return null;
end $$;

-- A submission is written by the call that writes its pays and payees; through their employees they are found as before.
alter table submission_pays drop constraint submission_pays_submission_id_fkey;
alter table submission_payees drop constraint submission_payees_submission_id_fkey;
