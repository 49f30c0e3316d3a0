import { createHash } from 'node:crypto'
import type { InlandRevenue, TaxOffice } from '../independent/authority.ts'
import { Movements } from '../independent/leave.ts'
import { Ledger } from '../independent/ledger.ts'
import { accountKey, type BankFile, type MoneyItem, type Settlement } from '../independent/money.ts'
import type { Opening } from '../independent/reporting.ts'
import type { AnyJson } from '../support/app.ts'
import { Caller } from './caller.ts'
import { catchUp } from './catch-up.ts'
import { addDays, incomeYear, lastOfMonth, weekday } from './dates.ts'
import { Listening } from './listening.ts'
import { refreshed } from './refresh.ts'
import { Broken, type Customer, type Target, type Tokens } from './types.ts'

export type Person = {
  name: string
  id: number
  number: string
  kind: string
  started: string
  endedOn?: string
  isDeleted?: boolean
  /** Only the twins' own actions touch them. */
  isTwin?: boolean
  rate: number
  hoursPerDay: number
  opening?: Opening
  /** No bank file pays them. */
  isPaidInCash?: boolean
}

/** A company as the simulator knows it: what it did, and what it was told. */
export class Company {
  readonly target: Target
  readonly customer: Customer
  readonly index: number
  readonly country: 'AU' | 'NZ'
  readonly period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY'
  readonly caller: Caller
  readonly ledger = new Ledger()
  readonly people = new Map<string, Person>()
  /** Ids of files, settlements and the like, by the step that made them. */
  readonly made = new Map<string, Record<string, AnyJson>>()
  /** Bank files with what their text pays, and contribution files, by the step that made them. */
  readonly files = new Map<
    string,
    BankFile & { id: number; status: 'made' | 'settled' | 'cancelled'; paysFrom: string }
  >()
  readonly superFiles = new Map<
    string,
    { id: number; isPaid: boolean; isCancelled: boolean; paysFrom: string }
  >()
  /** What every pay owes and what left for it, as last read, by pay date. */
  readonly items = new Map<string, MoneyItem[]>()
  /** The earliest pay date whose money a step moved: from there on it is read again. */
  moneyMovedFrom: string | undefined
  isSettlementMade = false
  /** The same of super, and the pay dates of which some was open as last read. */
  superMovedFrom: string | undefined
  readonly superOpenOn = new Set<string>()
  /** The owner of the account: an employee or a payee. */
  readonly accounts = new Map<string, string>()
  /** All settlements, as last read: every step that makes or reverses one has them read again. */
  settled: (Settlement & { id: number })[] = []
  /** Settlements of employees' money that were answered. */
  readonly settlements = new Set<number>()
  /** Settlements with funds: no money of employees. */
  readonly superSettlements = new Set<number>()
  /** Pays that were said to differ since an earlier one changed. */
  readonly differing = new Set<number>()
  /** Staged final pays of deleted employees, whose day has come. */
  readonly heldBack = new Set<number>()
  /** Movements of leave, as last read. */
  readonly movements = new Movements()
  /** Leave that an earlier payroll left, by employee, as it was set. */
  readonly openings = new Map<number, Record<string, number>>()
  sandboxFaults: Record<string, string> = {}
  /** Everything was reported this week: the authority's side can be compared. */
  isReported = false
  /** What the authority holds, of the messages that were accepted so far. */
  office: { messages: Set<number>; holds: TaxOffice | InlandRevenue | undefined } = {
    messages: new Set(),
    holds: undefined,
  }
  /** Periods in which the twins were paid. */
  readonly twinPeriods = new Set<string>()
  /** Those of which both got everything. */
  readonly twinsPaid = new Set<string>()
  consumer: Listening
  webhook: { id: number; secrets: string[]; path: string } | undefined
  /** The listener refuses everything at the moment. */
  isDeaf = false
  /** Hashes of papers of settled pays, each with what it may change with. */
  readonly papers = {
    payslip: new Map<number, { hash: string; basis: string }>(),
    snapshot: new Map<number, { hash: string; basis: string }>(),
  }
  /** Hashes of what is stored for the papers of each pay, and how often it was corrected by then. */
  readonly stored = new Map<number, { hash: string; times: number }>()
  /** How often a pay was corrected. */
  readonly renewed = new Map<number, number>()
  /** Hashes of what must never change, by address. */
  readonly fixed = new Map<string, string>()
  readonly counts = new Map<string, number>()
  readonly refusals = new Map<string, number>()
  readonly #tokens: Tokens[]
  id = 0
  /** Weeks that were checked, and the writes that there were by then; writes that were never answered. */
  weeks = 0
  writesChecked = 0
  unsure = 0
  /** The day that is lived; the clock follows with the first step of the day. */
  today: string
  /** The day on which the clock stands: on the one that is lived, or earlier. */
  clockAt: string
  #renewals = 0
  start: string

  constructor(setup: CompanySetup) {
    this.target = setup.target
    this.consumer = new Listening(setup.target.faults !== undefined)
    this.customer = setup.customer
    this.index = setup.index
    this.country = setup.country
    this.period = setup.period
    this.today = setup.start
    this.clockAt = setup.start
    this.start = setup.start
    this.#tokens = setup.tokens
    this.caller = new Caller(setup.target, setup.customer.mark, this.#tokens)
    this.caller.renew = (officer) => this.renew(officer)
  }

  get isNz(): boolean {
    return this.country === 'NZ'
  }
  get base(): string {
    return `/api/company/${this.id}`
  }
  get reports(): string {
    return this.isNz ? `/api/payday-filing/${this.id}` : `/api/single-touch/${this.id}`
  }
  get year(): number {
    return incomeYear(this.today, this.isNz)
  }

  /** Those who work here and are free for any action. */
  active(): Person[] {
    return [...this.people.values()].filter((each) => !each.endedOn && !each.isDeleted && !each.isTwin)
  }

  person(name: string): Person | undefined {
    return this.people.get(name)
  }

  personById(id: number): Person | undefined {
    return [...this.people.values()].find((each) => each.id === id)
  }

  /** The day on which the period of a pay date ends, by the specification: the first end on or after it. */
  periodEnd(date: string): string {
    if (this.period === 'MONTHLY') return lastOfMonth(date)
    const sunday = addDays(date, (7 - weekday(date)) % 7)
    if (this.period === 'WEEKLY') return sunday
    const weeks = Math.round((Date.parse(sunday) - Date.parse('2024-06-30')) / 604_800_000)
    return weeks % 2 === 0 ? sunday : addDays(sunday, 7)
  }

  periodStart(end: string): string {
    if (this.period === 'MONTHLY') return `${end.slice(0, 8)}01`
    return addDays(end, this.period === 'WEEKLY' ? -6 : -13)
  }

  /** A number that no log line may hold. */
  secret(number: string): void {
    this.target.secrets.add(number.replaceAll(/[ -]/g, ''))
  }

  /** An account that money may go to; its number must stand in no log. */
  account(number: string, party: string): void {
    this.secret(number)
    this.accounts.set(accountKey(number), party)
  }

  /** Remembers what an address answered, for it must always answer that. */
  fix(path: string, text: string): void {
    this.fixed.set(path, createHash('sha256').update(text).digest('hex'))
  }

  /** A step moved money of pays of this date or later: so far back the next check reads. */
  moneyMoved(from: string): void {
    if (this.moneyMovedFrom === undefined || from < this.moneyMovedFrom) this.moneyMovedFrom = from
  }

  superMoved(from: string): void {
    if (this.superMovedFrom === undefined || from < this.superMovedFrom) this.superMovedFrom = from
  }

  /** The earliest pay date of which money may be open. */
  earliestOpen(): string {
    // Cash stays open until someone settles it by hand; what a payee gets of such a pay goes into files like any other.
    const isOpen = (item: MoneyItem) =>
      item.open !== 0 && !(item.kind === 'net' && this.personById(item.employee_id)?.isPaidInCash)
    const dates = [...this.items].filter(([, list]) => list.some(isOpen)).map(([date]) => date)
    return this.#earliest(dates, this.moneyMovedFrom)
  }

  /** The earliest pay date of which super may be open. */
  earliestOpenSuper(): string {
    return this.#earliest(this.superOpenOn, this.superMovedFrom)
  }

  /** As last read, or since then by a step or by the clock. */
  #earliest(asRead: Iterable<string>, movedFrom: string | undefined): string {
    const since = [movedFrom, this.ledger.changedFrom, this.today]
    return [...asRead, ...since.filter((day) => day !== undefined)].sort()[0] ?? this.today
  }

  affected(pays: readonly { pay_id: number }[] | undefined): void {
    for (const { pay_id } of pays ?? []) this.differing.add(pay_id)
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }

  /** Counts what an answer did; words of a refusal are kept for the report. */
  took(kind: string, answer: { status: number; body: AnyJson }): boolean {
    const isDone = answer.status < 300
    if (isDone) this.count(kind)
    else {
      const { detail, message } = (answer.body ?? {}) as { detail?: string; message?: string }
      const words = String(detail ?? message ?? JSON.stringify(answer.body)).replace(/\d+/g, '#')
      const key = `${kind} ${answer.status} ${words.slice(0, 120)}`
      this.refusals.set(key, (this.refusals.get(key) ?? 0) + 1)
    }
    return isDone
  }

  /** Sends the clock forward to the middle of a day, and reads what the service did without a call on the way. */
  async goTo(day: string): Promise<void> {
    this.today = day
    if (day > this.clockAt) await this.#advance(day)
    await catchUp(this)
  }

  async #advance(day: string): Promise<void> {
    const advance_to = `${day}T02:00:00`
    await this.retry(async () => {
      const answer = await this.caller.write('POST', '/api/sandbox/clock', { advance_to })
      // 409: it went there already, before the answer was lost.
      if (![202, 409].includes(answer.status))
        throw new Broken('clock', `the clock answers ${answer.status}: ${answer.text}`)
    })
    await this.target.arrive(this.customer)
    this.clockAt = day
  }

  /** A token has ended: one in four is changed for a new one by the protocol, for the others consent is given again. */
  async renew(officer: number): Promise<void> {
    this.#renewals += 1
    if (this.#renewals % 4 !== 0) return this.consent(officer)
    const tokens = await refreshed(this.target, this.#tokens[officer]?.refresh ?? '')
    if (tokens) this.#tokens[officer] = tokens
    else await this.consent(officer)
  }

  async consent(officer: number): Promise<void> {
    this.#tokens[officer] = await this.target.grant(this.customer, officer, { days: 20 })
  }

  /** Does something that may be done twice until it was done. */
  async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof Broken || attempt > 20) throw error
        await this.target.faults?.serving()
      }
    }
  }
}

export type CompanySetup = {
  target: Target
  customer: Customer
  tokens: Tokens[]
  index: number
  country: 'AU' | 'NZ'
  period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY'
  start: string
}
