-- A customer's contribution files that wait for an answer, and a customer's endpoints: found without reading every row.
create index super_files_unanswered on super_files (customer_id)
  where transmission in ('queued', 'sent') and cancelled_at is null;
create index webhook_endpoints_every on webhook_endpoints (customer_id);
