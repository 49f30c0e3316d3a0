-- What new pays read of an employee's pays before the month, as text: kept so that a pay in June does not fetch fifty rows for three
-- sums. Written by whoever had to add them up, gone as soon as one of these pays changes; nothing is lost with it.
create table past_sums (
  employee_id integer primary key,
  customer_id integer not null,
  -- From this day on, with sums of their own from each of the next two, up to the last.
  from_day date not null,
  year_day date not null,
  quarter_day date not null,
  end_day date not null,
  -- The runs of all these pays end before this day.
  period_start date not null,
  -- Names the way in which the release writes the lines.
  form text not null,
  lines text not null
) with (fillfactor = 70);

-- Rows are replaced once a month and removed by every pay that comes late.
create function past_sums_outdated() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from past_sums where employee_id = any(array(select employee_id from made where status = 'processed'))
      and end_day > (select min(processed_date) from made);
  elsif tg_op = 'DELETE' then
    delete from past_sums where employee_id = any(array(select employee_id from gone where status = 'processed'))
      and end_day > (select min(processed_date) from gone);
  else
    -- A pay that is reported changes in no column that is read.
    delete from past_sums where employee_id = any(array(
      select unnest(array[gone.employee_id, made.employee_id]) from gone join made on made.id = gone.id
      where (gone.employee_id, gone.status, gone.processed_date, gone.pay_run_id, gone.is_termination, gone.advances,
          gone.taxable_gross, gone.tax, gone.super, gone.super_base_counted, gone.super_base, gone.compulsory_super,
          gone.resc_super, gone.sacrificed_super, gone.super_due_date, gone.period_taxable, gone.period_tax,
          gone.method_b2_amount, gone.method_b2_tax, gone.method_b2_study_loan, gone.tax_carried)
        is distinct from (made.employee_id, made.status, made.processed_date, made.pay_run_id, made.is_termination, made.advances,
          made.taxable_gross, made.tax, made.super, made.super_base_counted, made.super_base, made.compulsory_super,
          made.resc_super, made.sacrificed_super, made.super_due_date, made.period_taxable, made.period_tax,
          made.method_b2_amount, made.method_b2_tax, made.method_b2_study_loan, made.tax_carried)))
      and end_day > least((select min(processed_date) from gone), (select min(processed_date) from made));
  end if;
  return null;
end $$;
create trigger past_added after insert on pays referencing new table as made
  for each statement execute function past_sums_outdated();
create trigger past_changed after update on pays referencing old table as gone new table as made
  for each statement execute function past_sums_outdated();
create trigger past_removed after delete on pays referencing old table as gone
  for each statement execute function past_sums_outdated();
