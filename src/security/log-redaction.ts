/** Fields that never reach a log, at any depth of a logged object. */
export const SENSITIVE_MEMBERS = [
  'tax_file_number',
  'ird_number',
  'bank_account_number',
  'primary_bank_account_number',
  'secondary_bank_account_number',
  'account_number',
  'member_number',
  'default_employee_fund_member_number',
  'password',
  'client_secret',
  'secret',
  'authorization',
  'cookie',
  'access_token',
  'refresh_token',
] as const

const HIDDEN: ReadonlySet<string> = new Set(SENSITIVE_MEMBERS)

/**
 * The same object, or a copy with the sensitive fields masked. The logger's own path-based redaction takes
 * longer than the rest of writing a log line.
 */
function hideMembers<T extends object>(logged: T, depth = 0): T {
  let shown = logged
  for (const [name, value] of Object.entries(logged)) {
    // The serialiser of `err` selects the fields to show. It needs the original error.
    if (name === 'err' && depth === 0) continue
    const hidden = HIDDEN.has(name) ? '***' : hideIn(value, depth + 1)
    if (hidden !== value) shown = { ...shown, [name]: hidden }
  }
  return shown
}

/** Only circular objects are nested more deeply than this. */
const DEPTH = 8

function hideIn(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH) return value
  if (Array.isArray(value)) return value.map((each) => hideIn(each, depth + 1))
  return ArrayBuffer.isView(value) ? value : hideMembers(value, depth)
}

/**
 * Structured logs without tax numbers, bank accounts or secrets. The values of a failed statement are never
 * logged with its error.
 */
export const LOG_OPTIONS = {
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { log: (line: Record<string, unknown>) => hideMembers(line) },
  serializers: {
    err: (error: Error & { code?: string; reason?: string; table?: string; constraint?: string }) => ({
      type: error.name,
      message: error.message,
      code: error.code,
      reason: error.reason,
      table: error.table,
      constraint: error.constraint,
      stack: error.stack,
    }),
  },
}
