/** PostgreSQL's code for a row that violates a unique index. */
export const UNIQUE_VIOLATION = '23505'

/** The code of an error from Node or PostgreSQL: `ENOENT`, `23505`. */
export function errorCode(error: unknown): string | undefined {
  const isObject = typeof error === 'object' && error !== null
  return isObject && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The message of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
