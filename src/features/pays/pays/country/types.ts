import type {
  CountryRules,
  CountryTypes,
  DraftHolidays,
  LeaveBalanceLine,
  LeavePart,
} from '../../../../countries/contract/country.ts'
import type { Opening } from '../../../../countries/contract/opening.ts'
import type { Rates } from '../../../../countries/index.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { FactsOf } from '../../../../payroll/facts.ts'
import type { HistoryColumns, HistoryRow } from '../../../../payroll/figure-history.ts'
import type { AnyFigures, FigureCell, FigureTexts } from '../../../../payroll/figures.ts'
import type {
  PastLine,
  PastNeeds,
  PastQuestion,
  PayTiming,
  PeriodHours,
} from '../../../../payroll/history.ts'
import type { LeaveType, PayLines } from '../../../../payroll/input.ts'
import type { TaxShare } from '../../../../payroll/redistribute.ts'
import type { LeaveMovement, LineAmounts } from '../../../../payroll/result.ts'
import type { Step } from '../../../../payroll/trace.ts'
import type { Balances } from '../job/leave-balances.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import type { TerminationView } from '../schema/termination.ts'

/** A row of the law. `isFree`: a rebuilt pay may get it although it was made without, because its hours decide. */
export type LawRow = { description: string; isFree?: boolean }

/** Further details of another pay, loaded only where the law needs them. */
export type StoredDetails = {
  /** By figure name. */
  figures: Readonly<Record<string, string | null>>
  json: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  lines: readonly PastLine[]
}

/** The loaded other pays: the common members, then the country's history columns. */
export type LoadedPast = {
  pays: readonly (HistoryRow & {
    runId: number
    details: StoredDetails | null
    /** The country's figures after recalculation, in place of the stored ones. */
    left?: unknown
  })[]
  periodHours: readonly PeriodHours[] | null
  /** Pay history from before this system. */
  opening: Opening | null
  /** The leave before the pay, if it differs from the leave the pay was calculated with. */
  balances?: Balances | undefined
}

/** Pay and employer contributions of the tax year before that of a pay. */
export type YearBefore = {
  start: string
  gross: string
  employer: string
  /**
   * The first pay of that year, or the year's first day if opening figures cover the year so far. Null if
   * there was none.
   */
  first_paid: string | null
}

/** A calculated pay in country-neutral form. */
export type Calculated = {
  amounts: LineAmounts
  /** The hourly rate of each leave line after the legal rules have been applied. */
  leaveRates: readonly Decimal[]
  /** The unit rate of each allowance after the legal rules have been applied. */
  allowanceRates: readonly Decimal[]
  figures: FigureTexts
  gross: Decimal
  net: Decimal
  sharedTax: Decimal | null
  leaveMovements: readonly LeaveMovement[]
  warnings: readonly string[]
  balances: LeaveBalanceLine[]
  termination: TerminationView | null
  /** The facts of the calculation, as JSON text. */
  facts(): string
  /** The stored values, by column. */
  cells(): Readonly<Record<string, FigureCell>>
  /** Records the pay in the state, so that the employee's next pay starts after it. */
  commit(): void
}

export type PayToCalculate = {
  past: PastQuestion
  lines: PayLines
  isWorkersComp: boolean
  termination: TerminationBlock | null
  taxShare: TaxShare | null
}

/** One employee's state while the pays of a call are calculated in order. */
export type EmployeeLedger = {
  calculate(pay: PayToCalculate, rates: Rates): Calculated
  /** The parts of leave lines that the law treats as something else, by line index. Absent if the country splits none. */
  splitLeave?(pay: PayToCalculate, rates: Rates): ReadonlyMap<number, readonly LeavePart[]>
  /** The public holidays that a draft proposes. Absent if the country proposes none. */
  draftHolidays?(pay: PayToCalculate, rates: Rates): DraftHolidays
}

/** Country rules for the items of a request. */
export type ItemRules = {
  /** Leave that exists only in another country. It is paid but moves no balance. */
  isForeignLeave(leaveType: LeaveType): boolean
  /** Leave whose rate the law sets if neither the line nor the employee has one. */
  isPricedByLaw(leaveType: LeaveType): boolean
  /** Leave paid at a separate hourly amount, if the employee has one. */
  ownAmounts: Partial<Record<LeaveType, 'workersCompPerHour' | 'paidParentalPerHour'>>
  /** Descriptions of allowance rows that the law adds to the employee’s pays and prices itself. */
  lawRows(employee: PayEmployee, timing: PayTiming, rates: Rates): readonly LawRow[]
}

/** A recalculated stored pay. */
export type Recalculated = {
  figures: FigureTexts
  steps: readonly Step[]
  leaveMovements: readonly LeaveMovement[]
  /** The values that later pays read, in country-specific form. Absent if no history was loaded. */
  left?: unknown
}

/** A pay for which a country may have advice about the employee's settings. */
export type AdvisedPay = { employee: PayEmployee; timing: PayTiming }

/** The parts of a country that the pay pipeline needs. */
export type PayCountry = Pick<CountryRules<CountryTypes>, 'country' | 'isAllowanceCategoryNeeded'> & {
  items: ItemRules
  needsOfPast(asked: PastQuestion): PastNeeds
  /** Whether the calculation reads the details of another pay although it is not taxed with the period. */
  readsDetailsOf?(pay: LoadedPast['pays'][number], asked: PastQuestion): boolean
  /** The figures that are stored, reported, shown and read by later pays. */
  figures: AnyFigures
  /** The history columns of every other pay, and SQL by name for additional details. */
  history: HistoryColumns
  detailFigures: Readonly<Record<string, string>>
  detailJson: Readonly<Record<string, string>>
  /** Whether the calculation uses the tax number, which must then be decrypted. */
  looksAtTaxNumber: boolean
  /** Only values derived from the tax number enter the calculation, never the number itself. */
  openLedger(employee: PayEmployee, taxNumber: () => string | null, past: LoadedPast): EmployeeLedger
  /** Opens a ledger from the facts stored with a pay. Only the balances come from the employee. */
  reopenLedger(facts: unknown, employee: PayEmployee, past: LoadedPast): EmployeeLedger
  /** The members of the employee record read besides the terms, from the facts of a pay. */
  employeeRecordOf(facts: unknown): Partial<PayEmployee>
  /** The terms that a pay was calculated with, in country-specific form. */
  termsOfPay(facts: unknown): object
  recalculate(facts: unknown, lines: PayLines, rates: Rates): Recalculated
  /** The employee facts that decide which pay history is loaded, as they were when the pay was made. */
  employeeFactsOf(
    facts: unknown,
  ): Pick<PastQuestion, 'startDate' | 'dateOfBirth' | 'leaveSince' | 'paysSince'>
  /** As `recalculate`, but with the pay history loaded again. */
  recalculateWithCurrentHistory(
    facts: unknown,
    lines: PayLines,
    past: LoadedPast,
    asked: PastQuestion,
    rates: Rates,
  ): Recalculated
  /** Warns, on drafts and previews, about employee settings that do not match the pay. */
  adviseOn?(job: AdvisedPay, calculated: Calculated, before: YearBefore | null, rates: Rates): string[]
}

/** The country-specific part of the mapping between rows and law. */
export type CountryMapping<T extends CountryTypes> = {
  rules: CountryRules<T>
  ratesOf(rates: Rates): T['rates']
  items: ItemRules
  looksAtTaxNumber: boolean
  /** SQL by name for details besides figures and lines. */
  detailJson: Readonly<Record<string, string>>
  /** Converts an earlier pay to input for the calculation. */
  pastPayOf(row: LoadedPast['pays'][number]): T['pastPay']
  termsOf(employee: PayEmployee, taxNumber: () => string | null): T['terms']
  balancesOf(employee: Balances): T['balances']
  employeeRecordOf(facts: FactsOf<T['input']>): Partial<PayEmployee>
  endingOf(block: TerminationBlock): T['ending']
  adviseOn?: NonNullable<PayCountry['adviseOn']>
}
