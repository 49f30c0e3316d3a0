/** Members that never reach a log, wherever they stand in a logged object. */
export const SENSITIVE_MEMBERS = [
  'tax_file_number',
  'ird_number',
  'bank_account_number',
  'primary_bank_account_number',
  'secondary_bank_account_number',
  'account_number',
  'password',
  'client_secret',
  'secret',
  'authorization',
  'cookie',
  'access_token',
  'refresh_token',
] as const

const DEPTHS = ['', '*.', '*.*.', '*.*.*.']

/** Structured logs without tax numbers, bank accounts or secrets; a statement's values never travel with its error. */
export const LOG_OPTIONS = {
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: {
    paths: DEPTHS.flatMap((depth) => SENSITIVE_MEMBERS.map((member) => `${depth}${member}`)),
    censor: '***',
  },
  serializers: {
    err: (error: Error & { code?: string; table?: string; constraint?: string }) => ({
      type: error.name,
      message: error.message,
      code: error.code,
      table: error.table,
      constraint: error.constraint,
      stack: error.stack,
    }),
  },
}
