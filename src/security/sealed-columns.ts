/** Describes an encrypted column for the re-encryption job. */
export type SealedColumnFacts = {
  /**
   * The columns that identify the row. Their joined values are authenticated together with the encrypted
   * value.
   */
  row: readonly string[]
  /**
   * The service still reads plain values from before the column was encrypted, until the job has encrypted
   * them.
   */
  wasClear?: true
  /** SQL condition for plain values that need encryption. Other plain values stay unchanged. */
  clearWhen?: string
  /** The value is bytes, not text. */
  isBytes?: true
  /** The column with the keyed fingerprint, which finds rows without decrypting them. */
  fingerprint?: string
}

/** Every column that is encrypted at rest. Nothing else is encrypted, so a key rotation misses nothing. */
export const SEALED_COLUMNS = {
  'employees.tax_file_number': { row: ['id'] },
  'employees.ird_number': { row: ['id'] },
  'employees.primary_bank_account_number': { row: ['id'] },
  'employees.secondary_bank_account_number': { row: ['id'] },
  'employees.default_employee_fund_member_number': { row: ['id'], wasClear: true },
  'employee_bank_accounts.account_number': { row: ['employee_id', 'rank'] },
  'employee_super_funds.bank_account_number': { row: ['employee_id', 'rank'] },
  'employee_super_funds.member_number': { row: ['employee_id', 'rank'], wasClear: true },
  'snapshots.numbers': { row: ['id'] },
  'employee_requests.details': { row: ['id'] },
  'employee_requests.message': { row: ['id'], wasClear: true },
  'employee_requests.answer': { row: ['id'], wasClear: true },
  'notes.text': { row: ['id'] },
  'privacy_requests.wish': { row: ['id'], wasClear: true },
  'privacy_requests.answer': { row: ['id'], wasClear: true },
  'companies.bank_account_number': { row: ['id'] },
  'companies.ird_number': { row: ['id'], wasClear: true },
  'former_identities.ird_number': { row: ['id'] },
  'partner_clients.tax_number': { row: ['customer_id'], wasClear: true, fingerprint: 'tax_number_hash' },
  'users.totp_secret': { row: ['id'] },
  'sessions.pending_totp_secret': { row: ['id'] },
  'sessions.access_token': { row: ['id'] },
  'oauth_tokens.successor': { row: ['id'] },
  'outbox.text': { row: ['id'], wasClear: true },
  'outbox_attachments.content': { row: ['mail_id', 'place'] },
  'webhook_endpoints.secret': { row: ['id'] },
  'webhook_deliveries.body': {
    row: ['envelope_id'],
    wasClear: true,
    // Masked bodies contain nothing secret, so they may stay plain text.
    clearWhen: `body like '{%' and body ~ '((tax_file_number|ird_number|account_number)":"?[0-9]|member_number":"[^*"])'`,
  },
  'webhook_payloads.content': { row: ['id'], wasClear: true, isBytes: true },
  'idempotency_keys.response': { row: ['scope', 'key'], wasClear: true, isBytes: true },
  'submissions.document': { row: ['message_id'] },
  'submissions.content': { row: ['message_id'] },
  'submissions.details': { row: ['message_id'] },
  'payday_lines.line': { row: ['submission_id', 'employee_id', 'pay_run_id', 'tax_code'] },
  // The fund and the membership that a contribution went to. Other kinds of payee contain nothing secret.
  'payment_lines.party': { row: ['pay_id'], wasClear: true, clearWhen: `kind = 'super' and party ~ '[|].'` },
  'payment_files.content': { row: ['id'] },
  'payment_files.split_credits': { row: ['id'] },
  'payees.account_number': { row: ['id'] },
  'stp_beneficiaries.tax_file_number': { row: ['employee_id'] },
  'super_files.content': { row: ['file_id'] },
  'accounting_connections.access_token': { row: ['company_id'] },
  'accounting_connections.refresh_token': { row: ['company_id'] },
  'gateway_messages.account': { row: ['message_id'], wasClear: true, fingerprint: 'account_hash' },
  'identity_providers.client_secret': { row: ['customer_id'] },
  'approvals.request': { row: ['id'] },
  'approvals.answer': { row: ['id'] },
  'signing_keys.private_key': { row: ['kid'] },
  'sealing_keys.canary': { row: ['key_id'] },
} as const satisfies Record<string, SealedColumnFacts>

export type SealedColumn = keyof typeof SEALED_COLUMNS
/** Identifies a row by its id or by the values of its key. */
export type RowName = number | string

/** The name of a row whose key has several columns. */
export function rowName(...values: readonly RowName[]): string {
  return values.join('/')
}

export function factsOf(column: SealedColumn): SealedColumnFacts {
  return SEALED_COLUMNS[column]
}
