-- One final pay of an employee may wait at a time, and the job that processes those whose day has come finds them here.
create unique index pays_staged_terminations on pays (employee_id) include (processed_date)
  where is_termination and status = 'pending';
