-- Results of deliveries are matched by id and attempt. With an index on `state = 'sending'` the server took it for the shorter way and
-- compared each result with everything under way: a delivery is leased exactly while it is being sent.
drop index webhook_deliveries_leased;
create index webhook_deliveries_leased on webhook_deliveries (leased_until) where leased_until is not null;
