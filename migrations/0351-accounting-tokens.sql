-- What renews the access token of the accounting system, and when that ends; null: not known, whoever connects hands in a new one.
alter table accounting_connections
  -- Encrypted.
  add column refresh_token text,
  add column expires_at timestamptz(0);
