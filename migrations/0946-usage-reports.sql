-- The months whose usage was sent to a reseller as an event, each once.
create table usage_reports (
  customer_id integer not null references customers,
  month date not null check (extract(day from month) = 1),
  recorded_at timestamptz not null,
  primary key (customer_id, month)
);
