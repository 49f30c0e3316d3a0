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
  gateway_behaviours: 'how the simulators behave',
  gateway_messages: 'what the simulators received',
  rate_buckets: 'counters of the limits, by caller or address',
  sign_in_tries: 'counters of sign-ins, by address and name',
  audit_unlinked: 'rows that wait for their link, seconds long',
  customers: 'the list of customers itself: its key is what the others are spread by',
}

/**
 * Tables of 0.1.0 and of the first months of 0.2.0 that find their customer through another row. The list is closed: a new table
 * has the column. `through` names the column, and what stands in the way of adding it.
 */
export const WITHOUT_CUSTOMER: Record<string, { through: string; why: string }> = {
  ...through('company_id', 'seldom written: a column and an update of the inserts', [
    'allowance_descriptions',
    'awards',
    'company_allowances',
    'company_pay_rates',
    'pay_rate_groups',
    'pay_runs',
    'payees',
    'payment_files',
    'payment_redirects',
    'settlements',
    'snapshots',
    'standing_items',
    'stp_systems',
    'submissions',
    'super_files',
    'terminations',
  ]),
  ...through(
    'company_id',
    'written with every pay: four bytes and a comparison for each row, to be measured first',
    ['pays', 'payment_lines'],
  ),
  ...through('pay_id', 'written with every pay, in one statement with it', ['pay_lines', 'leave_movements']),
  ...through('employee_id', 'seldom written: a column and an update of the inserts', [
    'employee_bank_accounts',
    'employee_pay_rates',
    'employee_super_funds',
    'stp_payees',
  ]),
  ...through('allowance_id', 'joins two rows that lead to the customer', ['company_allowance_employees']),
  ...through('pay_rate_id', 'joins two rows that lead to the customer', ['pay_rate_employees']),
  ...through('submission_id', 'written with its message', [
    'payday_details',
    'payday_lines',
    'submission_payees',
    'submission_pays',
  ]),
  ...through('mail_id', 'written with its mail', ['outbox_attachments']),
  ...through('grant_id', 'looked up by a secret alone, before the customer is known', [
    'oauth_codes',
    'oauth_tokens',
    'sessions',
  ]),
  ...through('user_id', 'looked up by a secret alone, before the customer is known', ['password_links']),
  ...through('scope', 'the scope names the client and the customer in one text', ['idempotency_keys']),
  ...through('chain', 'the number of a chain is the customer’s id, 0 for none', [
    'audit_links',
    'audit_checkpoints',
  ]),
}

function through(column: string, why: string, tables: readonly string[]) {
  return Object.fromEntries(tables.map((table) => [table, { through: column, why }]))
}

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
      'begins with a row that belongs to one customer: the customer’s id goes in front of it, and no row changes',
    isOf: (columns) => /_id$/.test(columns[0] ?? ''),
  },
]
