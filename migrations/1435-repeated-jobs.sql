-- Who repeated a bulk job that someone else started, and who besides the preparer may not approve a request for that reason.
-- cells:
alter table bulk_jobs add column repeated_by integer[] not null default '{}';
alter table approvals add column other_preparers integer[] not null default '{}';
