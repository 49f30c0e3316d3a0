-- How far a long job of a company has come, written beside its transaction. Takes the place of run_jobs, which knew processing alone.
drop table run_jobs;
create table company_jobs (
  company_id integer not null references companies,
  job text not null check (job in ('draft', 'process', 'payslips', 'import')),
  -- The run that is worked on; 0 where there is none yet. No foreign key: it must never wait for the job.
  pay_run_id integer not null,
  customer_id integer not null references customers,
  done integer not null,
  total integer not null,
  updated_at timestamptz(0) not null,
  primary key (company_id, job, pay_run_id)
);
create index company_jobs_customer on company_jobs (customer_id);
