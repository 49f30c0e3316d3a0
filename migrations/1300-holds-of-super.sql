-- Contributions to a fund or membership that one person changed wait for a day, as payments to a changed account do.
-- cells:
alter table account_holds add column is_super boolean not null default false;
