import { DatabaseFault, type FaultKind } from './database/faults.ts'
import type { ErrorCode } from './kernel/error-codes.ts'
import { isRecord } from './kernel/is-record.ts'
import { type NeededApproval, NeedsApproval, neededApproval } from './kernel/needs-approval.ts'
import { type InvalidPlace, InvalidRequest, Problem, Unavailable } from './kernel/problem.ts'
import { CalculationError } from './kernel/values/calculation-error.ts'

/*
 * Converts errors between a worker and the main thread. A structured clone keeps an error's message, but not its class or
 * members.
 */

export type PlainError = { message: string; stack: string | undefined; cause: PlainError | null } & (
  | { kind: 'problem'; status: number; key: string; headers: Record<string, string>; code: ErrorCode }
  | { kind: 'invalid'; places: InvalidPlace[] }
  | { kind: 'calculation' }
  | { kind: 'fault'; fault: FaultKind }
  | { kind: 'unavailable' }
  | { kind: 'approval'; needed: NeededApproval }
  | { kind: 'other'; name: string; members: Record<string, unknown> }
)

export function toPlainError(error: unknown): PlainError {
  if (!(error instanceof Error))
    return {
      kind: 'other',
      name: 'Error',
      message: String(error),
      stack: undefined,
      members: {},
      cause: null,
    }
  const { message, stack } = error
  const shared = { message, stack, cause: error.cause === undefined ? null : toPlainError(error.cause) }
  if (error instanceof Problem) {
    const { status, key, headers, code } = error
    return { ...shared, kind: 'problem', status, key, headers, code }
  }
  if (error instanceof InvalidRequest) return { ...shared, kind: 'invalid', places: error.data }
  if (error instanceof CalculationError) return { ...shared, kind: 'calculation' }
  if (error instanceof DatabaseFault) return { ...shared, kind: 'fault', fault: error.kind }
  const needed = neededApproval(error)
  if (needed) return { ...shared, kind: 'approval', needed }
  if (error instanceof Unavailable) return { ...shared, kind: 'unavailable' }
  return { ...shared, kind: 'other', name: error.name, members: membersOf(error) }
}

export function fromPlainError(plain: PlainError): Error {
  const cause = plain.cause ? fromPlainError(plain.cause) : undefined
  const error = rebuild(plain, cause)
  if (plain.stack !== undefined) error.stack = plain.stack
  return error
}

function rebuild(plain: PlainError, cause: Error | undefined): Error {
  const { message } = plain
  switch (plain.kind) {
    case 'problem':
      return new Problem(plain.status, message, plain.key, plain.headers, plain.code)
    case 'invalid':
      return new InvalidRequest(plain.places)
    case 'calculation':
      return new CalculationError(message)
    case 'fault':
      return new DatabaseFault(plain.fault, cause)
    case 'unavailable':
      return new Unavailable(message, { cause })
    case 'approval':
      return new NeedsApproval(plain.needed)
    case 'other': {
      const error = new Error(message, { cause })
      return Object.assign(error, plain.members, { name: plain.name })
    }
  }
}

/** The database's details of a failure, such as code, constraint and table. */
function membersOf(error: Error): Record<string, unknown> {
  const members: Record<string, unknown> = isRecord(error) ? { ...error } : {}
  const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isPlain(value)))
}
