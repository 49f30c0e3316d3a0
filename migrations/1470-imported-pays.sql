-- The draft pays that an import of time created, so that the import can be undone until one of them is processed.
-- cells:
create table import_pays (
  import_id integer not null references imports on delete cascade,
  customer_id integer not null references customers,
  pay_id integer not null references pays on delete cascade,
  primary key (import_id, pay_id)
);
create index import_pays_customer on import_pays (customer_id);
create index import_pays_pay on import_pays (pay_id);
