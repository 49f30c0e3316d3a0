-- The terms of an employee by date: every change of a field that calculations read, with the day from which it applies. It grows out of
-- the dated changes. A change without a date of its own has the day on which it was entered.
alter table employee_changes rename to employee_terms;
alter index employee_changes_pkey rename to employee_terms_pkey;
alter index employee_changes_employee rename to employee_terms_employee;
alter index employee_changes_customer rename to employee_terms_customer;
alter index employee_changes_due rename to employee_terms_due;
alter sequence employee_changes_id_seq rename to employee_terms_id_seq;
alter table employee_terms
  -- Null: sent with a date.
  add column entered_on date,
  add column origin text not null default 'entered' check (origin in ('entered', 'reconstructed'));

-- What was changed before this migration applied from the day on which it was entered.
insert into employee_terms (customer_id, company_id, employee_id, effective_from, fields, before, status, created_at, applied_at,
  entered_on, origin)
select h.customer_id, h.company_id, h.employee_id, h.at::date, c.fields, c.before, 'applied', h.at, h.at, h.at::date, 'reconstructed'
from employee_history h
cross join lateral (
  select json_object_agg(change->>'field', change->'after') as fields, json_object_agg(change->>'field', change->'before') as before
  from jsonb_array_elements(h.changes) change
  where change->>'field' not in ('tax_file_number', 'ird_number', 'effective_from')
    and change->>'field' !~ '^(primary|secondary)_bank_'
) c
where h.action = 'changed' and c.fields is not null
  and not exists (select from employee_terms dated where dated.employee_id = h.employee_id
    and (dated.created_at = h.at or dated.applied_at = h.at));

-- Of everyone who was employed before this migration, the first terms are as good as what is known of them.
insert into employee_terms (customer_id, company_id, employee_id, effective_from, fields, before, status, created_at, applied_at,
  entered_on, origin)
select customer_id, company_id, id, start_date, '{}', '{}', 'applied', created_at, created_at, start_date, 'reconstructed'
from employees;
