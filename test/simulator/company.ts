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
  /** Only the twins' own actions change them. */
  isTwin?: boolean
  rate: number
  hoursPerDay: number
  opening?: Opening
  /** No bank file pays them. */
  isPaidInCash?: boolean
}

/** A company as the simulator knows it: its actions, and the answers it got. */
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
  /** Bank files with the payments in their text, and contribution files, by the step that created them. */
  readonly files = new Map<
    string,
    BankFile & { id: number; status: 'made' | 'settled' | 'cancelled'; paysFrom: string }
  >()
  readonly superFiles = new Map<
    string,
    { id: number; isPaid: boolean; isCancelled: boolean; paysFrom: string }
  >()
  /** The amounts owed and sent for every pay, as last read, by pay date. */
  readonly items = new Map<string, MoneyItem[]>()
  /** The earliest pay date whose payments a step changed. From there they are read again. */
  moneyMovedFrom: string | undefined
  isSettlementMade = false
  /** The same for super, and the pay dates with open super as last read. */
  superMovedFrom: string | undefined
  readonly superOpenOn = new Set<string>()
  /** The owner of the account: an employee or a payee. */
  readonly accounts = new Map<string, string>()
  /** All settlements as last read. Every step that creates or reverses one has them read again. */
  settled: (Settlement & { id: number })[] = []
  /** Settlements of employees' money with an answer. */
  readonly settlements = new Set<number>()
  /** Settlements with funds, which are not employees' money. */
  readonly superSettlements = new Set<number>()
  /** Pays reported as different since an earlier one changed. */
  readonly differing = new Set<number>()
  /** Due staged final pays of deleted employees. */
  readonly heldBack = new Set<number>()
  /** Movements of leave, as last read. */
  readonly movements = new Movements()
  /** Leave balances from an earlier payroll, by employee. */
  readonly openings = new Map<number, Record<string, number>>()
  sandboxFaults: Record<string, string> = {}
  /** Everything was reported this week, so the authority's figures can be compared. */
  isReported = false
  /** The authority's figures from the messages accepted so far. */
  office: { messages: Set<number>; holds: TaxOffice | InlandRevenue | undefined } = {
    messages: new Set(),
    holds: undefined,
  }
  /** Periods in which the twins were paid. */
  readonly twinPeriods = new Set<string>()
  /** The periods in which both were fully paid. */
  readonly twinsPaid = new Set<string>()
  consumer: Listening
  webhook: { id: number; secrets: string[]; path: string } | undefined
  /** The listener currently refuses everything. */
  isDeaf = false
  /** Hashes of documents of settled pays, each with the changes that may alter it. */
  readonly papers = {
    payslip: new Map<number, { hash: string; basis: string }>(),
    snapshot: new Map<number, { hash: string; basis: string }>(),
  }
  /** Hashes of the stored data for the documents of each pay, with the number of corrections by then. */
  readonly stored = new Map<number, { hash: string; times: number }>()
  /** The number of corrections of a pay. */
  readonly renewed = new Map<number, number>()
  /** Hashes of answers that must never change, by URL. */
  readonly fixed = new Map<string, string>()
  readonly counts = new Map<string, number>()
  readonly refusals = new Map<string, number>()
  readonly #tokens: Tokens[]
  id = 0
  /** Checked weeks with the number of writes by then, and writes without an answer. */
  weeks = 0
  writesChecked = 0
  unsure = 0
  /** The current day of the life. The clock follows with the first step of the day. */
  today: string
  /** The day of the clock: the current day of the life, or an earlier one. */
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

  /** Employees who are available for any action. */
  active(): Person[] {
    return [...this.people.values()].filter((each) => !each.endedOn && !each.isDeleted && !each.isTwin)
  }

  person(name: string): Person | undefined {
    return this.people.get(name)
  }

  personById(id: number): Person | undefined {
    return [...this.people.values()].find((each) => each.id === id)
  }

  /** The end of the period of a pay date: by the specification, the first end on or after it. */
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

  /** A number that must not appear in any log line. */
  secret(number: string): void {
    this.target.secrets.add(number.replaceAll(/[ -]/g, ''))
  }

  /** An account that can receive money. Its number must not appear in any log. */
  account(number: string, party: string): void {
    this.secret(number)
    this.accounts.set(accountKey(number), party)
  }

  /** Stores the answer of a URL, which must always be the same. */
  fix(path: string, text: string): void {
    this.fixed.set(path, createHash('sha256').update(text).digest('hex'))
  }

  /** A step changed payments of pays from this date, so the next check reads from there. */
  moneyMoved(from: string): void {
    if (this.moneyMovedFrom === undefined || from < this.moneyMovedFrom) this.moneyMovedFrom = from
  }

  superMoved(from: string): void {
    if (this.superMovedFrom === undefined || from < this.superMovedFrom) this.superMovedFrom = from
  }

  /** The earliest pay date with possibly open payments. */
  earliestOpen(): string {
    // Cash stays open until it is settled by hand. Deductions for a payee of such a pay go into files like any other.
    const isOpen = (item: MoneyItem) =>
      item.open !== 0 && !(item.kind === 'net' && this.personById(item.employee_id)?.isPaidInCash)
    const dates = [...this.items].filter(([, list]) => list.some(isOpen)).map(([date]) => date)
    return this.#earliest(dates, this.moneyMovedFrom)
  }

  /** The earliest pay date with possibly open super. */
  earliestOpenSuper(): string {
    return this.#earliest(this.superOpenOn, this.superMovedFrom)
  }

  /** As last read, or as changed since then by a step or the clock. */
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

  /** Counts the effect of an answer. Messages of refusals are kept for the report. */
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

  /** Advances the clock to the middle of a day, and reads what the service did on the way without a call. */
  async goTo(day: string): Promise<void> {
    this.today = day
    if (day > this.clockAt) await this.#advance(day)
    await catchUp(this)
  }

  async #advance(day: string): Promise<void> {
    const advance_to = `${day}T02:00:00`
    await this.retry(async () => {
      const answer = await this.caller.write('POST', '/api/sandbox/clock', { advance_to })
      // 409: the clock was already advanced before the answer was lost.
      if (![202, 409].includes(answer.status))
        throw new Broken('clock', `the clock answers ${answer.status}: ${answer.text}`)
    })
    await this.target.arrive(this.customer)
    this.clockAt = day
  }

  /** A token has expired: one in four is refreshed, and for the others consent is given again. */
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

  /** Repeats an idempotent action until it succeeds. */
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
