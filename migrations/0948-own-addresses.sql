-- A sender address and a web address of a customer's own. Each is used once a DNS record proves that its domain is theirs.
create table own_addresses (
  customer_id integer primary key references customers,
  sender_address text,
  web_host text,
  challenge text not null,
  sender_verified_at timestamptz,
  web_verified_at timestamptz,
  updated_at timestamptz not null
);
create unique index own_addresses_web_host on own_addresses (web_host) where web_verified_at is not null;
