-- Answers to pay requests are dropped after two days; their keys and all of partners' stay, so the job looks at few rows.
drop index idempotency_keys_age;
create index idempotency_keys_age on idempotency_keys (created_at) where scope not like 'partner:%';
create index idempotency_keys_answers on idempotency_keys (created_at)
  where scope not like 'partner:%' and response is not null;
