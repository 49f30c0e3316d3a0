-- The pair that replaced a refresh token, encrypted: for a client that sends the old one again within REFRESH_GRACE_SECONDS.
alter table oauth_tokens add column successor text, add column successor_until timestamptz(3);
create index oauth_tokens_successor on oauth_tokens (successor_until) where successor_until is not null;
