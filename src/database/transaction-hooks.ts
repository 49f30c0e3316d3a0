import { AsyncLocalStorage } from 'node:async_hooks'
import type { Insertable } from 'kysely'
import type { AuditChange, AuditLogTable, AuditValue } from './tables/operations.ts'
import type { Tx } from './tx.ts'

/** What a request wants written with its work, in the same commit. Dry runs, which roll back, are left alone. */
export type TransactionHook = {
  /** Hands the work of a transaction to `execute`, which runs it, with what is written last and goes out with the commit. */
  wrapTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    execute: (work: (tx: Tx) => Promise<T>, last?: (tx: Tx) => Promise<unknown>) => Promise<T>,
  ): Promise<T>
  /** The status that the work says it will answer with, where it is not the usual one of the route. */
  outcome?: number
  /** What the work changed, for what is written with it. */
  changes?: AuditChange[]
  /** A company of the customer requires two people for some writes. */
  readonly asksApproval?: boolean
  /** Asked at the end of each transaction, before its commit. */
  beforeCommit?: (tx: Tx) => Promise<void>
  /** The work is a request that a second person approved. */
  readonly approval?: Approved | undefined
  /** The caller, for the records of their work. */
  readonly actor?: Actor
  /** The audit entry as plain data, for a worker that does the work; null: there is none to write. */
  handOver?(): AuditHandover | null
  /** The worker has written the entry, with this status. */
  written?(status: number): void
}

/** An approval that is being carried out. `isUsed`: the transaction has used it up. */
export type Approved = { id: number; decidedBy: number; at: Date; isUsed?: boolean }

export type Actor = { readonly userId: number | null; readonly clientId: string | null }

/** The audit entry of a request whose work is done in a worker, but for the status and the changes, which the work decides. */
export type AuditHandover = {
  actor: Actor
  asksApproval: boolean
  approval?: Approved | undefined
  rows: readonly Omit<Insertable<AuditLogTable>, 'outcome' | 'changes'>[]
  /** The status if the work names no other. */
  expected: number
}

/** Set while work is done that will be rolled back: previews and dry runs. */
const rollingBack = new AsyncLocalStorage<true>()

export const isRollingBack = (): boolean => rollingBack.getStore() === true

export function whileRollingBack<T>(work: () => T): T {
  return rollingBack.run(true, work)
}

/** The hook of the request that is being served; jobs have none. */
export const transactionHooks = new AsyncLocalStorage<TransactionHook>()

/** Says inside a transaction with which status the request will be answered, for what is written with it. */
export function expectOutcome(status: number): void {
  const hook = transactionHooks.getStore()
  if (hook) hook.outcome = status
}

/** Records whose changes the audit entry lists; a call that changes more is recorded by its address alone. */
const CHANGES_MAX = 50
const VALUE_MAX = 200

/**
 * Says inside a transaction what it changes in a record: the fields that differ, before and after. Of an account number
 * in `secret` the last three digits are recorded, of any other secret nothing.
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
