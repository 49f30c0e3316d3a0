import type { LineKind } from '../../../database/tables/pays.ts'
import type { StandingItem } from '../../../database/tables/standing-items.ts'
import type { CivilDate } from '../../../payroll/dates.ts'
import type {
  AllowanceCategory,
  AmountType,
  DeductionClass,
  LeaveType,
  PayLines,
  StpCategory,
  TaxMethod,
} from '../../../payroll/input.ts'
import { type Decimal, decimal } from '../../../payroll/money.ts'
import type { LineAmounts } from '../../../payroll/result.ts'

/*
 * A line's details are what is stored, what is calculated from and what is shown: one shape for the three, so that
 * a pay calculated again from its stored lines cannot differ. Decimals are text in here.
 */
export type HoursDetails = {
  units: string
  value: string
  rate: string
  multiplier: string | null
  rate_reference: string | null
  rate_description: string | null
  is_overtime: boolean
}
export type LeaveDetails = {
  leave_type: LeaveType
  date: string
  hours: string
  rate: string
  multiplier: string | null
  has_own_rate: boolean
  loading_given: string | null
  /** Filled in by the calculation. */
  loading?: string
}
export type AllowanceDetails = {
  amount: string
  units: string
  allowance_category: AllowanceCategory | null
  is_taxable: boolean
  is_itemised: boolean
  is_included_in_super_calculations: boolean
  /** Copied onto the pay because it applies by itself: a rebuild that names no allowances keeps it. */
  is_auto?: true
}
export type DeductionDetails = {
  amount_type: AmountType
  amount: string
  limit_per_pay: string | null
  limit_left: string | null
  classification: DeductionClass
  is_included_in_super_calculations: boolean
}
export type BonusDetails = {
  amount: string
  tax_method: TaxMethod
  start_date: string | null
  end_date: string | null
  is_included_in_super_calculations: boolean
  is_directors_fees: boolean
  is_return_to_work: boolean
  is_nz_ess: boolean | null
  is_nz_ess_cash_settled: boolean | null
  withhold_paye: boolean | null
  tax_as_nz_extra_pay: boolean | null
  is_nz_discretionary: boolean | null
  is_auto?: true
}
export type SacrificeDetails = {
  amount_type: 'FIXED' | 'PERCENT_OF_GROSS'
  amount: string
  limit_per_pay: string | null
  limit_left: string | null
  is_included_in_super_calculations: boolean
  is_super: boolean
}
export type BackPaymentDetails = {
  amount: string
  stp_category: StpCategory
  tax_method: TaxMethod
  start_date: string | null
  end_date: string | null
  is_auto?: true
}

export type Details = {
  hours: HoursDetails
  leave: LeaveDetails
  allowance: AllowanceDetails
  deduction: DeductionDetails
  bonus: BonusDetails
  sacrifice: SacrificeDetails
  'back-payment': BackPaymentDetails
}

/** An item the employee keeps from pay to pay; its id is null until it is created together with the pay. */
export type KnownItem = Pick<
  StandingItem,
  | 'kind'
  | 'description'
  | 'amount'
  | 'amount_type'
  | 'units'
  | 'limit_per_pay'
  | 'limit_total'
  | 'auto_apply_to_pay'
  | 'allowance_category'
  | 'classification'
  | 'tax_method'
  | 'stp_category'
  | 'start_date'
  | 'end_date'
  | 'is_taxable'
  | 'is_itemised'
  | 'is_included_in_super_calculations'
  | 'is_super'
  | 'is_directors_fees'
  | 'is_return_to_work'
  | 'is_nz_ess'
  | 'is_nz_ess_cash_settled'
  | 'withhold_paye'
  | 'tax_as_nz_extra_pay'
  | 'is_nz_discretionary'
> & {
  id: number | null
  employee_id: number
  /** What processed pays have taken under a total limit; kept up to date while a call runs. */
  taken: string
}

/** A line of a pay before it is priced. */
export type Line<K extends LineKind = LineKind> = {
  [Kind in K]: {
    kind: Kind
    /** A stored line that stays keeps its id, and its link to an item that may be gone since. */
    id?: number
    itemId?: number | null
    description: string
    /** The employee's own item behind it. */
    item: KnownItem | null
    templateId: number | null
    details: Details[Kind]
  }
}[K]

type LineInputs = { [Kind in LineKind]: (description: string, details: Details[Kind]) => unknown }

const date = (text: string | null) => text as CivilDate | null
const maybe = (text: string | null): Decimal | null => (text === null ? null : decimal(text))

const INPUTS = {
  hours: (description, details) => ({
    description,
    units: details.units,
    value: decimal(details.value),
    ratePerUnit: decimal(details.rate),
    isOvertime: details.is_overtime,
  }),
  leave: (description, details) => ({
    description,
    leaveType: details.leave_type,
    date: details.date as CivilDate,
    hours: decimal(details.hours),
    ratePerHour: decimal(details.rate),
    loadingAmount: maybe(details.loading_given),
    hasOwnRate: details.has_own_rate,
  }),
  allowance: (description, details) => ({
    description,
    amountPerUnit: decimal(details.amount),
    units: decimal(details.units),
    category: details.allowance_category,
    isTaxable: details.is_taxable,
    isItemised: details.is_itemised,
    isInSuper: details.is_included_in_super_calculations,
  }),
  deduction: (description, details) => ({
    description,
    amountType: details.amount_type,
    amount: decimal(details.amount),
    limitPerPay: maybe(details.limit_per_pay),
    limitLeft: maybe(details.limit_left),
    classification: details.classification,
    isInSuper: details.is_included_in_super_calculations,
  }),
  bonus: (description, details) => ({
    description,
    amount: decimal(details.amount),
    taxMethod: details.tax_method,
    startDate: date(details.start_date),
    endDate: date(details.end_date),
    isInSuper: details.is_included_in_super_calculations,
    isDirectorsFees: details.is_directors_fees,
    isReturnToWork: details.is_return_to_work,
    isNzEss: details.is_nz_ess ?? false,
    isNzEssCashSettled: details.is_nz_ess_cash_settled ?? false,
    withholdPaye: details.withhold_paye ?? true,
    taxAsNzExtraPay: details.tax_as_nz_extra_pay ?? false,
    isNzDiscretionary: details.is_nz_discretionary ?? false,
  }),
  sacrifice: (description, details) => ({
    description,
    amountType: details.amount_type,
    amount: decimal(details.amount),
    limitPerPay: maybe(details.limit_per_pay),
    limitLeft: maybe(details.limit_left),
    isInSuper: details.is_included_in_super_calculations,
    isSuper: details.is_super,
  }),
  'back-payment': (description, details) => ({
    description,
    amount: decimal(details.amount),
    stpCategory: details.stp_category,
    taxMethod: details.tax_method,
    startDate: date(details.start_date),
    endDate: date(details.end_date),
    isInSuper: true,
  }),
} satisfies LineInputs

const LISTS = {
  hours: 'hours',
  leave: 'leave',
  allowance: 'allowances',
  deduction: 'deductions',
  bonus: 'bonuses',
  sacrifice: 'sacrifices',
  'back-payment': 'backPayments',
} as const

/** The lines as the calculation takes them, each list in the lines' order. */
export function toPayLines(lines: readonly Line[]): PayLines {
  const lists: Record<(typeof LISTS)[LineKind], unknown[]> = {
    hours: [],
    leave: [],
    allowances: [],
    deductions: [],
    bonuses: [],
    sacrifices: [],
    backPayments: [],
  }
  for (const line of lines) lists[LISTS[line.kind]].push(inputOf(line))
  return lists as unknown as PayLines
}

function inputOf(line: Line): unknown {
  const make = INPUTS[line.kind] as (description: string, details: Details[LineKind]) => unknown
  return make(line.description, line.details)
}

/** A line with what the calculation made of it. */
export type PricedLine = Line & { amount: string }

/** Puts the calculated amounts beside their lines. */
export function priceLines(lines: readonly Line[], amounts: LineAmounts): PricedLine[] {
  const next: Record<LineKind, number> = {
    hours: 0,
    leave: 0,
    allowance: 0,
    deduction: 0,
    bonus: 0,
    sacrifice: 0,
    'back-payment': 0,
  }
  return lines.map((line) => {
    const index = next[line.kind]++
    if (line.kind === 'leave') {
      const row = amounts.leave[index]
      if (!row) throw new Error('a leave line has no amount')
      return {
        ...line,
        amount: row.amount.toFixed(2),
        details: { ...line.details, loading: row.loading.toFixed(2) },
      }
    }
    const amount = amounts[LISTS[line.kind] as Exclude<keyof LineAmounts, 'leave'>][index]
    if (!amount) throw new Error(`a ${line.kind} line has no amount`)
    return { ...line, amount: amount.toFixed(2) }
  })
}
