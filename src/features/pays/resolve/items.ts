import { badRequest, unprocessable } from '../../../problem.ts'
import type {
  BackPaymentInput,
  PayAllowanceInput,
  PayBonusInput,
  PayCreate,
  PayDeductionInput,
  PayHoursInput,
  PayLeaveInput,
  PaySacrificeInput,
} from '../request/schema.ts'
import { allowanceLine, backPaymentLine, bonusLine, deductionLine, sacrificeLine } from './item-lines.ts'
import type { KnownItem, Line } from './lines.ts'
import {
  autoItems,
  bonusFields,
  type Context,
  DEFAULT_BONUS,
  fromTemplate,
  keptAuto,
  matchOrCreate,
  NZ_FLAGS,
  required,
  textOf,
} from './match.ts'
import { type RateChoice, resolveRate } from './pay-rates.ts'

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
  paidParentalPerHour: string | null
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

/** What the employee gets for an hour of leave that has an amount of its own; null: the ordinary rate. */
function ownAmountPerHour(leaveType: string, known: EmployeeItems, options: ResolveOptions): string | null {
  if (leaveType === 'WORKERS_COMP') return known.workersCompPerHour
  if (options.jurisdiction === 'NZ')
    return leaveType === 'NZ_ACC_WORKERS_COMP' ? known.workersCompPerHour : null
  return leaveType === 'PAID_PARENTAL' ? known.paidParentalPerHour : null
}

function resolveLeave(row: PayLeaveInput, index: number, { known, options }: Context): Line {
  const isUnpaid = row.leave_type === 'UNPAID' && known.ratePerHour === null
  const hasOwnRate = (row.rate ?? row.multiplier ?? null) !== null
  const own = hasOwnRate ? null : ownAmountPerHour(row.leave_type, known, options)
  const rate = isUnpaid ? '0' : (own ?? resolveRate(row, known, `${options.name}, leave ${index}`))
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
      has_own_rate: hasOwnRate,
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

function resolveDeductions(rows: readonly PayDeductionInput[] | null | undefined, context: Context): Line[] {
  const { known, options } = context
  if (!rows) return autoItems(known, 'deduction').map((item) => deductionLine(item, item))
  const named = new Set<KnownItem>()
  return rows.map((row, index) => {
    const where = `${options.name}, deduction ${index}`
    const found = matchOrCreate('deduction', row.description, context, () => ({
      amount: required(row.amount, 'amount', where),
      classification: required(row.classification, 'classification', where),
      is_included_in_super_calculations: row.is_included_in_super_calculations ?? true,
    }))
    refuseSecondOfLimited(found, named, where)
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

function refuseNzFlags(row: PayBonusInput, where: string): void {
  const sent = NZ_FLAGS.filter((name) => row[name] === true)
  if (sent.length > 0)
    throw badRequest(`${where}: ${sent.join(', ')} belong to New Zealand and cannot be used here.`)
}

function resolveSacrifices(rows: readonly PaySacrificeInput[] | null | undefined, context: Context): Line[] {
  const { known, options } = context
  if (!rows) return autoItems(known, 'sacrifice').map((item) => sacrificeLine(item, item))
  const named = new Set<KnownItem>()
  return rows.map((row, index) => {
    const where = `${options.name}, pay sacrifice ${index}`
    const found = matchOrCreate('sacrifice', row.description, context, () => ({
      amount: required(row.amount, 'amount', where),
      is_included_in_super_calculations: row.is_included_in_super_calculations ?? true,
      is_super: row.is_super ?? true,
    }))
    refuseSecondOfLimited(found, named, where)
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

/** Each line is held against the limit by itself, so an item that has one comes once. */
function refuseSecondOfLimited(item: KnownItem, named: Set<KnownItem>, where: string): void {
  if (named.has(item) && (item.limit_per_pay ?? item.limit_total) !== null)
    throw unprocessable(`${where}: "${item.description}" has a limit; name it once in a pay.`)
  named.add(item)
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
