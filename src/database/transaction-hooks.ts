import { AsyncLocalStorage } from 'node:async_hooks'
import type { Insertable } from 'kysely'
import type { AuditChange, AuditLogTable, AuditValue } from './tables/operations.ts'
import type { Tx } from './tx.ts'

/** Work that a request adds to its transactions, in the same commit. Dry runs are excluded because they roll back. */
export type TransactionHook = {
  /** Passes the work of a transaction to `execute`, together with the last write, which is sent with the commit. */
  wrapTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    execute: (work: (tx: Tx) => Promise<T>, last?: (tx: Tx) => Promise<unknown>) => Promise<T>,
  ): Promise<T>
  /** The status that the work will answer with, if it is not the route's usual one. */
  outcome?: number
  /** The changes made by the work, for the audit entry. */
  changes?: AuditChange[]
  /** Whether a company of the customer requires a second person's approval for some writes. */
  readonly asksApproval?: boolean
  /** Called at the end of each transaction, before its commit. */
  beforeCommit?: (tx: Tx) => Promise<void>
  /** Set when the work is a request that a second person approved. */
  readonly approval?: Approved | undefined
  /** The caller, for the records of the work. */
  readonly actor?: Actor
  /** The audit entry as plain data, for a worker that does the work; null when there is none to write. */
  handOver?(): AuditHandover | null
  /** Called when the worker has written the entry, with its status. */
  written?(status: number): void
}

/** An approval that is being carried out. `isUsed` is set when the transaction has used it. */
export type Approved = { id: number; decidedBy: number; at: Date; isUsed?: boolean }

export type Actor = { readonly userId: number | null; readonly clientId: string | null }

/**
 * The audit entry of a request that a worker carries out, without the status and the changes, which the work
 * determines.
 */
export type AuditHandover = {
  actor: Actor
  asksApproval: boolean
  approval?: Approved | undefined
  rows: readonly Omit<Insertable<AuditLogTable>, 'outcome' | 'changes'>[]
  /** The status, unless the work sets another one. */
  expected: number
}

/** Set during work that will be rolled back: previews and dry runs. */
const rollingBack = new AsyncLocalStorage<true>()

export const isRollingBack = (): boolean => rollingBack.getStore() === true

export function whileRollingBack<T>(work: () => T): T {
  return rollingBack.run(true, work)
}

/** The hook of the current request; jobs have none. */
export const transactionHooks = new AsyncLocalStorage<TransactionHook>()

/** Sets the status that the request will be answered with, for the audit entry. Call it inside a transaction. */
export function expectOutcome(status: number): void {
  const hook = transactionHooks.getStore()
  if (hook) hook.outcome = status
}

/** The maximum number of changed records in an audit entry. A call that changes more is recorded by its path alone. */
const CHANGES_MAX = 50
const VALUE_MAX = 200

/**
 * Records the fields of a record that a transaction changes, before and after. For an account number in
 * `secret`, the last three digits are recorded; for any other secret, nothing.
 */
export function recordAuditChange(
  about: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  secret: readonly string[] = [],
): void {
  const hook = transactionHooks.getStore()
  if (!hook) return
  hook.changes ??= []
  const fields: AuditChange['fields'] = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [toAuditValue(before[name]), toAuditValue(after[name])]
    if (old === now) continue
    fields[name] = secret.includes(name) ? [masked(name, old), masked(name, now)] : [old, now]
  }
  if (Object.keys(fields).length > 0 && hook.changes.length < CHANGES_MAX)
    hook.changes.push({ about, fields })
}

function toAuditValue(value: unknown): AuditValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? null : value.join(', ').slice(0, VALUE_MAX)
  const text =
    typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  return text.slice(0, VALUE_MAX)
}

function masked(name: string, value: AuditValue): AuditValue {
  if (value === null) return null
  return name.endsWith('account_number') ? `••• ${String(value).slice(-3)}` : '•••'
}
