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
import type { PastLine, PastNeeds, PastQuestion, PeriodHours } from '../../../../payroll/history.ts'
import type { LeaveType, PayLines } from '../../../../payroll/input.ts'
import type { TaxShare } from '../../../../payroll/redistribute.ts'
import type { LeaveMovement, LineAmounts } from '../../../../payroll/result.ts'
import type { Step } from '../../../../payroll/trace.ts'
import type { Balances } from '../job/leave-balances.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import type { TerminationView } from '../schema/termination.ts'

/** What is read of another pay besides, where the law asks for it. */
export type StoredDetails = {
  /** By the names of the figures. */
  figures: Readonly<Record<string, string | null>>
  json: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  lines: readonly PastLine[]
}

/** The other pays as they were read: the common members, then the cells of the country's history. */
export type LoadedPast = {
  pays: readonly (HistoryRow & {
    runId: number
    details: StoredDetails | null
    /** The country's figures after recalculation, instead of the stored ones. */
    left?: unknown
  })[]
  periodHours: readonly PeriodHours[] | null
  /** What the employee was paid elsewhere before. */
  opening: Opening | null
  /** The leave before the pay, if it differs from what the pay was calculated with. */
  balances?: Balances | undefined
}

/** Pay and employer contributions of the tax year before that of a pay. */
export type YearBefore = { start: string; gross: string; employer: string }

/** A pay that was calculated, in words that no country is needed for. */
export type Calculated = {
  amounts: LineAmounts
  /** What an hour of each leave row is paid at, once the law has had its say. */
  leaveRates: readonly Decimal[]
  /** What a unit of each allowance pays, once the law has had its say. */
  allowanceRates: readonly Decimal[]
  figures: FigureTexts
  gross: Decimal
  net: Decimal
  sharedTax: Decimal | null
  leaveMovements: readonly LeaveMovement[]
  warnings: readonly string[]
  balances: LeaveBalanceLine[]
  termination: TerminationView | null
  /** The facts it was calculated from, as JSON text. */
  facts(): string
  /** The stored values, by column. */
  cells(): Readonly<Record<string, FigureCell>>
  /** The pay counts: the employee's next one starts where it ended. */
  commit(): void
}

export type PayToCalculate = {
  past: PastQuestion
  lines: PayLines
  isWorkersComp: boolean
  termination: TerminationBlock | null
  taxShare: TaxShare | null
}

/** One employee while the pays of a call are calculated, one after the other. */
export type EmployeeLedger = {
  calculate(pay: PayToCalculate, rates: Rates): Calculated
  /** The parts of leave rows that the law counts as something else, by the place of the row. */
  splitLeave(pay: PayToCalculate, rates: Rates): ReadonlyMap<number, readonly LeavePart[]>
  /** What a draft proposes for public holidays; null: nothing in this country. */
  draftHolidays(pay: PayToCalculate, rates: Rates): DraftHolidays | null
}

/** How the items of a request are read in a country. */
export type ItemRules = {
  /** Leave that only another country has: it is paid, and moves no balance. */
  isForeignLeave(leaveType: LeaveType): boolean
  /** Leave that the law prices where neither the row nor the employee has a rate. */
  isPricedByLaw(leaveType: LeaveType): boolean
  /** Leave that is paid at an hourly amount of its own, when the employee has one. */
  ownAmounts: Partial<Record<LeaveType, 'workersCompPerHour' | 'paidParentalPerHour'>>
  /** Allowance rows that the law adds to the employee’s pays and prices itself, by description. */
  lawRows(employee: PayEmployee): readonly string[]
}

/** A stored pay that was calculated again. */
export type Recalculated = {
  figures: FigureTexts
  steps: readonly Step[]
  leaveMovements: readonly LeaveMovement[]
  /** What later pays read of it, in the country's terms; absent if no history was read. */
  left?: unknown
}

/** What the pay pipeline needs from a country. */
export type PayCountry = Pick<CountryRules<CountryTypes>, 'country' | 'isAllowanceCategoryNeeded'> & {
  items: ItemRules
  needsOfPast(asked: PastQuestion): PastNeeds
  /** What is stored, read by later pays, reported and shown. */
  figures: AnyFigures
  /** What is read of each other pay, and SQL by name of what is read besides where details are asked for. */
  history: HistoryColumns
  detailFigures: Readonly<Record<string, string>>
  detailJson: Readonly<Record<string, string>>
  /** Whether the tax number matters to a calculation, and must be opened for it. */
  looksAtTaxNumber: boolean
  /** The tax number stays outside: only what follows from it goes in. */
  openLedger(employee: PayEmployee, taxNumber: () => string | null, past: LoadedPast): EmployeeLedger
  /** The same for a pay that is calculated again from the facts stored with it; only the balances are the employee's. */
  reopenLedger(facts: unknown, employee: PayEmployee, past: LoadedPast): EmployeeLedger
  /** The members of the employee's record that are read beside the terms, as the facts of a pay have them. */
  employeeRecordOf(facts: unknown): Partial<PayEmployee>
  recalculate(facts: unknown, lines: PayLines, rates: Rates): Recalculated
  /** The facts of the employee that pay history is read by, as they were when the pay was made. */
  employeeFactsOf(
    facts: unknown,
  ): Pick<PastQuestion, 'startDate' | 'dateOfBirth' | 'leaveSince' | 'paysSince'>
  /** As `recalculate`, but with the pay history read again. */
  recalculateWithCurrentHistory(
    facts: unknown,
    lines: PayLines,
    past: LoadedPast,
    asked: PastQuestion,
    rates: Rates,
  ): Recalculated
  /** Settings of the employee that do not fit what the pay shows, for drafts and previews. */
  adviseOn?(job: PayJob, calculated: Calculated, before: YearBefore | null, rates: Rates): string[]
}

/** What a country's mapping between rows and law must say; the rest is the same for all. */
export type CountryMapping<T extends CountryTypes> = {
  rules: CountryRules<T>
  ratesOf(rates: Rates): T['rates']
  items: ItemRules
  looksAtTaxNumber: boolean
  /** SQL by name for details that are read in addition to figures and lines. */
  detailJson: Readonly<Record<string, string>>
  /** An earlier pay as the law sees it. */
  pastPayOf(row: LoadedPast['pays'][number]): T['pastPay']
  termsOf(employee: PayEmployee, taxNumber: () => string | null): T['terms']
  balancesOf(employee: Balances): T['balances']
  employeeRecordOf(facts: FactsOf<T['input']>): Partial<PayEmployee>
  endingOf(block: TerminationBlock): T['ending']
  adviseOn?: NonNullable<PayCountry['adviseOn']>
}
