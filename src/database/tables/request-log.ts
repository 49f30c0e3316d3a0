import type { Generated } from 'kysely'

export type RequestLogTable = {
  id: Generated<number>
  at: Date
  customer_id: number
  client_id: string
  method: string
  /** With parameter names in place of their values. */
  path: string
  operation: string | null
  status: number
  duration_ms: number
  request_id: string
  error: string | null
}
