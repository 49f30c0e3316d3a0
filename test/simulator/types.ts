import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import type { Random } from './random.ts'
import type { Reading } from './reading.ts'

/**
 * The work of one day as plain data, with names instead of ids, so that it can be written to a file, shortened and run
 * again.
 */
export type Step = { name: string; on: string; do: string; with: AnyJson }

/** A kind of action in a company. */
export type Action = {
  name: string
  /** The relative frequency. */
  weight: number
  country?: 'AU' | 'NZ'
  /** Only with `--faults on`. */
  isFault?: boolean
  /** Decides the details. Undefined when it cannot happen now. */
  draw(random: Random, company: Company): AnyJson | undefined
  /** Performs the action. A step whose people or pays do not exist (any more) does nothing. */
  run(company: Company, particulars: AnyJson, step: string): Promise<unknown>
}

/** A rule that is checked at the end of every week. */
export type Invariant = {
  name: string
  /** The rule in one sentence. */
  sentence: string
  /** The first violation, in words. Undefined when there is none. */
  check(company: Company, reading: Reading): Promise<string | undefined>
}

/** A violated invariant. */
export class Broken extends Error {
  readonly invariant: string
  constructor(invariant: string, message: string) {
    super(message)
    this.name = 'Broken'
    this.invariant = invariant
  }
}

/** A write without an answer: it is unknown whether it was done. */
export class Unsure extends Error {
  readonly request: Request
  constructor(request: Request, why: string) {
    super(`${request.method} ${request.path}: ${why}`)
    this.name = 'Unsure'
    this.request = request
  }
}

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
export type Request = {
  method: Method
  path: string
  body?: unknown
  headers?: Record<string, string>
}
export type Answer = { status: number; body: AnyJson; text: string; headers: Record<string, string> }

export type Tokens = { access: string; refresh: string }
export type Customer = { id: number; mark: string; users: readonly number[] }

/** The service under test, in this process or in processes of its own. */
export type Target = {
  /** Rejects when there was no answer. */
  send(request: Request): Promise<Answer>
  addCustomer(mark: string): Promise<Customer>
  /** A consent given to an application by one of the customer's users, by its number in `users`. */
  grant(customer: Customer, user: number, how?: { clientId?: string; days?: number }): Promise<Tokens>
  /** Advances the clock of the customer to its target. */
  arrive(customer: Customer): Promise<void>
  /** Does the work that is due by the customer's clock: deliveries, lodgements, mails. */
  work(customer: Customer): Promise<void>
  /** Hashes of the stored data for the documents of each pay of the customer. */
  snapshots(customer: Customer): Promise<Map<number, string>>
  /** Called when a life is over. */
  retire(customer: Customer): Promise<void>
  /** The URL for the webhooks of a company. */
  hook(path: string): string
  heard(path: string): Heard[]
  /** Sets how the listener answers at this path from now on. */
  hearAs(path: string, how: 'well' | 'not' | 'late'): void
  /** The lines of the service's log since the last call. */
  newLogLines(): string[]
  /** The last failures in the service's log. */
  lastErrors(): string[]
  /** Numbers of all companies that must not appear in any log line. */
  readonly secrets: Set<string>
  /** Faults of processes. There are none in this process. */
  faults?: Faults
  stop(): Promise<void>
}

export type Heard = { headers: Record<string, string>; raw: Buffer; body: AnyJson }

export type Faults = {
  killService(): Promise<void>
  killDatabase(): Promise<void>
  dropConnections(): Promise<void>
  stepClock(minutes: number): Promise<void>
  /** Waits until requests are served again. */
  serving(): Promise<void>
  readonly counts: Map<string, number>
}
