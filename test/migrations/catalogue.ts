/** Tables whose rows belong to no single customer, with the reason. Every other table names its customer. */
export const WITHOUT_CUSTOMER: Record<string, string> = {
  products: 'the plans that can be bought',
  fund_registry: 'super funds as the registry knows them',
  kysely_migration: 'which migrations ran',
  kysely_migration_lock: 'who migrates',
  cells: 'the schemas that customers are spread over',
  cell_migrations: 'which migrations ran in each',
  demo_state: 'whether demo data was made',
  sealing_keys: 'which keys are in use',
  law_bundles: 'the law is the same for all customers',
  signing_keys: 'the keys of ID tokens',
  gateway_behaviours: 'how the simulators behave',
  gateway_messages: 'what the simulators received',
  rate_buckets: 'counters of the limits, by caller or address',
  sign_in_tries: 'counters of sign-ins, by address and name',
  passkey_challenges: 'what authenticators are asked to sign, minutes long',
  audit_unlinked: 'rows that wait for their link, seconds long',
  customers: 'the list of customers itself',
}

/**
 * The parent row that gives a row its customer when the insert does not know it, and the column that refers to that
 * parent.
 */
export const HANGS_ON: Record<string, readonly [parent: string, link: string]> = {
  ...hangingOn('companies', 'company_id', [
    ...['allowance_descriptions', 'awards', 'company_allowances', 'company_pay_rates', 'pay_rate_groups'],
    ...['former_identities', 'office_payments', 'payee_redirects', 'privacy_requests'],
    ...['pay_runs', 'payees', 'payment_files', 'payment_lines', 'payment_redirects', 'pays', 'settlements'],
    ...[
      'snapshots',
      'standing_items',
      'stp_systems',
      'submissions',
      'super_files',
      'terminations',
      'employees',
    ],
  ]),
  ...hangingOn('employees', 'employee_id', [
    ...['employee_bank_accounts', 'employee_pay_rates', 'employee_super_funds', 'stp_payees'],
  ]),
  ...hangingOn('company_allowances', 'allowance_id', ['company_allowance_employees']),
  ...hangingOn('company_pay_rates', 'pay_rate_id', ['pay_rate_employees']),
  ...hangingOn('submissions', 'submission_id', [
    ...['payday_details', 'payday_lines', 'submission_payees', 'submission_pays'],
  ]),
  ...hangingOn('pays', 'pay_id', ['pay_lines', 'leave_movements', 'reported_pays']),
  ...hangingOn('outbox', 'mail_id', ['outbox_attachments']),
  ...hangingOn('oauth_grants', 'grant_id', ['oauth_codes', 'oauth_tokens']),
  ...hangingOn('users', 'user_id', ['sessions', 'password_links']),
}

function hangingOn(parent: string, link: string, tables: readonly string[]) {
  return Object.fromEntries(tables.map((table) => [table, [parent, link] as const]))
}

/** Selects the tables with rows of another customer than their parent row, with the number of such rows. */
export const MISPLACED = Object.entries(HANGS_ON)
  .map(
    ([table, [parent, link]]) =>
      `select '${table}' as name, count(*)::int as rows from ${table} child join ${parent} parent on parent.id = child.${link}
       where child.customer_id is distinct from parent.customer_id having count(*) > 0`,
  )
  .join(' union all ')
