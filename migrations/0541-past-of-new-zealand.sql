-- New Zealand reads sixty weeks of each employee, pay by pay: their lines are kept, too. They have no days at which sums begin.
alter table past_sums alter column year_day drop not null, alter column quarter_day drop not null;

-- Reporting writes no pay any more, so whatever changes a processed pay may change what is read of it.
create or replace function past_sums_outdated() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from past_sums where employee_id = any(array(select employee_id from made where status = 'processed'))
      and end_day > (select min(processed_date) from made);
  elsif tg_op = 'DELETE' then
    delete from past_sums where employee_id = any(array(select employee_id from gone where status = 'processed'))
      and end_day > (select min(processed_date) from gone);
  else
    delete from past_sums where employee_id = any(array(
        select employee_id from gone where status = 'processed' union all
        select employee_id from made where status = 'processed'))
      and end_day > least((select min(processed_date) from gone where status = 'processed'),
        (select min(processed_date) from made where status = 'processed'));
  end if;
  return null;
end $$;
alter function past_sums_outdated() reset enable_nestloop;
