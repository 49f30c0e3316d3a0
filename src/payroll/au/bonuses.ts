import { auIncomeYear, type CivilDate, periodStartFor, periodsPerYear, periodsTouched } from '../dates.ts'
import type { TaxMethod } from '../input.ts'
import { allocate, type Decimal, ONE, sum, toDollarDown, whole, ZERO } from '../money.ts'
import type { Dated } from '../rates/timeline.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../sources.ts'
import { CalculationError, type Trace } from '../trace.ts'
import { type MethodSteps, methodA, methodBi, methodBii } from './bonus-methods.ts'
import type { AuPayInput, EarlierPay } from './input.ts'
import type { AuRates, Schedule5 } from './rates.ts'
import {
  loanComponentOn,
  plainWithholdingOn,
  type Withholder,
  withholderFor,
  withholdFlat,
  withholdingOn,
} from './withholder.ts'

/** An additional payment: a bonus or back payment that is not taxed as this period's normal earnings. */
export type Extra = {
  description: string
  amount: Decimal
  taxMethod: Exclude<TaxMethod, 'NORMAL_EARNINGS'>
  startDate: CivilDate | null
  endDate: CivilDate | null
}

export type ExtraTax = {
  tax: Decimal
  studyLoan: Decimal
  /** What of it came about by method B(ii). */
  methodB2: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
}

type Part = { tax: Decimal; studyLoan: Decimal }

/** Withholds on additional payments by Schedule 5; payments of one method and divisor are taken together. */
export function withholdOnExtras(
  extras: readonly Extra[],
  normal: Decimal,
  by: Withholder,
  input: AuPayInput,
  rates: AuRates,
  trace: Trace,
): ExtraTax {
  const none = { amount: ZERO, tax: ZERO, studyLoan: ZERO }
  if (extras.length === 0) return { tax: ZERO, studyLoan: ZERO, methodB2: none }
  const schedule = rates.schedule5.at(input.payDate)
  if (by.flat && by.scale !== 'scale-4') return { ...withWholePay(extras, normal, by, trace), methodB2: none }
  const parts: Part[] = []
  let methodB2 = none
  for (const group of groupsOf(extras, input)) {
    const amount = sum(group.extras.map((extra) => extra.amount))
    if (by.flat) {
      const flat = { ...by.flat, rule: 'Schedule 5, no tax file number' }
      parts.push({ tax: withholdFlat(amount, flat, trace, 'tax.extra'), studyLoan: ZERO })
    } else if (group.method === 'METHOD_B1') {
      for (const extra of group.extras)
        parts.push(byMethodBi(extra, normal, by, input, rates, schedule, trace))
    } else if (group.method === 'METHOD_B2') {
      const part = byMethodBii(amount, normal, by, input, schedule, trace)
      methodB2 = { amount, ...part }
      parts.push(part)
    } else {
      parts.push(bySpreading(amount, group, normal, by, schedule, trace))
    }
  }
  return { tax: sum(parts.map((p) => p.tax)), studyLoan: sum(parts.map((p) => p.studyLoan)), methodB2 }
}

/** A working holiday maker's pay is taxed as one sum: the extras bear what they add to it. */
function withWholePay(extras: readonly Extra[], normal: Decimal, by: Withholder, trace: Trace): Part {
  const payment = sum(extras.map((extra) => extra.amount))
  const [withoutExtras, withExtras] = [withholdingOn(normal, by), withholdingOn(normal.plus(payment), by)]
  const tax = trace.step({
    name: 'tax.extra',
    amount: withExtras.minus(withoutExtras),
    formula: 'tax on the whole pay − tax on it without the additional payments',
    inputs: { payment, normal, withExtras, withoutExtras },
    rule: by.flat?.rule ?? 'Additional payments',
    source: by.flat?.source ?? FIGURES_OF_THIS_PAY,
  })
  return { tax, studyLoan: ZERO }
}

type Group = { method: Extra['taxMethod']; divisor: number; extras: Extra[] }

function groupsOf(extras: readonly Extra[], input: AuPayInput): Group[] {
  const groups = new Map<string, Group>()
  for (const extra of extras) {
    const divisor = divisorFor(extra, input)
    const key = `${extra.taxMethod} ${divisor}`
    const group = groups.get(key)
    if (group) group.extras.push(extra)
    else groups.set(key, { method: extra.taxMethod, divisor, extras: [extra] })
  }
  return [...groups.values()]
}

function divisorFor(extra: Extra, input: AuPayInput): number {
  const isRange =
    extra.taxMethod === 'METHOD_A_SPECIFIC_RANGE' || extra.taxMethod === 'SPREAD_OVER_SPECIFIC_RANGE'
  if (!isRange) return periodsPerYear(input.payPeriod)
  const { start, end } = rangeOf(extra)
  return periodsTouched(input.payPeriod, input.periodEnd, start, end)
}

function rangeOf(extra: Extra): { start: CivilDate; end: CivilDate } {
  if (extra.startDate === null || extra.endDate === null || extra.endDate < extra.startDate) {
    throw new CalculationError(
      `"${extra.description}" is taxed over a range of dates: it needs a start date and an end date in order.`,
    )
  }
  return { start: extra.startDate, end: extra.endDate }
}

function bySpreading(
  amount: Decimal,
  group: Group,
  normal: Decimal,
  by: Withholder,
  schedule: Dated<Schedule5>,
  trace: Trace,
): Part {
  const isMethodA = group.method === 'METHOD_A_WHOLE_YEAR' || group.method === 'METHOD_A_SPECIFIC_RANGE'
  const limit = isMethodA ? schedule.value.limitRate : null
  const rule = isMethodA ? 'Schedule 5, method A' : 'Spread without the Schedule 5 limit'
  const write = (name: string, steps: MethodSteps) =>
    trace.step({
      name,
      amount: steps.withheld,
      formula: isMethodA
        ? '(tax with a share − tax without) × divisor, at most 47% of the payment, cents dropped'
        : '(tax with a share − tax without) × divisor, cents dropped',
      inputs: stepInputs(amount, normal, group.divisor, steps),
      rule,
      source: cite(schedule),
    })
  const tax = methodA(normal, amount, group.divisor, (e) => plainWithholdingOn(e, by), limit)
  const withheld = write('tax.extra', tax)
  if (!by.loanBands) return { tax: withheld, studyLoan: ZERO }
  const loan = methodA(normal, amount, group.divisor, (e) => loanComponentOn(e, by), limit)
  return { tax: withheld, studyLoan: write('tax.extra.study-loan', loan) }
}

function byMethodBii(
  amount: Decimal,
  normal: Decimal,
  by: Withholder,
  input: AuPayInput,
  schedule: Dated<Schedule5>,
  trace: Trace,
): Part {
  const earlier = input.earlierPays.filter((pay) => pay.periodEnd !== input.periodEnd)
  const periods = new Set(earlier.map((pay) => pay.periodEnd)).size + 1
  const average = toDollarDown(
    sum(earlier.map((pay) => pay.taxable))
      .plus(normal)
      .div(whole(periods)),
  )
  const before = input.yearToDate.extras
  const run = (name: string, tax: (earnings: Decimal) => Decimal, withheldBefore: Decimal) => {
    const divisor = periodsPerYear(input.payPeriod)
    const limit = schedule.value.limitRate
    const steps = methodBii(
      average,
      amount,
      { amount: before.amount, withheld: withheldBefore },
      divisor,
      tax,
      limit,
    )
    return trace.step({
      name,
      amount: steps.withheld,
      formula:
        '(tax on average + share − tax on average) × divisor − withheld on earlier extras, at most 47%, cents dropped',
      inputs: { ...stepInputs(amount, average, divisor, steps), earlier: before.amount, withheldBefore },
      rule: 'Schedule 5, method B(ii)',
      source: cite(schedule),
    })
  }
  const tax = run('tax.extra', (e) => plainWithholdingOn(e, by), before.tax)
  if (!by.loanBands) return { tax, studyLoan: ZERO }
  return { tax, studyLoan: run('tax.extra.study-loan', (e) => loanComponentOn(e, by), before.studyLoan) }
}

/** The back payment is spread evenly over the paid periods in its range, this one included when it lies in it. */
function byMethodBi(
  extra: Extra,
  normal: Decimal,
  by: Withholder,
  input: AuPayInput,
  rates: AuRates,
  schedule: Dated<Schedule5>,
  trace: Trace,
): Part {
  const { start, end } = rangeOf(extra)
  const touches = (from: CivilDate, to: CivilDate) => from <= end && to >= start
  const { start: yearStart } = auIncomeYear(input.payDate)
  const earlier = byPeriod(
    input.earlierPays.filter(
      (pay) =>
        pay.payDate >= yearStart &&
        pay.periodEnd !== input.periodEnd &&
        touches(pay.periodStart, pay.periodEnd),
    ),
  )
  const isCurrentIn = touches(periodStartFor(input.payPeriod, input.periodEnd), input.periodEnd)
  const count = earlier.length + (isCurrentIn ? 1 : 0)
  if (count === 0) {
    throw new CalculationError(
      `"${extra.description}" is taxed by method B(i), which needs a pay of this income year between ${start} and ${end}; there is none.`,
    )
  }
  const shares = allocate(
    extra.amount,
    Array.from({ length: count }, () => ONE),
  )
  const affected = earlier.map((pay, index) => affectedBy(pay, shares[index] ?? ZERO, input, rates))
  if (isCurrentIn) {
    affected.push({
      earnings: normal,
      withheld: withholdingOn(normal, by),
      backPayment: shares[count - 1] ?? ZERO,
      tax: (earnings) => withholdingOn(earnings, by),
    })
  }
  const tax = trace.step({
    name: 'tax.extra',
    amount: methodBi(affected),
    formula: 'sum over the paid periods of (tax with its back pay − tax withheld then), not below nil',
    inputs: { payment: extra.amount, periods: count.toString(), from: start, to: end },
    rule: 'Schedule 5, method B(i)',
    source: cite(schedule),
  })
  return { tax, studyLoan: ZERO }
}

/** Several pays of one period were taxed together, so they are taken together here; the last of them chooses the tables. */
function byPeriod(pays: readonly EarlierPay[]): EarlierPay[] {
  const periods = new Map<CivilDate, EarlierPay>()
  for (const pay of pays) {
    const before = periods.get(pay.periodEnd)
    periods.set(
      pay.periodEnd,
      before
        ? {
            ...pay,
            payDate: before.payDate > pay.payDate ? before.payDate : pay.payDate,
            taxable: before.taxable.plus(pay.taxable),
            tax: before.tax.plus(pay.tax),
          }
        : pay,
    )
  }
  return [...periods.values()]
}

function affectedBy(pay: EarlierPay, backPayment: Decimal, input: AuPayInput, rates: AuRates) {
  const then = withholderFor(input.declaration, pay.payDate, input.payPeriod, rates, ZERO)
  return {
    earnings: pay.taxable,
    withheld: pay.tax,
    backPayment,
    tax: (earnings: Decimal) => withholdingOn(earnings, then),
  }
}

function stepInputs(amount: Decimal, normal: Decimal, divisor: number, steps: MethodSteps) {
  return {
    payment: amount,
    normal,
    divisor: divisor.toString(),
    share: steps.perPeriod,
    taxWithout: steps.normalTax,
    taxWith: steps.raisedTax,
    spread: steps.spread,
  }
}
