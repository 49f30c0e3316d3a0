/** PostgreSQL's code for a row that a unique index refuses. */
export const UNIQUE_VIOLATION = '23505'

/** The code that an error of Node or PostgreSQL carries: `ENOENT`, `23505`. */
export function errorCode(error: unknown): string | undefined {
  const isObject = typeof error === 'object' && error !== null
  return isObject && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What went wrong in words, whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
