import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import type { Random } from './random.ts'
import type { Reading } from './reading.ts'

/** What is done on one day, in plain data: names instead of ids, so that it can be written down, shortened and run again. */
export type Step = { name: string; on: string; do: string; with: AnyJson }

/** A kind of thing that happens in a company. */
export type Action = {
  name: string
  /** How often, compared with the others. */
  weight: number
  country?: 'AU' | 'NZ'
  /** Only with `--faults on`. */
  isFault?: boolean
  /** Decides the particulars; undefined where it cannot happen now. */
  draw(random: Random, company: Company): AnyJson | undefined
  /** Does it. A step whose people or pays are not there (any more) does nothing. */
  run(company: Company, particulars: AnyJson, step: string): Promise<unknown>
}

/** What must hold at the end of every week. */
export type Invariant = {
  name: string
  /** One sentence: what must hold. */
  sentence: string
  /** The first thing that is wrong, in words; undefined when all is well. */
  check(company: Company, reading: Reading): Promise<string | undefined>
}

/** An invariant that does not hold. */
export class Broken extends Error {
  readonly invariant: string
  constructor(invariant: string, message: string) {
    super(message)
    this.name = 'Broken'
    this.invariant = invariant
  }
}

/** A write whose answer never came: done or not, no one knows yet. */
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
  /** Rejects when no answer came. */
  send(request: Request): Promise<Answer>
  addCustomer(mark: string): Promise<Customer>
  /** A consent given to an application by one of the customer's users, by its number in `users`. */
  grant(customer: Customer, user: number, how?: { clientId?: string; days?: number }): Promise<Tokens>
  /** Moves the clock of the customer to where it was sent. */
  arrive(customer: Customer): Promise<void>
  /** Does what is due by the customer's clock: deliveries, lodgements, mails. */
  work(customer: Customer): Promise<void>
  /** Hashes of what is stored for the papers of each pay of the customer. */
  snapshots(customer: Customer): Promise<Map<number, string>>
  /** A life is over. */
  retire(customer: Customer): Promise<void>
  /** Where webhooks of a company go. */
  hook(path: string): string
  heard(path: string): Heard[]
  /** How the listener answers at this path from now on. */
  hearAs(path: string, how: 'well' | 'not' | 'late'): void
  /** Lines of the service's log that came since the last time. */
  newLogLines(): string[]
  /** The last failures in the service's log. */
  lastErrors(): string[]
  /** Numbers of all companies that no log line may hold. */
  readonly secrets: Set<string>
  /** What can happen to processes; none in this process. */
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
