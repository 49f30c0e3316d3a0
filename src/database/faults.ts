import { Unavailable } from '../kernel/problem.ts'
import { errorCode } from '../kernel/read-error.ts'
import { explainConnection } from './explain-connection.ts'

/** Why the database did not run a statement. */
export type FaultKind =
  /** No connection can be made. */
  | 'unreachable'
  /** A connection broke during a statement, so it is unknown whether a commit arrived. */
  | 'lost'
  /** The server works but could not run the statement now: time-outs, deadlocks, no free connection. */
  | 'busy'
  /** The server is out of disk space. */
  | 'full'

const SENTENCES: Record<FaultKind, string> = {
  unreachable: 'Service temporarily unavailable: the database cannot be reached. Repeat the call.',
  lost: 'Service temporarily unavailable: the connection to the database was lost, so it is not known whether the call took effect. Repeat it with the same Idempotency-Key, or read before you repeat it.',
  busy: 'Service temporarily overloaded',
  full: 'Service temporarily unavailable: the database has no space left to write. Repeat the call once the operator has freed space.',
}

/** The database failed, not the request. Answered with 503 and Retry-After, whichever query it was. */
export class DatabaseFault extends Unavailable {
  readonly kind: FaultKind
  readonly code: string | undefined
  /** The reason for the operator's log. The caller's message does not reveal how the database is run. */
  readonly reason: string | undefined

  constructor(kind: FaultKind, cause?: unknown) {
    super(SENTENCES[kind], { cause })
    this.kind = kind
    this.code = errorCode(cause)
    this.reason = explainConnection(cause)
  }
}

// Whole SQLSTATE classes, and the individual codes that differ from their class.
const CLASSES: Record<string, FaultKind> = { '08': 'lost', '53': 'busy', '58': 'unreachable' }
const CODES: Record<string, FaultKind> = {
  '0A000': 'busy', // a cached plan that a migration has invalidated; other causes are separated by message below
  '25006': 'unreachable', // a standby that has not been promoted yet
  '25P03': 'lost', // idle in transaction for too long
  '25P04': 'lost', // the transaction took too long
  '40001': 'busy', // not serialisable
  '40003': 'lost', // the outcome of a statement is unknown
  '40P01': 'busy', // deadlock
  '53100': 'full',
  '55P03': 'busy', // waited too long for a lock
  '57014': 'busy', // the statement took too long
  '57P01': 'lost', // an administrator ended the connection
  '57P02': 'lost', // the server crashed
  '57P03': 'unreachable', // the server is starting or stopping
  '57P04': 'lost', // the database was dropped
  '57P05': 'lost', // idle for too long
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ETIMEDOUT: 'lost',
  EMFILE: 'busy',
}

// Errors of the driver, the pool and the query builder that have no code.
const MESSAGES: readonly [words: string, kind: FaultKind][] = [
  ['timeout exceeded when trying to connect', 'busy'],
  ['due to connection timeout', 'unreachable'],
  ['timeout expired', 'unreachable'],
  ['Connection terminated', 'lost'],
  ['Client has encountered a connection error', 'lost'],
  ['Client was closed and is not queryable', 'lost'],
  ['Postgres connection has been discarded', 'lost'],
  ['driver has already been destroyed', 'unreachable'],
  ['Cannot use a pool after calling end', 'unreachable'],
]

/** Citus reports a worker that is down as an internal error. */
const WORKER_AWAY = 'failure on connection marked as essential'

const STALE_PLAN = 'cached plan must not change result type'

/**
 * Converts a database failure to a fault that is answered with 503. Other errors (a violated rule, a bug) are
 * returned unchanged.
 */
export function asFault(error: unknown): unknown {
  const kind = error instanceof DatabaseFault ? undefined : kindOf(error)
  return kind ? new DatabaseFault(kind, error) : error
}

/** The same while connecting, when every failure means that the database is not available. */
export function asConnectFault(error: unknown): unknown {
  const fault = asFault(error)
  if (fault instanceof DatabaseFault)
    return fault.kind === 'lost' ? new DatabaseFault('unreachable', error) : fault
  return new DatabaseFault('unreachable', error)
}

function kindOf(error: unknown): FaultKind | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return kindOfMessage(message)
  if (code === '0A000' && !message.includes(STALE_PLAN)) return undefined
  if (code === 'XX000') return message.includes(WORKER_AWAY) ? 'lost' : undefined
  return CODES[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? CLASSES[code.slice(0, 2)] : undefined)
}

function kindOfMessage(message: string): FaultKind | undefined {
  return MESSAGES.find(([words]) => message.includes(words))?.[1]
}
