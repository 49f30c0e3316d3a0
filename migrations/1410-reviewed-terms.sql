-- Whether two people approved where a scheduled change sends money. Otherwise the account is held when the change is made.
-- cells:
alter table employee_terms add column is_account_reviewed boolean not null default false;
