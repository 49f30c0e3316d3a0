-- A sentence of the payroll officer that stands on the payslip.
alter table pays add column note text;

-- How far a long job on a run has come, written beside its transaction. No foreign key: it must never wait for the job.
create table run_jobs (
  pay_run_id integer primary key,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  job text not null check (job in ('process')),
  done integer not null,
  total integer not null,
  updated_at timestamptz(0) not null
);
create index run_jobs_customer on run_jobs (customer_id);
create index run_jobs_company on run_jobs (company_id);

-- Stages of a run that no ledger tells: somebody looked it over, or handed the payslips out.
create table run_marks (
  pay_run_id integer not null references pay_runs on delete cascade,
  stage text not null check (stage in ('reviewed', 'payslips')),
  customer_id integer not null references customers,
  company_id integer not null references companies,
  user_id integer references users on delete set null,
  -- Stands for the figures that were looked at: once they differ, the mark holds no more.
  figures text not null,
  marked_at timestamptz(0) not null,
  primary key (pay_run_id, stage)
);
create index run_marks_customer on run_marks (customer_id);
create index run_marks_company on run_marks (company_id);
create index run_marks_user on run_marks (user_id);
