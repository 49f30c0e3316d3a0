-- Bundles of rate tables that an operator installed beside the one of the release. Every process switches at the same time.
create table law_bundles (
  version text primary key,
  digest text not null,
  -- The signed file as it was installed.
  content text not null,
  key_id text not null,
  installed_at timestamptz(0) not null,
  active_from timestamptz not null,
  -- Rolled back from then on.
  withdrawn_from timestamptz
);

-- The bundle that a pay was calculated with. Pays made before are not known to have used any.
alter table pays add column law_version text;

-- Which warnings about a table that ends were mailed to a customer's owners.
create table law_notices (
  customer_id integer not null references customers,
  notice text not null,
  sent_at timestamptz(0) not null,
  primary key (customer_id, notice)
);
