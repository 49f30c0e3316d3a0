-- The day an employee died, set by a termination with that reason: what is paid later belongs to the estate.
alter table employees add column deceased_on date;
update employees e set deceased_on = e.termination_date
from terminations t
where t.employee_id = e.id and e.is_terminated and t.result->>'reason' like 'DEATH%'
  and t.id = (select max(id) from terminations latest where latest.employee_id = e.id);
