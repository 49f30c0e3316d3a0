-- Super member numbers are encrypted from now on. The re-encryption job runs again for those of employees, funds,
-- contributions and webhooks; the index finds the snapshots whose content still has them.
-- cells:
create index snapshots_open_members on snapshots (id) where content @? '$.funds[*].member_number ? (@ != null)';

-- A row of a contribution file names the line that it pays, instead of fund and member number.
update super_files file set row_lines = (
  select jsonb_agg(jsonb_build_array(entry -> 0, (
    select min(line.id) from payment_lines line
    where line.super_file_id = file.id and line.pay_id = (entry ->> 0)::int and line.party = entry ->> 1)) order by place)
  from jsonb_array_elements(file.row_lines) with ordinality as entries (entry, place))
where row_lines is not null and row_lines <> '[]';

-- The history of an employee shows the last three characters, as of other numbers.
update employee_history set changes = (
  select jsonb_agg(case when change ->> 'field' = 'default_employee_fund_member_number'
    then change || jsonb_build_object('before', '***' || right(change ->> 'before', 3), 'after', '***' || right(change ->> 'after', 3))
    else change end order by place)
  from jsonb_array_elements(changes) with ordinality as entries (change, place))
where changes @> '[{"field": "default_employee_fund_member_number"}]';

-- Terms that have begun do not repeat the number of the employee.
update employee_terms set fields = fields::jsonb - 'default_employee_fund_member_number', before = before::jsonb - 'default_employee_fund_member_number'
where status <> 'scheduled' and fields::jsonb || before::jsonb ? 'default_employee_fund_member_number';

-- directory:
update sealing_keys set swept_at = null;
