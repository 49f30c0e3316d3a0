-- What Single Touch Payroll reports of a payee's income year beyond the pays: fringe benefits, and amounts of work abroad.
create table stp_payee_years (
  employee_id integer not null references employees,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  -- The year in which the income year ends.
  year integer not null,
  -- Reportable fringe benefits of an employer that pays the tax (T) and of one that is exempt from it (X).
  fringe_benefits numeric not null,
  exempt_fringe_benefits numeric not null,
  -- By income type: [{income_type, foreign_tax, exempt_foreign_income}], amounts as text.
  incomes json not null,
  updated_at timestamptz(0) not null,
  primary key (employee_id, year)
);
create index stp_payee_years_company on stp_payee_years (company_id, year);
create index stp_payee_years_customer on stp_payee_years (customer_id);

-- The registered agent who lodges for the payer: {abn, agent_number, name, email_address, phone}; null: nobody does.
alter table stp_systems add column agent json;
