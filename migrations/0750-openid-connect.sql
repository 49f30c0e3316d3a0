-- Keys that sign ID tokens (RS256). The private half is sealed. A new key is made when ENCRYPTION_KEYS gets a new first key; the old
-- one is retired and stays listed until every token it signed has expired.
create table signing_keys (
  kid text primary key,
  public_key jsonb not null,
  private_key text not null,
  made_under text not null,
  created_at timestamptz(0) not null,
  retired_at timestamptz(0)
);
create unique index signing_keys_current on signing_keys (made_under) where retired_at is null;

alter table oauth_codes add column nonce text;
alter table oauth_grants
  -- When the person who allowed it had signed in.
  add column authenticated_at timestamptz(0),
  -- The most that the grant may do, where that is less than the role of the person who gave it.
  add column role text check (role in ('admin', 'member', 'reader')),
  -- What its owner calls a personal token.
  add column name text;

alter table oauth_clients
  -- Null: no client credentials. Otherwise the role with which it acts on the account of its owner.
  add column service_role text check (service_role in ('admin', 'member', 'reader')),
  -- The person who allowed client credentials; what the application may do never exceeds what they may.
  add column service_user_id integer references users,
  -- Public keys (JWK) that prove the application in place of a secret.
  add column public_keys jsonb not null default '[]',
  add constraint oauth_clients_service check (num_nonnulls(service_role, service_user_id) in (0, 2));
create index oauth_clients_service_user on oauth_clients (service_user_id) where service_user_id is not null;

-- Assertions of private keys work once.
create table used_assertions (
  customer_id integer not null references customers,
  client_id text not null references oauth_clients,
  jti_hash bytea not null,
  expires_at timestamptz(0) not null,
  primary key (customer_id, client_id, jti_hash)
);

insert into oauth_clients (client_id, name, created_at) values ('tasman-personal', 'Personal token', now());
