/*
 * Everything that the answers said about a company's pays, and nothing else: the figures of every answer,
 * kept until the next answer about the same pay. Imports nothing from the service. A later read must find
 * exactly these pays.
 */
import { differing, type Row } from './same.ts'

/** A pay as an answer of the service shows it. */
export type ToldPay = {
  id: number
  employee_id: number
  pay_run_id: number
  pay_run_end_date: string
  processed_date: string
  status: string
  gross: number
  tax: number
  net: number
  super?: number
  /** A final pay: the amounts for the end of the employment. */
  termination?: unknown
}

/** Processing recalculates a staged pay. Its employee, run and date stay. */
const KEPT = ['employee_id', 'pay_run_id', 'processed_date'] as const

/**
 * Fields that change with the employee's name or with reports to the authority, or that belong to one answer
 * only.
 */
const APART =
  /^employee_(first|last|format|email)|^employee_number$|^format_name$|^(warnings|affected_pays|updated_at)$|^stp_|^is_reported|^payday_|^reported_/
const isApart = (name: string) => APART.test(name)

/** The possible changes of a write without an answer. */
export type Open = {
  /** These pays may have other figures, or may be deleted. */
  touched: ReadonlySet<number>
  /** The number of new pays, all or none. Undefined when there can be none. */
  comes?: number | 'any'
}

const SUMS = ['gross', 'tax', 'net'] as const
export type Run = { pay_run_id: number; totals: Record<(typeof SUMS)[number], number> }

const text = (pay: ToldPay, name: string) => JSON.stringify((pay as Row)[name] ?? null).slice(0, 300)

export class Ledger {
  readonly pays = new Map<number, ToldPay>()
  /** Maps the simulator's name of a pay to its id, and back. */
  readonly names = new Map<string, number>()

  /** The earliest pay date among all changes since the last check. Undefined when nothing changed. */
  changedFrom: string | undefined

  tell(pay: ToldPay, name?: string): void {
    this.#changed(this.pays.get(pay.id))
    this.#changed(pay)
    this.pays.set(pay.id, pay)
    if (name) this.names.set(name, pay.id)
  }

  forget(id: number): void {
    this.#changed(this.pays.get(id))
    this.pays.delete(id)
  }

  /**
   * The final pays of an employee may now have different leave, because rehiring ends the leave left by the
   * earlier employment.
   */
  changedFinals(employeeId: number): void {
    for (const pay of this.pays.values())
      if (pay.employee_id === employeeId && pay.termination) this.#changed(pay)
  }

  #changed(pay: ToldPay | undefined): void {
    if (pay && (this.changedFrom === undefined || pay.processed_date < this.changedFrom))
      this.changedFrom = pay.processed_date
  }

  /** Final pays staged for this day or earlier, which the service processes without a call. */
  due(today: string): ToldPay[] {
    return [...this.pays.values()].filter(
      ({ status, termination, processed_date }) =>
        status === 'pending' && termination && processed_date <= today,
    )
  }

  /**
   * Stores a staged final pay as processed. Returns a sentence if it now belongs to another person, run or
   * day.
   */
  process(pay: ToldPay): string | undefined {
    const staged = this.pays.get(pay.id)
    const wrong = staged && KEPT.find((name) => staged[name] !== pay[name])
    if (wrong)
      return `${wrong} of pay ${pay.id} was ${text(staged, wrong)} while it was staged and is ${text(pay, wrong)}`
    this.tell(pay)
    return undefined
  }

  byName(name: string): ToldPay | undefined {
    const id = this.names.get(name)
    return id === undefined ? undefined : this.pays.get(id)
  }

  named(): [string, ToldPay][] {
    return [...this.names].flatMap(([name, id]) => {
      const pay = this.pays.get(id)
      return pay ? [[name, pay] as [string, ToldPay]] : []
    })
  }

  /**
   * Compares the pays of some days with the current ones. Returns the first difference in words. Stores the
   * effect of a write without an answer.
   */
  compare(there: readonly ToldPay[], since: string, until: string, open?: Open): string | undefined {
    const found = new Map(there.map((pay) => [pay.id, pay]))
    for (const pay of this.pays.values()) {
      if (pay.processed_date < since || pay.processed_date > until) continue
      const now = found.get(pay.id)
      if (open?.touched.has(pay.id)) {
        if (now) this.tell(now)
        else this.forget(pay.id)
        continue
      }
      if (!now)
        return `pay ${pay.id} (net ${pay.net}, ${pay.processed_date}) was acknowledged and is not there`
      const wrong = differing(pay, now, isApart)
      if (wrong)
        return `${wrong} of pay ${pay.id} was ${text(pay, wrong)} in the answer and is ${text(now, wrong)}`
    }
    return this.#strangers(there, open)
  }

  /**
   * Compares the sums of the runs that end on a day or later with those of the pays. Returns the first
   * difference in words.
   */
  compareRuns(runs: readonly Run[], since = ''): string | undefined {
    const sums = new Map<number, Record<(typeof SUMS)[number], number>>()
    for (const pay of this.pays.values()) {
      if (pay.pay_run_end_date < since) continue
      const sum = sums.get(pay.pay_run_id) ?? { gross: 0, tax: 0, net: 0 }
      for (const name of SUMS) sum[name] += Math.round(pay[name] * 100)
      sums.set(pay.pay_run_id, sum)
    }
    for (const { pay_run_id, totals } of runs)
      for (const name of SUMS) {
        const told = sums.get(pay_run_id)?.[name] ?? 0
        if (told !== Math.round(totals[name] * 100))
          return `${name} of run ${pay_run_id} is ${totals[name]}; its pays come to ${told / 100}`
      }
    const there = new Set(runs.map((run) => run.pay_run_id))
    const gone = [...sums.keys()].find((id) => !there.has(id))
    return gone === undefined ? undefined : `run ${gone} holds pays that were acknowledged and is not there`
  }

  #strangers(there: readonly ToldPay[], open?: Open): string | undefined {
    const strangers = there.filter((pay) => !this.pays.has(pay.id))
    if (strangers.length === 0) return undefined
    const first = strangers[0]
    if (open?.comes === undefined)
      return `pay ${first?.id} of employee ${first?.employee_id} (net ${first?.net}) is there and no one was told of it`
    if (open.comes !== 'any' && strangers.length !== open.comes)
      return `a call for ${open.comes} pays that was never answered left ${strangers.length} of them`
    for (const pay of strangers) this.tell(pay)
    return undefined
  }
}
