-- The customer's id is a column of every row that belongs to one, so that a distributed PostgreSQL can spread tables by it
-- (docs/scale.md). Each row takes it from the row that it hangs on, whose customer never changes; the service writes it with the row.
-- No foreign keys: the row it hangs on has one, and a check for each line of a pay would be the dearest part of writing it.

-- What the triggers tell (figures of a payday changed) does not change here.
alter table payment_lines disable trigger user;
alter table submission_pays disable trigger user;

do $$
declare
  part record;
begin
  for part in
    select name, parent, link from (values
      ('allowance_descriptions', 'companies', 'company_id'),
      ('awards', 'companies', 'company_id'),
      ('company_allowances', 'companies', 'company_id'),
      ('company_pay_rates', 'companies', 'company_id'),
      ('pay_rate_groups', 'companies', 'company_id'),
      ('payees', 'companies', 'company_id'),
      ('payment_files', 'companies', 'company_id'),
      ('payment_lines', 'companies', 'company_id'),
      ('payment_redirects', 'companies', 'company_id'),
      ('settlements', 'companies', 'company_id'),
      ('snapshots', 'companies', 'company_id'),
      ('stp_systems', 'companies', 'company_id'),
      ('submissions', 'companies', 'company_id'),
      ('super_files', 'companies', 'company_id'),
      ('employee_bank_accounts', 'employees', 'employee_id'),
      ('employee_pay_rates', 'employees', 'employee_id'),
      ('employee_super_funds', 'employees', 'employee_id'),
      ('stp_payees', 'employees', 'employee_id'),
      ('oauth_codes', 'oauth_grants', 'grant_id'),
      ('oauth_tokens', 'oauth_grants', 'grant_id'),
      ('sessions', 'users', 'user_id'),
      ('password_links', 'users', 'user_id'),
      -- These hang on tables that have the column by now.
      ('company_allowance_employees', 'company_allowances', 'allowance_id'),
      ('pay_rate_employees', 'company_pay_rates', 'pay_rate_id'),
      ('payday_details', 'submissions', 'submission_id'),
      ('payday_lines', 'submissions', 'submission_id'),
      ('submission_payees', 'submissions', 'submission_id'),
      ('submission_pays', 'submissions', 'submission_id')
    ) as hung (name, parent, link)
  loop
    execute format('alter table %I add column customer_id integer', part.name);
    execute format('update %I child set customer_id = parent.customer_id from %I parent where parent.id = child.%I',
      part.name, part.parent, part.link);
    execute format('alter table %I alter column customer_id set not null', part.name);
  end loop;
end $$;

alter table payment_lines enable trigger user;
alter table submission_pays enable trigger user;

-- A mail of the installation itself is nobody's, and so is what is attached to it.
alter table outbox_attachments add column customer_id integer;
update outbox_attachments child set customer_id = parent.customer_id from outbox parent where parent.id = child.mail_id;

-- The scope begins with the customer: "customer:7/client:…" or "partner:7".
alter table idempotency_keys add column customer_id integer;
update idempotency_keys set customer_id = substring(scope from ':(\d+)')::integer;
alter table idempotency_keys alter column customer_id set not null;

-- A chain is named by its customer; 0 is the chain of what belongs to nobody.
alter table audit_links add column customer_id integer generated always as (nullif(chain, 0)) stored;
alter table audit_checkpoints add column customer_id integer generated always as (nullif(chain, 0)) stored;
