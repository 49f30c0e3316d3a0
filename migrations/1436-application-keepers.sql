-- The people who control an application: those who registered it, had its secret, or changed its keys or redirect addresses. They do
-- not approve what it prepares. For applications from before, the audit log has them.
-- directory:
alter table oauth_clients add column keeper_ids integer[] not null default '{}';
update oauth_clients client set keeper_ids = (
  select coalesce(array_agg(distinct keeper.user_id), '{}') from (
    select client.service_user_id as user_id
    union
    select user_id from audit_log log
    where log.customer_id = client.customer_id and log.outcome < 400
      and (log.action = 'createClient' and log.at between client.created_at - interval '1 minute' and client.created_at + interval '1 minute'
        or log.action in ('updateClient', 'rotateClientSecret') and log.target like '%' || client.client_id || '%')) keeper
  where keeper.user_id is not null)
where customer_id is not null;
