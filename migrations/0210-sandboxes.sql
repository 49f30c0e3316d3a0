-- A customer may be a sandbox: it has a clock of its own, which runs ahead of the service's by lead_ms and never behind it.
create table sandboxes (
  customer_id integer primary key references customers (id),
  lead_ms bigint not null default 0 check (lead_ms >= 0),
  -- Where the clock is on its way to; null: nowhere.
  advance_to timestamptz,
  faults jsonb not null default '{}',
  created_at timestamptz(0) not null
);

-- A caller carries the time and the faults of its sandbox.
create trigger access_changed after insert or update of lead_ms, faults on sandboxes
  for each row execute function tell_access_changed('customer', 'customer_id');
