-- The partner's officer who prepared a request in an account that they opened; null for everyone else.
-- cells:
alter table approvals add column prepared_officer integer;
