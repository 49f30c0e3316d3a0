-- A deduction of single pays that goes to another payee than the employee's standing item names, or to one where the row named none.
create table payee_redirects (
  pay_id integer not null,
  description text not null,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  payee_id integer not null references payees,
  payee_reference text,
  reason text,
  created_by integer not null references users,
  created_at timestamptz(0) not null,
  primary key (pay_id, description)
);
create index payee_redirects_company on payee_redirects (company_id);
create index payee_redirects_customer on payee_redirects (customer_id);
create index payee_redirects_payee on payee_redirects (payee_id);
create index payee_redirects_created_by on payee_redirects (created_by);
