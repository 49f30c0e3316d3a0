import type { StandingItemKind } from '../../database/tables/standing-items.ts'
import { decimal, notBelowZero } from '../../payroll/money.ts'
import { badRequest, unprocessable } from '../../problem.ts'
import type { KnownItem, Line } from './lines.ts'
import { type RateChoice, resolveRate } from './rates.ts'
import type {
  BackPaymentInput,
  PayAllowanceInput,
  PayBonusInput,
  PayCreate,
  PayDeductionInput,
  PayHoursInput,
  PayLeaveInput,
  PaySacrificeInput,
} from './request-schema.ts'

/** A company allowance that may be copied onto a pay. */
export type Template = {
  id: number
  description: string
  amount: string
  allowance_category: KnownItem['allowance_category']
}

/** What is known of an employee when the items of a pay are matched. */
export type EmployeeItems = {
  employeeId: number
  ratePerHour: string | null
  /** Null: none is set. */
  workersCompPerHour: string | null
  rates: readonly RateChoice[]
  /** The employee's own items by `itemKey`; items that a pay creates are added. */
  items: Map<string, KnownItem>
  /** The company's allowances by their key. */
  templates: ReadonlyMap<string, Template>
  /** Those attached to the employee that apply by themselves. */
  autoTemplates: readonly Template[]
}

export type ResolveOptions = {
  /** How the pay is named in a refusal, e.g. "Pay 0". */
  name: string
  jurisdiction: 'AU' | 'NZ'
  isWorkersComp: boolean
  /** A rebuild: what applied by itself on the pay stays unless its list is given anew. */
  keptLines?: readonly Line[]
}

type Context = { known: EmployeeItems; options: ResolveOptions }

/** Matches or creates every item of a pay request and settles its rates: the lines to calculate from. */
export function resolveItems(request: PayCreate, known: EmployeeItems, options: ResolveOptions): Line[] {
  const context = { known, options }
  return [
    ...(request.hours ?? []).map((row, index) => resolveHours(row, index, context)),
    ...(request.leave ?? []).map((row, index) => resolveLeave(row, index, context)),
    ...resolveAllowances(request.allowances ?? null, context),
    ...resolveDeductions(request.deductions, context),
    ...resolveBonuses(request.bonuses ?? null, context),
    ...resolveSacrifices(request.pay_sacrifices, context),
    ...resolveBackPayments(request.back_payments ?? null, context),
  ]
}

/** Descriptions that differ only in case and outer spaces name the same item; back payments need the same amount too. */
export function itemKey(kind: StandingItemKind, description: string, amount = ''): string {
  const key = `${kind}:${description.trim().toLowerCase()}`
  return kind === 'back_payment' ? `${key}:${decimal(amount).toFixed()}` : key
}

/** A request's number as plain text, exactly as it was sent. */
export function textOf(value: number | string): string {
  const text = String(value)
  return text.includes('e') ? decimal(text).toFixed() : text
}

const maybe = (value: number | string | null | undefined) =>
  value === null || value === undefined ? null : textOf(value)

function resolveHours(row: PayHoursInput, index: number, { known, options }: Context): Line {
  const where = `${options.name}, hours ${index}`
  const workersComp =
    options.isWorkersComp && known.workersCompPerHour !== '0' ? known.workersCompPerHour : null
  const rate = workersComp ?? resolveRate(row, known, where)
  return {
    kind: 'hours',
    description: row.description.trim(),
    item: null,
    templateId: null,
    details: {
      units: row.units,
      value: textOf(row.value),
      rate,
      multiplier: maybe(row.multiplier),
      rate_reference: row.rate_reference ?? null,
      rate_description: row.rate_description ?? null,
      is_overtime: row.is_overtime ?? false,
    },
  }
}

function resolveLeave(row: PayLeaveInput, index: number, { known, options }: Context): Line {
  const isUnpaid = row.leave_type === 'UNPAID' && known.ratePerHour === null
  const rate = isUnpaid ? '0' : resolveRate(row, known, `${options.name}, leave ${index}`)
  return {
    kind: 'leave',
    description: row.description.trim(),
    item: null,
    templateId: null,
    details: {
      leave_type: row.leave_type,
      date: row.date,
      hours: textOf(row.hours),
      rate,
      multiplier: maybe(row.multiplier),
      has_own_rate: (row.rate ?? row.multiplier ?? null) !== null,
      loading_given: maybe(row.leave_loading_amount),
    },
  }
}

function resolveAllowances(rows: readonly PayAllowanceInput[] | null, context: Context): Line[] {
  const { known, options } = context
  const given = (rows ?? []).map((row, index) => resolveAllowance(row, index, context))
  if (options.keptLines) return rows ? given : keptAuto('allowance', options.keptLines)
  const named = new Set(given.map((line) => line.description.toLowerCase()))
  const isNew = (description: string) => !named.has(description.trim().toLowerCase())
  const own = autoItems(known, 'allowance')
    .filter((item) => isNew(item.description))
    .map((item) => allowanceLine(item, item, null, true))
  const templates = known.autoTemplates
    .filter((template) => isNew(template.description))
    .map((template) => allowanceLine(fromTemplate(template, known.employeeId), null, template.id, true))
  return [...given, ...own, ...templates]
}

function resolveAllowance(row: PayAllowanceInput, index: number, context: Context): Line {
  const { known, options } = context
  const template = known.templates.get(row.description.trim().toLowerCase())
  const where = `${options.name}, allowance ${index}`
  const found = template
    ? fromTemplate(template, known.employeeId)
    : matchOrCreate('allowance', row.description, context, () => ({
        amount: required(row.amount, 'amount', where),
        allowance_category:
          options.jurisdiction === 'AU'
            ? required(row.allowance_category, 'allowance_category', where)
            : (row.allowance_category ?? null),
        units: maybe(row.units) ?? '1',
        is_taxable: row.is_taxable ?? true,
        is_itemised: row.is_itemised ?? false,
        is_included_in_super_calculations: row.is_included_in_super_calculations ?? true,
      }))
  return allowanceLine(
    {
      ...found,
      amount: maybe(row.amount) ?? found.amount,
      units: maybe(row.units) ?? found.units,
      allowance_category: row.allowance_category ?? found.allowance_category,
      is_taxable: row.is_taxable ?? found.is_taxable,
      is_itemised: row.is_itemised ?? found.is_itemised,
      is_included_in_super_calculations:
        row.is_included_in_super_calculations ?? found.is_included_in_super_calculations,
    },
    template ? null : found,
    template?.id ?? null,
    false,
  )
}

function allowanceLine(
  as: KnownItem,
  item: KnownItem | null,
  templateId: number | null,
  isAuto: boolean,
): Line<'allowance'> {
  return {
    kind: 'allowance',
    description: as.description,
    item,
    templateId,
    details: {
      amount: as.amount,
      units: as.units,
      allowance_category: as.allowance_category,
      is_taxable: as.is_taxable,
      is_itemised: as.is_itemised,
      is_included_in_super_calculations: as.is_included_in_super_calculations,
      ...(isAuto ? { is_auto: true as const } : {}),
    },
  }
}

function resolveDeductions(rows: readonly PayDeductionInput[] | null | undefined, context: Context): Line[] {
  const { known, options } = context
  if (!rows) return autoItems(known, 'deduction').map((item) => deductionLine(item, item))
  return rows.map((row, index) => {
    const where = `${options.name}, deduction ${index}`
    const found = matchOrCreate('deduction', row.description, context, () => ({
      amount: required(row.amount, 'amount', where),
      classification: required(row.classification, 'classification', where),
      is_included_in_super_calculations: row.is_included_in_super_calculations ?? true,
    }))
    const given = maybe(row.amount)
    return deductionLine(
      {
        ...found,
        ...(given === null ? {} : { amount: given, amount_type: 'FIXED' as const }),
        classification: row.classification ?? found.classification,
        is_included_in_super_calculations:
          row.is_included_in_super_calculations ?? found.is_included_in_super_calculations,
      },
      found,
    )
  })
}

function deductionLine(as: KnownItem, item: KnownItem): Line<'deduction'> {
  return {
    kind: 'deduction',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount_type: as.amount_type,
      amount: as.amount,
      limit_per_pay: as.limit_per_pay,
      limit_left: limitLeft(item),
      classification: as.classification ?? 'NORMAL',
      is_included_in_super_calculations: as.is_included_in_super_calculations,
    },
  }
}

function resolveBonuses(rows: readonly PayBonusInput[] | null, context: Context): Line[] {
  const { known, options } = context
  const given = (rows ?? []).map((row, index) => resolveBonus(row, index, context))
  if (options.keptLines) return rows ? given : keptAuto('bonus', options.keptLines)
  const named = new Set(given.map((line) => line.description.toLowerCase()))
  const own = autoItems(known, 'bonus').filter((item) => !named.has(item.description.toLowerCase()))
  return [...given, ...own.map((item) => bonusLine(item, item, true))]
}

function resolveBonus(row: PayBonusInput, index: number, context: Context): Line {
  const { options } = context
  const where = `${options.name}, bonus ${index}`
  if (options.jurisdiction === 'AU') refuseNzFlags(row, where)
  const found = matchOrCreate('bonus', row.description, context, () => ({
    amount: required(row.amount, 'amount', where),
    ...bonusFields(row, DEFAULT_BONUS),
  }))
  return bonusLine(
    { ...found, amount: maybe(row.amount) ?? found.amount, ...bonusFields(row, found) },
    found,
    false,
  )
}

const DEFAULT_BONUS: BonusFields = {
  tax_method: 'NORMAL_EARNINGS',
  start_date: null,
  end_date: null,
  is_included_in_super_calculations: true,
  is_directors_fees: false,
  is_return_to_work: false,
  is_nz_ess: null,
  is_nz_ess_cash_settled: null,
  withhold_paye: null,
  tax_as_nz_extra_pay: null,
  is_nz_discretionary: null,
}

type BonusFields = Pick<
  KnownItem,
  | 'tax_method'
  | 'start_date'
  | 'end_date'
  | 'is_included_in_super_calculations'
  | 'is_directors_fees'
  | 'is_return_to_work'
  | (typeof NZ_FLAGS)[number]
>

const NZ_FLAGS = [
  'is_nz_ess',
  'is_nz_ess_cash_settled',
  'withhold_paye',
  'tax_as_nz_extra_pay',
  'is_nz_discretionary',
] as const

function bonusFields(row: PayBonusInput, otherwise: BonusFields): BonusFields {
  return {
    tax_method: row.tax_method ?? otherwise.tax_method,
    start_date: row.start_date ?? otherwise.start_date,
    end_date: row.end_date ?? otherwise.end_date,
    is_included_in_super_calculations:
      row.is_included_in_super_calculations ?? otherwise.is_included_in_super_calculations,
    is_directors_fees: row.is_directors_fees ?? otherwise.is_directors_fees,
    is_return_to_work: row.is_return_to_work ?? otherwise.is_return_to_work,
    is_nz_ess: row.is_nz_ess ?? otherwise.is_nz_ess,
    is_nz_ess_cash_settled: row.is_nz_ess_cash_settled ?? otherwise.is_nz_ess_cash_settled,
    withhold_paye: row.withhold_paye ?? otherwise.withhold_paye,
    tax_as_nz_extra_pay: row.tax_as_nz_extra_pay ?? otherwise.tax_as_nz_extra_pay,
    is_nz_discretionary: row.is_nz_discretionary ?? otherwise.is_nz_discretionary,
  }
}

function refuseNzFlags(row: PayBonusInput, where: string): void {
  const sent = NZ_FLAGS.filter((name) => row[name] === true)
  if (sent.length > 0)
    throw badRequest(`${where}: ${sent.join(', ')} belong to New Zealand and cannot be used here.`)
}

function bonusLine(as: KnownItem, item: KnownItem, isAuto: boolean): Line<'bonus'> {
  return {
    kind: 'bonus',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount: as.amount,
      tax_method: as.tax_method ?? 'NORMAL_EARNINGS',
      start_date: as.start_date,
      end_date: as.end_date,
      is_included_in_super_calculations: as.is_included_in_super_calculations,
      is_directors_fees: as.is_directors_fees,
      is_return_to_work: as.is_return_to_work,
      is_nz_ess: as.is_nz_ess,
      is_nz_ess_cash_settled: as.is_nz_ess_cash_settled,
      withhold_paye: as.withhold_paye,
      tax_as_nz_extra_pay: as.tax_as_nz_extra_pay,
      is_nz_discretionary: as.is_nz_discretionary,
      ...(isAuto ? { is_auto: true as const } : {}),
    },
  }
}

function resolveSacrifices(rows: readonly PaySacrificeInput[] | null | undefined, context: Context): Line[] {
  const { known, options } = context
  if (!rows) return autoItems(known, 'sacrifice').map((item) => sacrificeLine(item, item))
  return rows.map((row, index) => {
    const where = `${options.name}, pay sacrifice ${index}`
    const found = matchOrCreate('sacrifice', row.description, context, () => ({
      amount: required(row.amount, 'amount', where),
      is_included_in_super_calculations: row.is_included_in_super_calculations ?? true,
      is_super: row.is_super ?? true,
    }))
    const given = maybe(row.amount)
    return sacrificeLine(
      {
        ...found,
        ...(given === null ? {} : { amount: given, amount_type: 'FIXED' as const }),
        is_included_in_super_calculations:
          row.is_included_in_super_calculations ?? found.is_included_in_super_calculations,
        is_super: row.is_super ?? found.is_super,
      },
      found,
    )
  })
}

function sacrificeLine(as: KnownItem, item: KnownItem): Line<'sacrifice'> {
  return {
    kind: 'sacrifice',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount_type: as.amount_type === 'PERCENT_OF_GROSS' ? 'PERCENT_OF_GROSS' : 'FIXED',
      amount: as.amount,
      limit_per_pay: as.limit_per_pay,
      limit_left: limitLeft(item),
      is_included_in_super_calculations: as.is_included_in_super_calculations,
      is_super: as.is_super,
    },
  }
}

function resolveBackPayments(rows: readonly BackPaymentInput[] | null, context: Context): Line[] {
  const { known, options } = context
  const given = (rows ?? []).map((row, index) => {
    const where = `${options.name}, back payment ${index}`
    const amount = textOf(row.amount)
    const found = matchOrCreate(
      'back_payment',
      row.description,
      context,
      () => ({
        amount,
        stp_category: required(row.stp_category, 'stp_category', where),
        tax_method: row.tax_method ?? 'NORMAL_EARNINGS',
        start_date: row.start_date ?? null,
        end_date: row.end_date ?? null,
      }),
      amount,
    )
    return backPaymentLine(
      {
        ...found,
        stp_category: row.stp_category ?? found.stp_category,
        tax_method: row.tax_method ?? found.tax_method,
        start_date: row.start_date ?? found.start_date,
        end_date: row.end_date ?? found.end_date,
      },
      found,
      false,
    )
  })
  if (options.keptLines) return rows ? given : keptAuto('back-payment', options.keptLines)
  const named = new Set(given.map((line) => line.item))
  const own = autoItems(known, 'back_payment').filter((item) => !named.has(item))
  return [...given, ...own.map((item) => backPaymentLine(item, item, true))]
}

function backPaymentLine(as: KnownItem, item: KnownItem, isAuto: boolean): Line<'back-payment'> {
  return {
    kind: 'back-payment',
    description: as.description,
    item,
    templateId: null,
    details: {
      amount: as.amount,
      stp_category: as.stp_category ?? 'UNCLASSIFIED',
      tax_method: as.tax_method ?? 'NORMAL_EARNINGS',
      start_date: as.start_date,
      end_date: as.end_date,
      ...(isAuto ? { is_auto: true as const } : {}),
    },
  }
}

const EMPTY_ITEM = {
  id: null,
  amount_type: 'FIXED',
  units: '1',
  limit_per_pay: null,
  limit_total: null,
  taken: '0',
  auto_apply_to_pay: false,
  allowance_category: null,
  classification: null,
  stp_category: null,
  is_taxable: true,
  is_itemised: false,
  is_super: true,
  ...DEFAULT_BONUS,
} as const

/** The employee's item of this description, or a new one with what its creation needs. */
function matchOrCreate(
  kind: StandingItemKind,
  description: string,
  { known }: Context,
  create: () => Partial<KnownItem> & { amount: string },
  amount?: string,
): KnownItem {
  const key = itemKey(kind, description, amount)
  const found = known.items.get(key)
  if (found) return found
  const item: KnownItem = {
    ...EMPTY_ITEM,
    employee_id: known.employeeId,
    kind,
    description: description.trim(),
    ...create(),
  }
  known.items.set(key, item)
  return item
}

function fromTemplate(template: Template, employeeId: number): KnownItem {
  return {
    ...EMPTY_ITEM,
    employee_id: employeeId,
    kind: 'allowance',
    description: template.description,
    amount: template.amount,
    allowance_category: template.allowance_category,
  }
}

function autoItems(known: EmployeeItems, kind: StandingItemKind): KnownItem[] {
  return [...known.items.values()].filter((item) => item.kind === kind && item.auto_apply_to_pay)
}

function keptAuto(kind: 'allowance' | 'bonus' | 'back-payment', lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.kind === kind && 'is_auto' in line.details)
}

/** What is left of an item's total limit; null: it has none. */
export function limitLeft(item: KnownItem): string | null {
  if (item.limit_total === null) return null
  return notBelowZero(decimal(item.limit_total).minus(decimal(item.taken))).toFixed()
}

/** A field that a new item must have; its message says how to go on. */
function required<T extends string | number>(value: T | null | undefined, name: string, where: string) {
  if (value === null || value === undefined)
    throw unprocessable(
      `${where}: ${name} is required, because the employee has no item with this description yet.`,
    )
  return (typeof value === 'number' ? textOf(value) : value) as T extends number ? string : T
}
