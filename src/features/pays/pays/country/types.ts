import type { CountryRules, CountryTypes, LeaveBalanceLine } from '../../../../countries/country.ts'
import type { Rates } from '../../../../countries/index.ts'
import type { Opening } from '../../../../countries/opening.ts'
import type { Cell, Column } from '../../../../database/insert-rows.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { FactsOf } from '../../../../payroll/facts.ts'
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
import type { PayEmployee } from '../job/pay-employee.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { BonusDetails } from '../lines/lines.ts'
import type { PayBonusInput } from '../request/schema.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import type { PayView } from '../schema/pay.ts'
import type { TerminationView } from '../schema/termination.ts'

/** What is read of another pay besides, where the law asks for it. */
export type PastDetails = {
  columns: Readonly<Record<string, string | null>>
  reporting: unknown
  lines: readonly PastLine[]
}

/** The other pays as they were read: the common members, then the country's columns as text. */
export type LoadedPast = {
  pays: readonly {
    timing: PayTiming
    id: number
    runId: number
    isTermination: boolean
    /** The sum of several. */
    isSum: boolean
    cells: readonly string[]
    details: PastDetails | null
    /** What its country says of it after it was recalculated, instead of what is stored. */
    left?: unknown
  }[]
  periodHours: readonly PeriodHours[] | null
  /** What the employee was paid elsewhere before. */
  opening: Opening | null
}

/** How pays that are only asked what they come to are read as one. */
export type PastSums = {
  /** SQL of the sums, in the order of the columns of a pay; empty where a sum would mean nothing. */
  columns: readonly string[]
  /** SQL of a pay that must come by itself. */
  isApart: string
}

/** Pay and employer contributions of the tax year before that of a pay. */
export type YearBefore = { start: string; gross: string; employer: string }

/** Figures of a pay by their columns. */
export type FigureTexts = Record<string, string>

/** A pay that was calculated, in words that no country is needed for. */
export type Calculated = {
  amounts: LineAmounts
  /** What an hour of each leave row is paid at, once the law has had its say. */
  leaveRates: readonly Decimal[]
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
  /** The country's cells, in the order of its columns. */
  cells(): Cell[]
  /** The pay counts: the employee's next one starts where it ended. */
  keep(): void
}

export type PayToCalculate = {
  past: PastQuestion
  lines: PayLines
  isWorkersComp: boolean
  termination: TerminationBlock | null
  taxShare: TaxShare | null
}

/** Where one employee stands while the pays of a call are made. */
export type Account = { calculate(pay: PayToCalculate, rates: Rates): Calculated }

/** Flags of a bonus. */
export type BonusFlag = keyof BonusDetails & `${'is' | 'withhold' | 'tax'}_${string}` & keyof PayBonusInput

/** How the items of a request are read in a country. */
export type ItemRules = {
  /** Flags of a bonus that belong to another country. */
  foreignBonusFlags: readonly BonusFlag[]
  /** Leave that only another country has: it is paid, and moves no balance. */
  isForeignLeave(leaveType: LeaveType): boolean
  /** Leave that the law prices where neither the row nor the employee has a rate. */
  isPricedByLaw(leaveType: LeaveType): boolean
  /** Leave that is paid at an hourly amount of its own, when the employee has one. */
  ownAmounts: Partial<Record<LeaveType, 'workersCompPerHour' | 'paidParentalPerHour'>>
}

/** A stored pay that was calculated again. */
export type Recalculated = {
  figures: FigureTexts
  steps: readonly Step[]
  /** What later pays see of it, in words of its country; absent where no past was read. */
  left?: unknown
}

/** What the road asks of a country. */
export type PayCountry = Pick<CountryRules<CountryTypes>, 'country' | 'isAllowanceCategoryNeeded'> & {
  items: ItemRules
  needsOfPast(asked: PastQuestion): PastNeeds
  /** SQL of what is read of each other pay (`p`, in run `r`), and by name of what is read besides where details are asked for. */
  pastColumns: readonly string[]
  pastDetailColumns: Readonly<Record<string, string>>
  pastSums?: PastSums
  /** Whether the tax number matters to a calculation, and must be opened for it. */
  looksAtTaxNumber: boolean
  /** The tax number stays outside: only what stands behind it goes in. */
  open(employee: PayEmployee, taxNumber: () => string | null, past: LoadedPast): Account
  /** The same for a pay that is calculated again from the facts stored with it; only the balances are the employee's. */
  reopen(facts: unknown, employee: PayEmployee, past: LoadedPast): Account
  /** The members of the employee's record that are read beside the terms, as the facts of a pay have them. */
  recordBehind(facts: unknown): Partial<PayEmployee>
  /** The columns of a pay that only this country fills. */
  columns: readonly Column[]
  /** Those of them that reports to the authority are made of. */
  reportedColumns: readonly string[]
  recalculate(facts: unknown, lines: PayLines, rates: Rates): Recalculated
  /** Of whom the law asks when it looks back, as it was when the pay was made. */
  personBehind(facts: unknown): Pick<PastQuestion, 'startDate' | 'dateOfBirth' | 'leaveSince' | 'paysSince'>
  /** As `recalculate`, but with the past read anew. */
  recalculateNow(
    facts: unknown,
    lines: PayLines,
    past: LoadedPast,
    asked: PastQuestion,
    rates: Rates,
  ): Recalculated
  /** Settings of the employee that do not fit what the pay shows, for drafts and previews. */
  adviseOn?(job: PayJob, calculated: Calculated, before: YearBefore | null, rates: Rates): string[]
  /** Members of a pay's read model that only this country has. */
  viewMembers(figure: (column: string) => number): Partial<PayView>
  viewBonus(bonus: BonusDetails): Partial<PayView['bonuses'][number]>
}

/** What a country's mapping between rows and law must say; the rest is the same for all. */
export type CountryMapping<T extends CountryTypes> = {
  rules: CountryRules<T>
  ratesOf(rates: Rates): T['rates']
  items: ItemRules
  looksAtTaxNumber: boolean
  pastColumns: readonly string[]
  pastDetailColumns: Readonly<Record<string, string>>
  pastSums?: PastSums
  pastPayOf(row: LoadedPast['pays'][number]): T['pastPay']
  termsOf(employee: PayEmployee, taxNumber: () => string | null): T['terms']
  balancesOf(employee: PayEmployee): T['balances']
  recordBehind(facts: FactsOf<T['input']>): Partial<PayEmployee>
  endingOf(block: TerminationBlock): T['ending']
  columns: readonly Column[]
  reportedColumns: readonly string[]
  /** The figures among them, in the order of their columns. */
  figuresOf(result: T['result']): FigureTexts
  cellsOf(figures: FigureTexts, input: T['input'], result: T['result']): Cell[]
  adviseOn?: NonNullable<PayCountry['adviseOn']>
  viewMembers: PayCountry['viewMembers']
  viewBonus: PayCountry['viewBonus']
}
