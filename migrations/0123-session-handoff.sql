-- A reseller opens a client's account for half an hour without a password, if the client's owner allows it.

alter table partner_clients
  -- When the owner answered the question, which is put at the first sign-in.
  add column handoff_asked_at timestamptz(0),
  add column handoff_allowed_at timestamptz(0),
  add column handoff_allowed_by integer references users,
  add check ((handoff_allowed_at is null) = (handoff_allowed_by is null));

create table session_handoffs (
  token_hash bytea primary key,
  partner_id integer not null references customers,
  customer_id integer not null references customers,
  -- The owner who allowed it: the session is theirs.
  user_id integer not null references users,
  created_by integer not null references users,
  return_to text not null,
  created_at timestamptz(0) not null,
  expires_at timestamptz not null,
  used_at timestamptz(0)
);
create index session_handoffs_customer on session_handoffs (customer_id);
create index session_handoffs_age on session_handoffs (expires_at);

-- The partner who opened it; null: the person signed in.
alter table sessions add column opened_by_id integer references customers;
alter table oauth_grants add column opened_by_id integer references customers;
