-- Looked up without an index until now, which reads whole tables once many employers share them (test/simulator/plans.test.ts):
-- a message by the one that it replaces, lines of payments that are not living by their pay, words of a customer.
create index submissions_replaces on submissions (replaces_id) where replaces_id is not null;
drop index payment_lines_pay;
create index payment_lines_pay on payment_lines (pay_id);
create index employment_types_customer on employment_types (customer_id);
create index employment_tenures_customer on employment_tenures (customer_id);
-- What waits, for the metrics of every minute; runs of a calendar, grants of a person, customers of a company that goes.
create index submissions_waiting on submissions (due_date) where status in ('queued', 'sent');
create index pay_runs_calendar on pay_runs (pay_calendar_id) where pay_calendar_id is not null;
create index oauth_grants_user on oauth_grants (user_id) where revoked_at is null;
create index customers_default_company on customers (default_company_id) where default_company_id is not null;
