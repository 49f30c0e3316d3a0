-- The name in Latin letters that goes to the authorities, where the employee's own name cannot.
alter table employees add column reporting_first_name text, add column reporting_last_name text;
