import { countryOf } from '../../../../countries/index.ts'
import { payeeRefusal } from '../../../../countries/payee-refusal.ts'
import { badRequest, unprocessable } from '../../../../kernel/problem.ts'
import {
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  foreignFields,
  SACRIFICE_FIELDS,
  sentFields,
} from '../../../../payroll/line-fields.ts'
import { isUnpaidLeave } from '../../../../payroll/words.ts'
import type {
  BackPaymentInput,
  PayBonusInput,
  PayCreate,
  PayDeductionInput,
  PayHoursInput,
  PayLeaveInput,
  PaySacrificeInput,
} from '../request/schema.ts'
import { resolveAllowances } from './allowance-items.ts'
import { backPaymentLine, bonusLine, deductionLine, sacrificeLine } from './item-lines.ts'
import { leftOver } from './left-over.ts'
import type { AskedLeave, KnownItem, Line } from './lines.ts'
import {
  autoItems,
  type Context,
  EMPTY_ITEM,
  type EmployeeItems,
  keptAuto,
  matchOrCreate,
  ownAmountPerHour,
  type ResolveOptions,
  required,
  sentText,
  textOf,
} from './match.ts'
import { checkSentAmount, checkSentRate, findEarlier, ratesOn, replacedBy, resolveRate } from './pay-rates.ts'

/** The lines for the calculation, and the items that the request creates. */
export type ResolvedItems = {
  lines: Line[]
  created: ReadonlyMap<string, KnownItem>
  /** Notes about values that are not used as sent. */
  notes: readonly string[]
}

/** Matches or creates every item of a pay request and resolves its rates. Does not change its arguments. */
export function resolveItems(
  request: PayCreate,
  known: EmployeeItems,
  options: ResolveOptions,
): ResolvedItems {
  const context: Context = { known, options, created: new Map(), notes: [] }
  const lines = [
    ...(request.hours ?? []).map((row, index) => resolveHours(row, index, context)),
    ...(request.leave ?? []).map((row, index) => resolveLeave(row, index, context)),
    ...resolveAllowances(request.allowances ?? null, context),
    ...resolveDeductions(request.deductions, context),
    ...resolveBonuses(request.bonuses ?? null, context),
    ...resolveSacrifices(request.pay_sacrifices, context),
    ...resolveBackPayments(request.back_payments ?? null, context),
  ]
  return { lines, created: context.created, notes: [...context.notes, ...leftOver(lines, options)] }
}

function resolveHours(row: PayHoursInput, index: number, { known: all, options, notes }: Context): Line {
  const known = ratesOn(all, row.date)
  const where = `${options.name}, hours ${index}`
  const workersComp =
    options.isWorkersComp && known.workersCompPerHour !== '0' ? known.workersCompPerHour : null
  const stored = (options.keptLines ?? []).flatMap((line) => (line.kind === 'hours' ? line.details : []))
  const earlier = findEarlier(row, stored)
  const note = workersComp
    ? replacedBy(row, workersComp, where)
    : checkSentRate(row, known, { where, loc: [...options.loc, 'hours', index] }, earlier)
  if (note) notes.push(note)
  const rate = workersComp ?? resolveRate(row, known, where)
  checkSentAmount(row, [{ value: textOf(row.value), rate }, ...stored], [...options.loc, 'hours', index])
  return {
    kind: 'hours',
    description: row.description.trim(),
    item: null,
    templateId: null,
    details: {
      units: row.units,
      value: textOf(row.value),
      rate,
      multiplier: sentText(row.multiplier),
      rate_reference: row.rate_reference ?? null,
      rate_description: row.rate_description ?? null,
      is_overtime: row.is_overtime ?? false,
      ...(row.date ? { date: row.date } : {}),
      ...(row.week ? { week: row.week } : {}),
      has_own_rate: earlier?.has_own_rate ?? (row.rate ?? null) !== null,
    },
  }
}

function resolveLeave(row: PayLeaveInput, index: number, { known: all, options, notes }: Context): Line {
  const known = ratesOn(all, row.date)
  const where = `${options.name}, leave ${index}`
  const stored = (options.keptLines ?? []).flatMap((line) => (line.kind === 'leave' ? line.details : []))
  const earlier = findEarlier(
    row,
    stored.filter((line) => line.leave_type === row.leave_type),
  )
  const note = checkSentRate(row, known, { where, loc: [...options.loc, 'leave', index] }, earlier)
  if (note) notes.push(note)
  // A calculated value that the caller sends back unchanged does not count as requested.
  const hasOwnRate = earlier?.has_own_rate ?? (row.rate ?? row.multiplier ?? null) !== null
  const isLoadingRead =
    earlier !== undefined &&
    earlier.loading_given === null &&
    Number(earlier.loading ?? 0) === Number(row.leave_loading_amount ?? 0)
  const own = hasOwnRate ? null : ownAmountPerHour(row.leave_type, known, options)
  const isWithoutRate =
    known.ratePerHour === null &&
    (isUnpaidLeave(row.leave_type) || (!hasOwnRate && options.country.items.isPricedByLaw(row.leave_type)))
  const before = hasOwnRate ? undefined : earlier?.base_rate
  const split = isLoadingRead ? splitOf(row, options.keptLines ?? []) : undefined
  const rate = isWithoutRate ? (own ?? '0') : (own ?? before ?? resolveRate(row, known, where))
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
      multiplier: sentText(row.multiplier),
      has_own_rate: hasOwnRate,
      loading_given: isLoadingRead ? null : sentText(row.leave_loading_amount),
      ...(split ? { split_from: split } : {}),
    },
  }
}

/** The row that was asked for, if this row is one of its parts as it was read. */
function splitOf(row: PayLeaveInput, stored: readonly Line[]): AskedLeave | undefined {
  return stored
    .flatMap(({ kind, description, details }) =>
      kind === 'leave' && description === row.description.trim() ? details : [],
    )
    .find(
      ({ leave_type, date, hours }) =>
        leave_type === row.leave_type && date === row.date && Number(hours) === Number(row.hours),
    )?.split_from
}

function resolveDeductions(rows: readonly PayDeductionInput[] | null | undefined, context: Context): Line[] {
  const { known, options } = context
  if (!rows) return autoItems(known, 'deduction').map((item) => deductionLine(item, item))
  const named = new Set<KnownItem>()
  return rows.map((row, index) => {
    const where = `${options.name}, deduction ${index}`
    const found = matchOrCreate('deduction', row.description, context, () => ({
      amount: required(row.amount, 'amount', where),
      ...sentFields(DEDUCTION_FIELDS, row, EMPTY_ITEM),
      classification: required(row.classification, 'classification', where),
    }))
    refuseSecondOfLimited(found, named, where)
    const given = sentText(row.amount)
    const as = {
      ...found,
      ...(given === null ? {} : { amount: given, amount_type: 'FIXED' as const }),
      ...sentFields(DEDUCTION_FIELDS, row, found),
    }
    const refusal =
      found.payee_id === null ? undefined : payeeRefusal(options.country.country, as.classification)
    if (refusal)
      throw unprocessable(`${where}: ${refusal}. The item "${found.description}" of the employee names one.`)
    return deductionLine(as, found)
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
  refuseForeignFlags(row, options, where)
  const found = matchOrCreate('bonus', row.description, context, () => ({
    amount: required(row.amount, 'amount', where),
    ...sentFields(BONUS_FIELDS, row, EMPTY_ITEM),
  }))
  return bonusLine(
    { ...found, amount: sentText(row.amount) ?? found.amount, ...sentFields(BONUS_FIELDS, row, found) },
    found,
    false,
  )
}

function refuseForeignFlags(row: PayBonusInput, { country }: ResolveOptions, where: string): void {
  const sent = foreignFields(BONUS_FIELDS, row, country.country)
  const [first] = sent
  if (first)
    throw badRequest(
      `${where}: ${sent.map(({ name }) => name).join(', ')} belong to ${countryOf(first.country).name} and cannot be used here.`,
    )
}

function resolveSacrifices(rows: readonly PaySacrificeInput[] | null | undefined, context: Context): Line[] {
  const { known, options } = context
  if (!rows) return autoItems(known, 'sacrifice').map((item) => sacrificeLine(item, item))
  const named = new Set<KnownItem>()
  return rows.map((row, index) => {
    const where = `${options.name}, pay sacrifice ${index}`
    const found = matchOrCreate('sacrifice', row.description, context, () => ({
      amount: required(row.amount, 'amount', where),
      ...sentFields(SACRIFICE_FIELDS, row, EMPTY_ITEM),
    }))
    refuseSecondOfLimited(found, named, where)
    const given = sentText(row.amount)
    return sacrificeLine(
      {
        ...found,
        ...(given === null ? {} : { amount: given, amount_type: 'FIXED' as const }),
        ...sentFields(SACRIFICE_FIELDS, row, found),
      },
      found,
    )
  })
}

/** Each line is checked against the limit separately, so an item with a limit may occur only once. */
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
        ...sentFields(BACK_PAYMENT_FIELDS, row, EMPTY_ITEM),
        stp_category: required(row.stp_category, 'stp_category', where),
      }),
      amount,
    )
    return backPaymentLine(
      {
        ...found,
        ...sentFields(BACK_PAYMENT_FIELDS, row, found),
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
