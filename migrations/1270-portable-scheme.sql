-- The portable long service leave scheme that the work belongs to. Snapshots of pays keep it, so the levy report reads it as it was.
-- cells:
alter table employees add column portable_long_service_scheme text not null default 'NOT_STATED';
create trigger snapshot_changed_by_portable_scheme before update of portable_long_service_scheme
on employees for each row when (old.snapshot_id is not null) execute function forget_snapshot();
