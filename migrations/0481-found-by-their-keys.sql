-- Looked up without an index until now, which reads whole tables once many employers share them (test/simulator/plans.test.ts):
-- a message by the one that it replaces, lines of payments that are not living by their pay, words of a customer.
create index submissions_replaces on submissions (replaces_id) where replaces_id is not null;
drop index payment_lines_pay;
create index payment_lines_pay on payment_lines (pay_id);
create index employment_types_customer on employment_types (customer_id);
create index employment_tenures_customer on employment_tenures (customer_id);
