-- The job that looks for unusual things takes the marks of one run at a time.
create index run_changes_run on run_changes (pay_run_id);
