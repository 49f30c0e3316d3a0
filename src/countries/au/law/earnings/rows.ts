import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  smaller,
  sum,
  toCent,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Allowances } from '../../../../payroll/allowances.ts'
import type { Earnings, EarningsPricing } from '../../../../payroll/earnings.ts'
import type { HoursLine, LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import type { Sacrifices } from '../../../../payroll/sacrifices.ts'
import { FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import { rowsAsTerms, type StepFigures, type Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput, Extra, OtherPays } from '../input/input.ts'
import { termsOn } from '../input/terms-by-day.ts'

/** The rows of a pay with their amounts. */
export type Rows = {
  earnings: Earnings
  allowances: Allowances
  bonuses: readonly Decimal[]
  backPayments: readonly Decimal[]
  sacrifices: Sacrifices
  /** Everything earned, before sacrifices. */
  earned: Decimal
}

export type Taxable = {
  /** Earnings taxed by the period's table: `normal` of this pay, `periodNormal` of all pays of the period. */
  normal: Decimal
  periodNormal: Decimal
  /** Leave paid in advance, by the end of the later period in which it is taken. */
  later: ReadonlyMap<CivilDate, Decimal>
  /** Additional payments of all pays of the period, less sacrifices. */
  extras: readonly Extra[]
  /** The additional payments of this pay, less sacrifices. */
  extraTotal: Decimal
  returnToWork: Decimal
  total: Decimal
  beforeSacrifices: Decimal
}

/** Annual leave that is cashed out is paid at the amount for leave taken (Fair Work Act 2009 ss 93 and 94). */
const WITH_LOADING: ReadonlySet<LeaveType> = new Set<LeaveType>(['HOLIDAY', 'AU_CASHED_OUT_HOLIDAY'])

/** The employee's own hourly amounts for workers compensation and paid parental leave replace the rate. */
export function pricingOf(input: AuPayInput): EarningsPricing {
  const { workersCompPerHour, paidParentalPerHour } = input.leaveSettings
  const own = (line: LeaveLine): Decimal => {
    if (line.leaveType === 'WORKERS_COMP') return workersCompPerHour
    return line.leaveType === 'PAID_PARENTAL' ? paidParentalPerHour : ZERO
  }
  return {
    hoursRate: (line: HoursLine) =>
      input.isWorkersCompensationPay && workersCompPerHour.gt(ZERO) ? workersCompPerHour : line.ratePerUnit,
    leaveRate: (line: LeaveLine) => (!line.hasOwnRate && own(line).gt(ZERO) ? own(line) : line.ratePerHour),
    loadingRate: (line: LeaveLine) =>
      WITH_LOADING.has(line.leaveType) ? termsOn(input, line.date).leaveSettings.loadingPercentage : ZERO,
  }
}

/**
 * Splits the taxable earnings by how they are taxed. A sacrifice reduces the payment that it names, or else the additional
 * payments of its own pay. The rest reduces the normal earnings of the period, and then the period's other additional
 * payments. Any change to the period's amounts is applied to this pay.
 */
export function splitTaxable(
  input: AuPayInput,
  { earnings, allowances, sacrifices }: Pick<Rows, 'earnings' | 'allowances' | 'sacrifices'>,
  others: OtherPays,
  later: ReadonlyMap<CivilDate, Decimal>,
  trace: Trace,
): Taxable {
  const paid = sortPayments(input)
  const advance = sum([...later.values()])
  const add = {
    earnings: earnings.total,
    allowances: allowances.taxable,
    bonuses: paid.bonuses,
    backPayments: paid.backPayments,
  }
  const beforeNormal = sum(Object.values(add)).minus(advance)
  const cutBefore = sum(others.extras.map((extra) => extra.amount)).minus(others.extrasTaxed)
  const normalCutBefore = others.sacrifices.minus(cutBefore)
  const periodBefore = sum([others.taxable, normalCutBefore, beforeNormal])
  const own = sacrificeExtras(paid.extras, input, sacrifices.amounts)
  const stays = input.isExtraSacrificedFirst ? (others.extrasSacrificed ?? ZERO) : ZERO
  const onNormal = others.sacrifices.minus(stays).plus(sacrifices.total).minus(own.cut)
  const first = smaller(onNormal, notBelowZero(periodBefore))
  const remaining = [
    ...cutExtras(others.extras, stays).extras,
    ...own.extras.map(({ kind: _, ...extra }) => extra),
  ]
  const period = cutExtras(remaining, onNormal.minus(first))
  // A return to work payment is taxed with its own pay. It covers only the part of that pay's sacrifices that exceeds its
  // other earnings.
  const ownOther = beforeNormal.plus(sum(paid.extras.map((extra) => extra.amount)))
  const ownShort = notBelowZero(sacrifices.total.minus(notBelowZero(ownOther)))
  const fromReturn = smaller(smaller(period.left, ownShort), notBelowZero(paid.returnToWork))
  // If nothing else can cover a sacrifice, it reduces the normal earnings, even when the period's earnings are negative so
  // far.
  const fromNormal = first.plus(period.left).minus(fromReturn)
  const normal = writeNormal(add, advance, fromNormal.minus(normalCutBefore), trace)
  const extraTotal = writeExtras(paid.extras, sum([own.cut, stays, period.cut]).minus(cutBefore), trace)
  const returnToWork = paid.returnToWork.minus(fromReturn)
  return {
    normal,
    periodNormal: others.taxable.plus(normal),
    later,
    extras: period.extras,
    extraTotal,
    returnToWork,
    total: sum([normal, advance, extraTotal, returnToWork]),
    beforeSacrifices: sum([
      beforeNormal,
      advance,
      paid.returnToWork,
      ...paid.extras.map((extra) => extra.amount),
    ]),
  }
}

function writeNormal(add: StepFigures, advance: Decimal, sacrifices: Decimal, trace: Trace): Decimal {
  return trace.sum({
    name: 'taxable',
    formula: isZero(advance)
      ? 'earnings + taxable allowances + bonuses + back payments taxed as earnings − sacrifices'
      : 'earnings + taxable allowances + bonuses + back payments taxed as earnings − leave of later periods − sacrifices',
    add,
    subtract: { ...(isZero(advance) ? {} : { laterPeriods: advance }), sacrifices },
    rule: 'Earnings taxed by the period’s table',
    source: FIGURES_OF_THIS_PAY,
  })
}

type OwnExtra = Extra & { kind: 'BONUS' | 'BACK_PAYMENT' }
type Payments = { bonuses: Decimal; backPayments: Decimal; returnToWork: Decimal; extras: OwnExtra[] }

/** Sorts bonuses and back payments: taxed as earnings, as extras with their own tax method, or as return to work. */
function sortPayments(input: AuPayInput): Payments {
  const sorted: Payments = { bonuses: ZERO, backPayments: ZERO, returnToWork: ZERO, extras: [] }
  const sort = (
    line: AuPayInput['backPayments'][number] | AuPayInput['bonuses'][number],
    key: 'bonuses' | 'backPayments',
  ) => {
    const { description, taxMethod, startDate, endDate } = line
    const amount = toCent(line.amount)
    if ('isReturnToWork' in line && line.isReturnToWork)
      sorted.returnToWork = sorted.returnToWork.plus(amount)
    else if (taxMethod === 'NORMAL_EARNINGS') sorted[key] = sorted[key].plus(amount)
    else
      sorted.extras.push({
        description,
        amount,
        taxMethod,
        startDate,
        endDate,
        kind: key === 'bonuses' ? 'BONUS' : 'BACK_PAYMENT',
      })
  }
  for (const line of input.bonuses) sort(line, 'bonuses')
  for (const line of input.backPayments) sort(line, 'backPayments')
  return sorted
}

/** The additional payments of this pay after its own sacrifices. Sacrifices that apply to wages are left out. */
function sacrificeExtras(
  extras: readonly OwnExtra[],
  { sacrifices, isExtraSacrificedFirst }: Pick<AuPayInput, 'sacrifices' | 'isExtraSacrificedFirst'>,
  amounts: readonly Decimal[],
): { extras: readonly OwnExtra[]; cut: Decimal } {
  let left = extras
  let cut = ZERO
  for (const [index, { sacrificedFrom }] of sacrifices.entries()) {
    const isMeant = ({ kind }: OwnExtra) =>
      (sacrificedFrom ?? (isExtraSacrificedFirst ? kind : null)) === kind
    const after = cutExtras(left.filter(isMeant), amounts[index] ?? ZERO)
    left = [...after.extras, ...left.filter((extra) => !isMeant(extra))]
    cut = cut.plus(after.cut)
  }
  return { extras: left, cut }
}

/**
 * Reduces the extras by the sacrifices that exceed normal earnings. The order does not depend on how the extras were
 * entered.
 */
function cutExtras<E extends Extra>(extras: readonly E[], sacrifices: Decimal) {
  if (isZero(sacrifices)) return { extras, cut: ZERO, left: ZERO }
  let left = sacrifices
  const after = extras.toSorted(byMethodThenAmount).map((extra): E => {
    const cut = smaller(left, notBelowZero(extra.amount))
    left = left.minus(cut)
    return { ...extra, amount: extra.amount.minus(cut) }
  })
  return { extras: after, cut: sacrifices.minus(left), left }
}

function byMethodThenAmount(a: Extra, b: Extra): number {
  const key = ({ taxMethod, startDate, endDate }: Extra) => `${taxMethod} ${startDate} ${endDate}`
  return key(a).localeCompare(key(b)) || b.amount.cmp(a.amount)
}

function writeExtras(extras: readonly Extra[], sacrifices: Decimal, trace: Trace): Decimal {
  if (extras.length === 0 && isZero(sacrifices)) return ZERO
  return trace.sum({
    name: 'taxable.extras',
    formula: 'bonuses and back payments with their own tax method, less the remaining sacrifices',
    add: rowsAsTerms(extras.map((extra) => extra.amount)),
    subtract: { sacrifices },
    rule: 'Additional payments',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Workers compensation in the pay: leave of that type, and every hour of a workers compensation pay. */
export function workersCompensationOf(input: AuPayInput, earnings: Earnings, trace: Trace): Decimal {
  const leave = sum(earnings.leave.filter(isWorkersCompensation).map((row) => row.amount))
  const hours = input.isWorkersCompensationPay ? sum(earnings.hours) : ZERO
  if (leave.eq(ZERO) && hours.eq(ZERO)) return ZERO
  return trace.sum({
    name: 'workers-compensation',
    formula: 'workers compensation leave + hours of a workers compensation pay',
    add: { leave, hours },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

function isWorkersCompensation({ leaveType }: Earnings['leave'][number]): boolean {
  return leaveType === 'WORKERS_COMP'
}
