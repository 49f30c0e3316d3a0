-- Browsers at which a person has signed in: a sign-in at another one is reported to the person.
create table known_devices (
  user_id integer not null references users,
  device_hash bytea not null,
  customer_id integer not null references customers,
  user_agent text,
  ip text,
  first_seen_at timestamptz(0) not null,
  last_seen_at timestamptz(0) not null,
  primary key (user_id, device_hash)
);
create index known_devices_customer on known_devices (customer_id);
