-- Where payslips go when it is not the employee's usual address.
alter table employees add column payslip_email text;

-- A payslip that goes out by mail: drawn when it is sent, from what the pay remembers.
create table payslip_mails (
  mail_id integer primary key references outbox on delete cascade,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  -- No foreign key: a pay may be deleted, and the mail then says so instead of leaving.
  pay_id integer not null,
  employee_id integer not null references employees,
  file_name text not null,
  password_kind text not null check (password_kind in ('NONE', 'DATE_OF_BIRTH')),
  created_at timestamptz(0) not null
);
create index payslip_mails_pay on payslip_mails (pay_id);
create index payslip_mails_customer on payslip_mails (customer_id);
create index payslip_mails_company on payslip_mails (company_id);
create index payslip_mails_employee on payslip_mails (employee_id);
