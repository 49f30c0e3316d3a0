/*
 * Where the rows of each table are stored when customers are spread over cells (docs/guides/cells.md). A cell
 * is a schema with the tables marked `cell`; all others are the directory, in `public`. Add a line here for
 * every new table: a test compares the list with the database, and its foreign keys with the marks.
 */

/** `cell`: in the schema of the customer's cell. `reference`: directory, copied to every machine. `local`: directory, on the first machine only. */
export type Mark = 'cell' | 'reference' | 'local'

/** Reference data for tenants' work: few rows that seldom change, so every machine can have a copy. Parents come first. */
const REFERENCE = [
  ...['customers', 'users', 'sandboxes', 'products', 'fund_registry', 'demo_state'],
  // Some of their rows have no customer and are offered to everyone.
  ...['employment_types', 'employment_tenures'],
] as const

const LOCAL = [
  // Tables of the installation itself.
  ...[
    'kysely_migration',
    'kysely_migration_lock',
    'cells',
    'cell_migrations',
    'sealing_keys',
    'signing_keys',
  ],
  ...['law_bundles', 'gateway_behaviours', 'gateway_messages', 'rate_buckets', 'sign_in_tries'],
  'limit_raises',
  // Read before the customer is known. If the machine of one cell is down, users of the others must still be
  // able to sign in.
  ...['oauth_clients', 'oauth_codes', 'oauth_grants', 'oauth_tokens', 'used_assertions', 'sessions'],
  ...['session_handoffs', 'password_links', 'recovery_codes', 'invitations', 'branding', 'branding_versions'],
  ...['own_addresses'],
  ...['company_roles', 'company_rules', 'portfolios', 'portfolio_companies', 'calendar_feeds'],
  ...['sign_in_policies', 'passkeys', 'passkey_challenges', 'known_devices'],
  ...['identity_providers', 'identity_domains', 'scim_tokens', 'request_log'],
  // A partner's clients may be in several cells.
  ...['partner_clients', 'partner_orders', 'partner_trials', 'usage_reports', 'webhook_endpoints'],
  // A single append-only log, so no row of it can move with its customer.
  ...['audit_log', 'audit_links', 'audit_checkpoints', 'audit_unlinked'],
] as const

const CELL = [
  ...['account_holds', 'accounting_connections', 'allowance_descriptions', 'approvals', 'awards'],
  ...['bulk_jobs', 'bulk_runs', 'companies', 'company_allowance_employees', 'company_allowances'],
  ...[
    'company_jobs',
    'company_pay_rates',
    'employee_bank_accounts',
    'employee_history',
    'employee_pay_rates',
  ],
  ...[
    'employee_requests',
    'esct_decisions',
    'notes',
    'note_mentions',
    'parental_leave_instalments',
    'payee_redirects',
    'privacy_requests',
    'report_deliveries',
    'report_views',
    'run_changes',
    'super_choices',
    'super_fund_starts',
    'unusual_reports',
  ],
  ...['employee_super_funds', 'employee_terms', 'employees', 'employments'],
  ...['former_identities', 'idempotency_keys', 'import_columns', 'import_pays'],
  ...['import_rows', 'imports'],
  ...['journal_accounts', 'journal_lines'],
  ...['journals', 'law_notices', 'leave_movements', 'leave_request_days', 'office_payments'],
  ...['opening_balances', 'outbox', 'outbox_attachments', 'past_sums', 'pay_calendars', 'pay_editors'],
  ...['pay_lines', 'pay_rate_employees', 'pay_rate_groups', 'pay_runs', 'payday_changes', 'payday_details'],
  ...['payday_lines', 'paydays', 'payees', 'payment_files', 'payment_lines', 'payment_redirects', 'pays'],
  ...['payslip_mails', 'reported_pays', 'run_marks', 'settlements', 'snapshots', 'standing_items'],
  ...['stp_beneficiaries', 'stp_payee_years', 'stp_payees', 'stp_systems', 'submission_payees'],
  ...['submission_pays', 'submissions', 'super_files', 'terminations', 'webhook_deliveries'],
  ...['webhook_payloads', 'work_notes'],
] as const

const marked = (mark: Mark, names: readonly string[]) => names.map((name) => [name, mark] as const)

export const MARKS: ReadonlyMap<string, Mark> = new Map([
  ...marked('reference', REFERENCE),
  ...marked('local', LOCAL),
  ...marked('cell', CELL),
])

export const isCellTable = (table: string): boolean => MARKS.get(table) === 'cell'

/**
 * Columns of the directory that refer to a row of a cell. A foreign key cannot span the two schemas.
 * Companies and employees are deleted only with a sandbox's data (`deleteCompanies`), which follows this list
 * too.
 */
export const LOOSE_REFERENCES: readonly { child: string; column: string; parent: string }[] = [
  { child: 'customers', column: 'default_company_id', parent: 'companies' },
  { child: 'company_roles', column: 'company_id', parent: 'companies' },
  { child: 'company_rules', column: 'company_id', parent: 'companies' },
  { child: 'portfolio_companies', column: 'company_id', parent: 'companies' },
  { child: 'calendar_feeds', column: 'company_id', parent: 'companies' },
  { child: 'users', column: 'employee_id', parent: 'employees' },
  { child: 'invitations', column: 'employee_id', parent: 'employees' },
]
