-- Which column of a file means which field, as somebody matched it once: the next file of the kind is read the same way.
create table import_columns (
  company_id integer not null references companies,
  customer_id integer not null references customers,
  kind text not null,
  -- The column's name in lower case.
  header text not null,
  -- Null: the column is left out.
  field text,
  primary key (company_id, kind, header)
);
create index import_columns_customer on import_columns (customer_id);
