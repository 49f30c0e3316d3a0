import type { AffectedPay } from '../api/types.ts'

/** The kinds of standing items that the app shows. */
export const ITEM_KINDS = {
  allowances: { title: 'Allowances', one: 'an allowance' },
  deductions: { title: 'Deductions', one: 'a deduction' },
  'pay-sacrifices': { title: 'Salary sacrifice', one: 'a sacrifice' },
  bonuses: { title: 'Bonuses', one: 'a bonus' },
} as const
export type ItemKind = keyof typeof ITEM_KINDS

type AmountType = 'FIXED' | 'PERCENT_OF_GROSS' | 'PERCENT_OF_NET'
export type Item = {
  id: number
  description: string
  amount: number
  amount_type?: AmountType
  units?: number
  limit_per_pay?: number | null
  limit_total?: number | null
  allowance_category?: string | null
  classification?: string
  tax_method?: string | null
  start_date?: string | null
  end_date?: string | null
  payee_id?: number | null
  payee_reference?: string | null
  is_super?: boolean
  is_taxable?: boolean
  is_included_in_super_calculations?: boolean
  auto_apply_to_pay: boolean
  applies_from?: string | null
  applies_to?: string | null
  affected_pays?: AffectedPay[]
}
/** The inputs of the form. */
export type Values = Record<
  | 'description'
  | 'amount'
  | 'units'
  | 'limit_per_pay'
  | 'limit_total'
  | 'allowance_category'
  | 'classification'
  | 'tax_method'
  | 'start_date'
  | 'end_date'
  | 'payee_id'
  | 'payee_reference',
  string
> & {
  amount_type: AmountType
  is_super: boolean
  is_taxable: boolean
  is_included_in_super_calculations: boolean
  auto_apply_to_pay: boolean
}

const COMMON = ['description', 'amount', 'auto_apply_to_pay', 'is_included_in_super_calculations'] as const
/** The members of each kind in the API. */
export const MEMBERS: Record<ItemKind, readonly (keyof Values)[]> = {
  allowances: [...COMMON, 'units', 'allowance_category', 'is_taxable'],
  deductions: [
    ...COMMON,
    'classification',
    'amount_type',
    'limit_per_pay',
    'limit_total',
    'payee_id',
    'payee_reference',
  ],
  'pay-sacrifices': [...COMMON, 'amount_type', 'limit_per_pay', 'limit_total', 'is_super'],
  bonuses: [...COMMON, 'tax_method', 'start_date', 'end_date'],
}
const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** Converts 0.05 to 5 and back, because people enter percentages. */
const times = (value: number, by: number) => String(Number((value * by).toFixed(8)))

/** A text that is no number stays as it is, and the service names it. */
const shareOf = (text: string) => (Number.isNaN(Number(text)) ? text : times(Number(text), 0.01))

/** The form values of an item. */
export function valuesOf(item: Item | null): Values {
  const isPercent = item?.amount_type !== undefined && item.amount_type !== 'FIXED'
  return {
    description: item?.description ?? '',
    amount: item ? (isPercent ? times(item.amount, 100) : String(item.amount)) : '',
    amount_type: item?.amount_type ?? 'FIXED',
    units: text(item?.units ?? 1),
    limit_per_pay: text(item?.limit_per_pay),
    limit_total: text(item?.limit_total),
    allowance_category: item?.allowance_category ?? 'OD',
    classification: item?.classification ?? 'NORMAL',
    tax_method: item?.tax_method ?? 'NORMAL_EARNINGS',
    start_date: text(item?.start_date),
    end_date: text(item?.end_date),
    payee_id: text(item?.payee_id),
    payee_reference: text(item?.payee_reference),
    is_super: item?.is_super ?? true,
    is_taxable: item?.is_taxable ?? true,
    is_included_in_super_calculations: item?.is_included_in_super_calculations ?? true,
    auto_apply_to_pay: item?.auto_apply_to_pay ?? true,
  }
}

/** The request body, with only the members of the kind. */
export function bodyOf(kind: ItemKind, values: Values, isNz: boolean): Record<string, unknown> {
  const isPercent = values.amount_type !== 'FIXED' && MEMBERS[kind].includes('amount_type')
  const left = new Set<string>(isNz ? ['allowance_category', 'tax_method'] : [])
  return Object.fromEntries(
    MEMBERS[kind].flatMap((name): [string, unknown][] => {
      if (left.has(name)) return []
      const value = values[name]
      if (name === 'amount') return [[name, isPercent ? shareOf(String(value)) : value]]
      if (name === 'payee_id') return [[name, value === '' ? null : Number(value)]]
      if (name === 'units') return value === '' ? [] : [[name, value]]
      return [[name, value === '' ? null : value]]
    }),
  )
}
