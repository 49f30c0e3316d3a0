-- Addresses under which a calendar program reads who is away. The secret in the address is stored as its hash; a feed ends when it
-- is revoked, or when its person may no longer read the company.
create table calendar_feeds (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  user_id integer not null references users,
  token_hash bytea not null unique,
  created_at timestamptz(0) not null,
  revoked_at timestamptz(0)
);
create index calendar_feeds_company on calendar_feeds (company_id);
create index calendar_feeds_customer on calendar_feeds (customer_id);
create index calendar_feeds_user on calendar_feeds (user_id);
