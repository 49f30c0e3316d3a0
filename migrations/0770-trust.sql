-- What a company asks of callers beyond their role. A company without a row asks nothing.
create table company_rules (
  company_id integer primary key references companies,
  customer_id integer not null references customers,
  -- Applications see tax and bank account numbers masked.
  masks_numbers boolean not null default false,
  updated_at timestamptz(0) not null
);
create index company_rules_customer on company_rules (customer_id);
create trigger access_changed after insert or update on company_rules
  for each row execute function tell_access_changed('customer', 'customer_id');

-- Whose numbers or documents a read showed: ranges of employee ids stay small for a list of a whole company.
alter table audit_log add column seen int4multirange;
create index audit_log_seen on audit_log using gist (seen) where seen is not null;
