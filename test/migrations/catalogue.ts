/*
 * What each table is, for the day when customers are spread over several machines (docs/scale.md): a distributed PostgreSQL
 * copies reference data everywhere, and asks of all other rows that they name their customer, in every unique key too.
 */

/** The same for all customers, changed by a release or an operator: copied to every machine. */
export const REFERENCE: Record<string, string> = {
  products: 'the plans that can be bought',
  fund_registry: 'super funds as the registry knows them',
}

/** Of the running service itself: stays on one machine, or is not needed on the others. */
export const INSTALLATION: Record<string, string> = {
  kysely_migration: 'which migrations ran',
  kysely_migration_lock: 'who migrates',
  demo_state: 'whether demo data was made',
  sealing_keys: 'which keys are in use',
  law_bundles: 'the law is the same for all customers',
  signing_keys: 'the keys of ID tokens',
  gateway_behaviours: 'how the simulators behave',
  gateway_messages: 'what the simulators received',
  rate_buckets: 'counters of the limits, by caller or address',
  sign_in_tries: 'counters of sign-ins, by address and name',
  audit_unlinked: 'rows that wait for their link, seconds long',
  customers: 'the list of customers itself: its key is what the others are spread by',
}

/** Where a row takes its customer from when its own insert does not know it: the row it hangs on, and the column that names that row. */
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

/** Selects the tables that hold a row of another customer than the row it hangs on, with how many. */
export const MISPLACED = Object.entries(HANGS_ON)
  .map(
    ([table, [parent, link]]) =>
      `select '${table}' as name, count(*)::int as rows from ${table} child join ${parent} parent on parent.id = child.${link}
       where child.customer_id is distinct from parent.customer_id having count(*) > 0`,
  )
  .join(' union all ')

/** Unique keys that do not name the customer, by what they are made of, and what each kind would take. */
export const KEYS: { reason: string; isOf(columns: readonly string[]): boolean }[] = [
  {
    reason:
      'a number that one sequence gives out for all customers: (customer_id, id) is as unique, and no row changes',
    isOf: (columns) => columns.join() === 'id',
  },
  {
    reason:
      'must be unique over all customers, and is looked up before the customer is known: a directory of its own, not spread',
    isOf: (columns) =>
      columns.some((column) => /(_hash|email|client_id|sign_in_key|tax_number|message_id)$/.test(column)),
  },
  {
    reason:
      'begins with a word that is made of the customer’s id: the id itself goes in front of it, and no row changes',
    isOf: (columns) => ['chain', 'scope'].includes(columns[0] ?? ''),
  },
  {
    reason:
      'begins with a row that belongs to one customer: the customer’s id goes in front of it, and no row changes',
    isOf: (columns) => /_id$/.test(columns[0] ?? ''),
  },
]
