-- The operator of the service prepares corrections too, and is no user of the customer.
alter table approvals alter column prepared_by drop not null;
create unique index approvals_of_operator on approvals (customer_id, request_hash) where state = 'waiting' and prepared_by is null;
