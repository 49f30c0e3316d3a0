-- Customers may be spread over cells: schemas with tables of their own (docs/guides/cells.md). All that is there stays in the cell
-- `main`, which is the schema public.
create table cells (
  name text primary key check (name ~ '^[a-z][a-z0-9_]{0,30}$'),
  -- draining: takes no new customers
  state text not null default 'open' check (state in ('open', 'draining')),
  created_at timestamptz not null default now()
);
insert into cells (name) values ('main');

-- Which migrations ran in cells other than main; kysely_migration says it of main and of the directory.
create table cell_migrations (
  cell text not null references cells (name) on delete cascade,
  name text not null,
  ran_at timestamptz not null default now(),
  primary key (cell, name)
);

alter table customers add column cell text not null default 'main' references cells (name),
  -- set while its rows are copied to another cell: it can read, and writes are answered 503
  add column moving_since timestamptz;

-- From the directory to tables of cells: no key can watch a row in the schema of whichever cell the customer is in.
alter table customers drop constraint customers_default_company_id_fkey;
alter table users drop constraint users_employee_id_fkey;
alter table invitations drop constraint invitations_employee_id_fkey;
alter table company_roles drop constraint company_roles_company_id_fkey;
alter table company_rules drop constraint company_rules_company_id_fkey;
alter table portfolio_companies drop constraint portfolio_companies_company_id_fkey;
alter table calendar_feeds drop constraint calendar_feeds_company_id_fkey;
