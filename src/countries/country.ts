import type { CivilDate } from '../kernel/values/dates.ts'
import type { Decimal } from '../kernel/values/money.ts'
import type { FactsOf, StoredFacts } from '../payroll/facts.ts'
import type { FigureList } from '../payroll/figures.ts'
import type { PastNeeds, PastPay, PastQuestion, PayTiming, PeriodHours } from '../payroll/history.ts'
import type { CommonPayInput, PayLines } from '../payroll/input.ts'
import type { TaxShare } from '../payroll/redistribute.ts'
import type { CommonFigures, CommonPayResult } from '../payroll/result.ts'
import type { Trace } from '../payroll/trace.ts'
import type { Country } from '../payroll/words.ts'
import type { Opening } from './opening.ts'

/*
 * What every country offers. A feature chooses a country once and sees nothing else of it: the same road leads a pay of any
 * country from its lines to its figures.
 */

/** The types that a country's law speaks in. */
export type CountryTypes = {
  rates: object
  /** What the employee's record says, in the words of the law. */
  terms: object
  /** What later pays see of a pay. */
  pastPay: PastPay & { details: object | null }
  balances: object
  /** The request to end the employment. */
  ending: object
  input: CommonPayInput & { startDate: CivilDate; dateOfBirth: CivilDate | null }
  result: CommonPayResult & { figures: CommonFigures; termination: object | null }
}

/** Where an employee stands before a pay. */
export type Standing<T extends CountryTypes> = {
  pays: readonly T['pastPay'][]
  balances: T['balances']
  /** All hours rows of the period, when `needsOfPast` asked for them. */
  periodHours: readonly PeriodHours[] | null
}

/** A pay that is to be made. */
export type AskedPay<T extends CountryTypes> = {
  past: PastQuestion
  lines: PayLines
  isWorkersComp: boolean
  ending: T['ending'] | null
  /** Set when the tax of several pays was worked out together. */
  taxShare: TaxShare | null
}

/**
 * A stored pay without its history: what it is calculated from when the history is read again. Without its share of a tax that
 * several pays bore together: the other pays keep their shares, and the rest of the period's tax is this pay's.
 */
export type Reopened<T extends CountryTypes> = Pick<AskedPay<T>, 'isWorkersComp' | 'ending'> & {
  terms: T['terms']
  balances: T['balances']
}

/** What is left of one kind of leave, as a pay shows it. */
export type LeaveBalanceLine = {
  leave_type: string
  name: string
  hours: string
  weeks?: string
  days?: string
}

export type CountryRules<T extends CountryTypes> = {
  country: Country
  /** As a sentence names it. */
  name: string
  /** Hours of a day where an employee's record does not say. */
  standardHoursPerDay: string
  /** A final pay that is dated after today waits until that day. */
  isFutureFinalPayStaged: boolean
  /** Somebody who comes back after an ending has a new employment: sick leave and years of service start at zero. */
  isServiceStartedAgain: boolean
  /** Whom the employer tells about pays. */
  reportsTo: 'ATO' | 'IR'
  /** What an employer pays for retirement. */
  retirement: 'super' | 'KiwiSaver'
  /** What earlier periods are looked at for: the pay of leave, or bonuses, back payments and endings. */
  looksBackFor: 'leave' | 'extras'
  /** An allowance must say its reporting category. */
  isAllowanceCategoryNeeded: boolean
  /** A payslip must show the ordinary rate, the hours at it and the amount. */
  isRateNeededOnPayslip: boolean
  /** The year that the year to date of a pay belongs to. */
  taxYear(date: CivilDate): { start: CivilDate; end: CivilDate }
  /** How far back, and how closely, the law looks for this pay. */
  needsOfPast(asked: PastQuestion): PastNeeds
  /** What was paid elsewhere before the first pay, as rows of the past. */
  openingPays(opening: Opening, terms: T['terms']): T['pastPay'][]
  /** Everything the pay is calculated from: the terms, the lines, and what the law asks about the past. */
  inputOf(terms: T['terms'], asked: AskedPay<T>, standing: Standing<T>): T['input']
  /** The terms of a stored pay, without what it once read of the past. */
  reopen(facts: FactsOf<T['input']>): Reopened<T>
  /** From when on all leave of the employee matters; absent: only what `needsOfPast` asks for. */
  leaveSince?(facts: FactsOf<T['input']>): CivilDate | undefined
  /** From when on all pays of the employee matter; absent: only what `needsOfPast` asks for. */
  paysSince?(facts: FactsOf<T['input']>): CivilDate | undefined
  /** Raises the rates of lines to what the law owes. */
  settle(input: T['input'], rates: T['rates']): T['input']
  /** `trace` is where the steps go. */
  calculate(input: T['input'], rates: T['rates'], trace?: Trace): T['result']
  /** What later pays will see of this one. */
  leaveBehind(timing: PayTiming, input: T['input'], result: T['result']): T['pastPay']
  balancesAfter(input: T['input'], result: T['result']): T['balances']
  showBalances(input: T['input'], balances: T['balances']): LeaveBalanceLine[]
  /** The tax that several pays of one period share by gross; null: they do not. */
  sharedTax(result: T['result']): Decimal | null
  facts: StoredFacts<T['input']>
  /** What is stored of a pay, read by later pays, reported and shown. */
  figures: FigureList<T['input'], T['result']>
}
