import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { IsHoliday } from '../../payroll/business-days.ts'
import type { FactsOf, StoredFacts } from '../../payroll/facts.ts'
import type { FigureList } from '../../payroll/figures.ts'
import type { PastNeeds, PastPay, PastQuestion, PayTiming, PeriodHours } from '../../payroll/history.ts'
import type { CommonPayInput, LeaveType, PayLines } from '../../payroll/input.ts'
import type { Timeline } from '../../payroll/rates/timeline.ts'
import type { TaxShare } from '../../payroll/redistribute.ts'
import type { CommonFigures, CommonPayResult } from '../../payroll/result.ts'
import type { Trace } from '../../payroll/trace.ts'
import type { PayPeriod } from '../../payroll/words.ts'
import type { Authority } from './authority.ts'
import type { BankFileFormat } from './bank-file.ts'
import type { EmployeeRules } from './employee-rules.ts'
import type { FinalPayRules } from './final-pay.ts'
import type { LeaveRules } from './leave-rules.ts'
import type { Opening, OpeningRules } from './opening.ts'
import type { PayslipRules } from './payslip.ts'
import type { Rates } from './rates.ts'
import type { ReportRules, RetirementScheme } from './report-rules.ts'
import type { CountryWords } from './words.ts'

/*
 * The contract that each country implements. Features call members of this object and never test which country it is. A
 * member is null or an empty list when the country has no such rule.
 */

/** The types that a country's calculation uses. */
export type CountryTypes = {
  rates: object
  /** The employee's record, converted for the calculation. */
  terms: object
  /** The history entry of a pay, which later pays read. */
  pastPay: PastPay & { details: object | null }
  balances: object
  ending: object
  input: CommonPayInput & { startDate: CivilDate; dateOfBirth: CivilDate | null }
  result: CommonPayResult & { figures: CommonFigures; termination: object | null }
}

/** The state of an employee before a pay. */
export type EmployeeState<T extends CountryTypes> = {
  pays: readonly T['pastPay'][]
  balances: T['balances']
  /** All hours rows of the period. Null unless `needsOfPast` asked for them. */
  periodHours: readonly PeriodHours[] | null
}

/** A pay to calculate. */
export type PayRequest<T extends CountryTypes> = {
  past: PastQuestion
  lines: PayLines
  isWorkersComp: boolean
  ending: T['ending'] | null
  /** Set when the tax of several pays was calculated together. */
  taxShare: TaxShare | null
}

/**
 * A stored pay without its history, for recalculating it when the history is read again. It omits the pay's share of a tax
 * that was split over several pays. The other pays keep their shares, and this pay gets the rest of the period's tax.
 */
export type RestoredTerms<T extends CountryTypes> = Pick<PayRequest<T>, 'isWorkersComp' | 'ending'> & {
  terms: T['terms']
  balances: T['balances']
}

/** The balance of one leave type, as a pay shows it. */
export type LeaveBalanceLine = {
  leave_type: string
  name: string
  hours: string
  weeks?: string
  days?: string
}

/** A part of a leave row, as `splitLeave` returns it. */
export type LeavePart = {
  leaveType: LeaveType
  date: CivilDate
  hours: Decimal
  /** The name of the public holiday that this part pays for. Absent when the part is leave. */
  holiday?: string
  /** The explanation that the pay shows for this part. */
  note?: string
}

/** The lines that a draft proposes for the public holidays of its period. */
export type DraftHolidays = {
  /** Paid days off, which replace ordinary hours. */
  paid: readonly { date: CivilDate; hours: Decimal; holiday: string; note: string }[]
  /** Hours rows worked on a public holiday, by row index. */
  worked: ReadonlyMap<number, HolidayWork>
  /** Notes about holidays for which the draft proposes nothing. */
  notes: readonly string[]
}

/** The rate for work on a public holiday. `multiplier` is null when the rate is not a multiple of the ordinary rate. */
export type HolidayWork = { rate: Decimal; multiplier: Decimal | null; note: string }

export type CountryRules<T extends CountryTypes> = {
  country: string
  /** The country's name, as sentences use it. */
  name: string
  /** Hours per day when the employee's record does not set them. */
  standardHoursPerDay: string
  /** True when every allowance needs a reporting category. */
  isAllowanceCategoryNeeded: boolean
  /** True when a payslip must show the ordinary rate, the hours at that rate and their amount. */
  isRateNeededOnPayslip: boolean
  /** The tax year that a date belongs to. Year-to-date figures cover this year. */
  taxYear(date: CivilDate): { start: CivilDate; end: CivilDate }
  /** The pay history that this pay needs: how far back, and in how much detail. */
  needsOfPast(asked: PastQuestion): PastNeeds
  /** Whether the calculation reads the details of another pay although it is not taxed with the period. Absent if it never does. */
  readsDetailsOf?(pay: T['pastPay'], asked: PastQuestion): boolean
  /** Opening figures as history entries, which come before the first pay. */
  openingPays(opening: Opening, terms: T['terms']): T['pastPay'][]
  /** Builds the input of a calculation from the terms, the lines and the pay history. */
  inputOf(terms: T['terms'], asked: PayRequest<T>, standing: EmployeeState<T>, rates: T['rates']): T['input']
  /** The terms of a stored pay, without the pay history that its calculation read. */
  restoreTerms(facts: FactsOf<T['input']>): RestoredTerms<T>
  /** The date from which the calculation needs all leave of the employee. Absent when `needsOfPast` covers it. */
  leaveSince?(facts: FactsOf<T['input']>): CivilDate | undefined
  /** The date from which the calculation needs all pays of the employee. Absent when `needsOfPast` covers it. */
  paysSince?(facts: FactsOf<T['input']>): CivilDate | undefined
  /** Splits leave rows that the law counts partly as something else, by row index. Absent when rows are never split. */
  splitLeave?(input: T['input'], rates: T['rates']): ReadonlyMap<number, readonly LeavePart[]>
  /** The public holiday lines that drafts propose. Absent when drafts propose none. */
  draftHolidays?(input: T['input'], rates: T['rates']): DraftHolidays
  /** Raises the rates of lines to the rates that the law requires. */
  settle(input: T['input'], rates: T['rates']): T['input']
  /** Records the calculation steps in `trace`. */
  calculate(input: T['input'], rates: T['rates'], trace?: Trace): T['result']
  /** The history entry of this pay, which later pays read. */
  toPastPay(timing: PayTiming, input: T['input'], result: T['result']): T['pastPay']
  balancesAfter(input: T['input'], result: T['result']): T['balances']
  showBalances(input: T['input'], balances: T['balances']): LeaveBalanceLine[]
  /** The tax to split over several pays of one period in proportion to gross. Null when the country does not split tax. */
  sharedTax(result: T['result']): Decimal | null
  facts: StoredFacts<T['input']>
  /** The figures of a pay: stored, reported, shown, and read by later pays. */
  figures: FigureList<T['input'], T['result']>
}

/** The parts of a country's law that do not need a pay. */
export type CountryLaw = Pick<
  CountryRules<CountryTypes>,
  | 'country'
  | 'name'
  | 'standardHoursPerDay'
  | 'isAllowanceCategoryNeeded'
  | 'isRateNeededOnPayslip'
  | 'taxYear'
>

/** The details that invoices need in a country where the service is sold. */
export type Sale = {
  currency: string
  gstRate: Decimal
  /** A trial has the cap of this plan while it lasts. */
  trialProduct: number
}

/** Company fields that only some countries use. */
export type CompanyField =
  | 'abn'
  | 'branch_number'
  | 'direct_entry_user_id'
  | 'is_stp_enabled'
  | 'ird_number'
  | 'nzbn'
  | 'is_payday_filing_enabled'

export type Country = {
  /** The value of `jurisdiction` in the API. */
  code: string
  name: string
  /** The company's current date is the date in this time zone. */
  timeZone: string
  /** The pay periods that an employee may have. */
  payPeriods: readonly PayPeriod[]
  words: CountryWords
  law: CountryLaw
  /** The number that shows which country a new company belongs to. */
  companyNumber: 'abn' | 'ird_number'
  /** The company fields that only this country uses. */
  companyFields: readonly CompanyField[]
  employee: EmployeeRules
  leave: LeaveRules
  opening: OpeningRules
  payslip: PayslipRules
  finalPay: FinalPayRules
  authority: Authority
  retirement: RetirementScheme
  reports: ReportRules
  /** The first format is the default. */
  bankFiles: readonly BankFileFormat[]
  bankAccount: BankAccountRules
  /** The rate tables that every pay needs. */
  payTables(rates: Rates): readonly Pick<Timeline<unknown>, 'find'>[]
  /** Days on which banks do not process payments. */
  bankHolidays(rates: Rates): IsHoliday
  /** The tax codes that keep payroll lines out of GST, by accounting system. */
  untaxedCodes: { xero: string; xeroApi: string; myob: string; quickbooks: string }
  /** True when the suburb field of a postal address is the town. */
  isSuburbTheTown: boolean
  /** Null when the service is not sold in this country. */
  sale: Sale | null
}

/** The validation of a bank account. */
export type BankAccountRules = {
  /** Whether a BSB is part of an account. Where it is not, files leave out one that is recorded. */
  hasBsb: boolean
  /** Returns the account number as it is stored, or the problem. Messages never contain the number. */
  check(account: { bsb: string | null; account_number: string }): { number: string } | { problem: string }
}

/** A country's definition. The code and the name come from its law. */
export type CountryDefinition<T extends CountryTypes> = Omit<Country, 'name' | 'code' | 'law'> & {
  law: CountryRules<T>
}

/** Defines a country from its definition and its law. A missing member is a compile error. */
export function defineCountry<T extends CountryTypes>(country: CountryDefinition<T>): Country {
  return { ...country, code: country.law.country, name: country.law.name }
}
