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
 * The contract of a country. A feature asks the object, never which country it is: what differs is a member with a meaning,
 * and what a country lacks is null or an empty list.
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

/** The state of an employee before a pay. */
export type EmployeeState<T extends CountryTypes> = {
  pays: readonly T['pastPay'][]
  balances: T['balances']
  /** All hours rows of the period, when `needsOfPast` asked for them. */
  periodHours: readonly PeriodHours[] | null
}

/** A pay that is to be made. */
export type PayRequest<T extends CountryTypes> = {
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
export type RestoredTerms<T extends CountryTypes> = Pick<PayRequest<T>, 'isWorkersComp' | 'ending'> & {
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

/** A part of a leave row. */
export type LeavePart = {
  leaveType: LeaveType
  date: CivilDate
  hours: Decimal
  /** The public holiday that it is paid for, in words; absent: a part of the leave. */
  holiday?: string
  /** What the pay says about it. */
  note?: string
}

/** What a draft proposes for the public holidays of its period. */
export type DraftHolidays = {
  /** Days off that are paid, instead of ordinary hours. */
  paid: readonly { date: CivilDate; hours: Decimal; holiday: string; note: string }[]
  /** Hours rows that were worked on one, by the place of the row. */
  worked: ReadonlyMap<number, HolidayWork>
  /** Holidays that nothing is proposed for. */
  notes: readonly string[]
}

/** What work on a public holiday is paid at: a multiple of the ordinary rate where it is one. */
export type HolidayWork = { rate: Decimal; multiplier: Decimal | null; note: string }

export type CountryRules<T extends CountryTypes> = {
  country: string
  /** As a sentence names it. */
  name: string
  /** Hours of a day where an employee's record does not say. */
  standardHoursPerDay: string
  /** An employee who comes back after an ending has a new employment: sick leave and years of service start at zero. */
  isServiceStartedAgain: boolean
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
  inputOf(terms: T['terms'], asked: PayRequest<T>, standing: EmployeeState<T>): T['input']
  /** The terms of a stored pay, without the pay history it once read. */
  restoreTerms(facts: FactsOf<T['input']>): RestoredTerms<T>
  /** The same terms of an employment that never ended; absent: they hold no end. */
  withoutEnd?(terms: T['terms']): T['terms']
  /** From when on all leave of the employee matters; absent: only what `needsOfPast` asks for. */
  leaveSince?(facts: FactsOf<T['input']>): CivilDate | undefined
  /** From when on all pays of the employee matter; absent: only what `needsOfPast` asks for. */
  paysSince?(facts: FactsOf<T['input']>): CivilDate | undefined
  /** The parts of leave rows that the law counts as something else, by the place of the row; absent: rows stay as they are. */
  splitLeave?(input: T['input'], rates: T['rates']): ReadonlyMap<number, readonly LeavePart[]>
  /** What drafts propose for public holidays; absent: nothing. */
  draftHolidays?(input: T['input'], rates: T['rates']): DraftHolidays
  /** Raises the rates of lines to what the law owes. */
  settle(input: T['input'], rates: T['rates']): T['input']
  /** `trace` is where the steps go. */
  calculate(input: T['input'], rates: T['rates'], trace?: Trace): T['result']
  /** The history entry of this pay, which later pays read. */
  toPastPay(timing: PayTiming, input: T['input'], result: T['result']): T['pastPay']
  balancesAfter(input: T['input'], result: T['result']): T['balances']
  showBalances(input: T['input'], balances: T['balances']): LeaveBalanceLine[]
  /** The tax that several pays of one period share by gross; null: they do not. */
  sharedTax(result: T['result']): Decimal | null
  facts: StoredFacts<T['input']>
  /** What is stored of a pay, read by later pays, reported and shown. */
  figures: FigureList<T['input'], T['result']>
}

/** What can be asked of a country's law without a pay. */
export type CountryLaw = Pick<
  CountryRules<CountryTypes>,
  | 'country'
  | 'name'
  | 'standardHoursPerDay'
  | 'isServiceStartedAgain'
  | 'isAllowanceCategoryNeeded'
  | 'isRateNeededOnPayslip'
  | 'taxYear'
>

/** Where the service is sold, and what its invoices need. */
export type Sale = {
  currency: string
  gstRate: Decimal
  /** While it lasts, a trial has the cap of this plan. */
  trialProduct: number
}

/** A field of a company that not every country has a use for. */
export type CompanyField =
  | 'abn'
  | 'branch_number'
  | 'direct_entry_user_id'
  | 'is_stp_enabled'
  | 'ird_number'
  | 'nzbn'
  | 'is_payday_filing_enabled'

export type Country = {
  /** `jurisdiction` on the wire. */
  code: string
  name: string
  /** The day in this zone is the company's day. */
  timeZone: string
  /** How often employees may be paid. */
  payPeriods: readonly PayPeriod[]
  words: CountryWords
  law: CountryLaw
  /** The number that identifies the country of a new company. */
  companyNumber: 'abn' | 'ird_number'
  /** The fields of a company that have a use only here. */
  companyFields: readonly CompanyField[]
  employee: EmployeeRules
  leave: LeaveRules
  opening: OpeningRules
  payslip: PayslipRules
  finalPay: FinalPayRules
  authority: Authority
  retirement: RetirementScheme
  reports: ReportRules
  /** The first is the usual one. */
  bankFiles: readonly BankFileFormat[]
  bankAccount: BankAccountRules
  /** The tables that every pay needs. */
  payTables(rates: Rates): readonly Pick<Timeline<unknown>, 'find'>[]
  /** Days on which banks do not pay. */
  bankHolidays(rates: Rates): IsHoliday
  /** How payroll lines are kept out of the goods and services tax, by accounting system. */
  untaxedCodes: { xero: string; xeroApi: string; myob: string; quickbooks: string }
  /** In a postal address the suburb is the town. */
  isSuburbTheTown: boolean
  /** Null: the service is not sold there. */
  sale: Sale | null
}

/** What a bank account must look like. */
export type BankAccountRules = {
  /** The account number as it is stored, or what is wrong with it. Messages never contain the number. */
  check(account: { bsb: string | null; account_number: string }): { number: string } | { problem: string }
}

/** What a country must give: everything but the code and the name, which its law has. */
export type CountryDefinition<T extends CountryTypes> = Omit<Country, 'name' | 'code' | 'law'> & {
  law: CountryRules<T>
}

/** A country with its law. Leaving a member out does not compile. */
export function defineCountry<T extends CountryTypes>(country: CountryDefinition<T>): Country {
  return { ...country, code: country.law.country, name: country.law.name }
}
