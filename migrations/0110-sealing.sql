-- What is sealed at rest, under which keys, and how far the sealing anew has come.

-- One row for each key that the database knows; the canary tells a wrong key at the start.
create table sealing_keys (
  key_id text primary key,
  canary text not null,
  created_at timestamptz(0) not null,
  -- Every stored value is sealed under this key, in the present format.
  swept_at timestamptz(0),
  -- No stored value needs it any more: it may be left out of the settings, and must not seal again.
  retired_at timestamptz(0)
);

-- Sealed values differ each time, so equal numbers are found by a keyed fingerprint. Null until the row is sealed.
alter table partner_clients add column tax_number_hash bytea;
create unique index partner_clients_tax_number_hash on partner_clients (country, tax_number_hash);
alter table gateway_messages add column account_hash bytea;
create index gateway_messages_account_hash on gateway_messages (gateway, account_hash);

-- A grant, and every code and token under it, is good in the mode it was made in: what the demo handed out opens
-- nothing after a production start on the same database. A database that was ever seeded as a demo is one.
-- Each connection of the service says its mode, so whatever writes a row cannot forget it.
create function service_mode() returns text language sql stable as $$
  select coalesce(nullif(current_setting('tasman.mode', true), ''),
    case when exists (select from demo_state) then 'demo' else 'production' end)
$$;
alter table oauth_grants add column mode text not null default 'production' check (mode in ('demo', 'test', 'production'));
alter table sessions add column mode text not null default 'production' check (mode in ('demo', 'test', 'production'));
update oauth_grants set mode = 'demo' where exists (select from demo_state);
update sessions set mode = 'demo' where exists (select from demo_state);
alter table oauth_grants alter column mode set default service_mode();
alter table sessions alter column mode set default service_mode();
