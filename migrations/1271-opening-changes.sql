-- Opening figures are part of a year to date that an authority holds. A change of them is in no pay, so it is recorded with
-- the income year that it changes, beside the changes of a person's numbers, which concern every year (`year` is null).
create or replace view identity_changes as
select id, customer_id, company_id, employee_id, at,
  changes @? '$[*] ? (@.field == "tax_file_number" || @.field == "ird_number")' as is_number, null::integer as year
from employee_history where action = 'changed' and changes @? '$[*] ? (@.field == "tax_file_number" || @.field == "ird_number" || @.field == "date_of_birth")'
union all
select history.id, history.customer_id, history.company_id, history.employee_id, history.at, false, (change ->> 'after')::integer
from employee_history history cross join lateral jsonb_array_elements(history.changes) change
where history.action = 'opening-figures' and history.changes @? '$[*] ? (@.field == "opening_figures_reported")'
  and change ->> 'field' = 'opening_figures_reported';

create index employee_history_opening on employee_history (company_id, employee_id, id)
  where action = 'opening-figures' and changes @? '$[*] ? (@.field == "opening_figures_reported")';
