import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  notBelowZero,
  percent,
  sum,
  toDollarDown,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import { periodsPerYear, periodsTouched } from '../../../../payroll/pay-periods.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput, Extra } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import { byMethodBi, isOwnPeriod } from './back-payments.ts'
import { limited, type MethodSteps, methodA, methodBii, type Tax } from './bonus-methods.ts'
import type { ExtraFacts } from './extras.ts'
import {
  loanComponentOn,
  plainWithholdingOn,
  type Withholder,
  withholdFlat,
  withholdingOn,
} from './withholder.ts'

export type ExtraTax = {
  tax: Decimal
  studyLoan: Decimal
  /** The part taxed by method B(ii). */
  methodB2: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
}

type Part = { tax: Decimal; studyLoan: Decimal }

const NONE = { amount: ZERO, tax: ZERO, studyLoan: ZERO }

/** Withholds on additional payments by Schedule 5. Payments with the same method and divisor are taxed together. */
export function withholdOnExtras(
  extras: readonly Extra[],
  normal: Decimal,
  by: Withholder,
  input: AuPayInput,
  rates: AuRates,
  trace: Trace,
): ExtraTax {
  // The amount of a notice covers all payments of the period.
  if (extras.length === 0 || by.fixed) return { tax: ZERO, studyLoan: ZERO, methodB2: NONE }
  if (by.flat && by.scale !== 'scale-4') return { ...withWholePay(extras, normal, by, trace), methodB2: NONE }
  const facts = { normal, by, input, rates, schedule: rates.schedule5.at(input.payDate), trace }
  const parts: Part[] = []
  let methodB2 = NONE
  for (const group of groupsOf(extras, input)) {
    const amount = sum(group.extras.map((extra) => extra.amount))
    if (by.flat) {
      const flat = { ...by.flat, rule: 'Schedule 5, no tax file number' }
      parts.push({ tax: withholdFlat(amount, flat, trace, 'tax.extra'), studyLoan: ZERO })
    } else if (group.method === 'METHOD_B1') {
      const ranges = group.extras.map((extra) => ({ ...extra, ...rangeOf(extra) }))
      parts.push({ tax: byMethodBi(ranges, facts), studyLoan: ZERO })
    } else if (group.method === 'METHOD_B2') {
      const part = byMethodBii(amount, extras, facts)
      methodB2 = { amount, ...part }
      parts.push(part)
    } else {
      parts.push(bySpreading(amount, group, facts))
    }
  }
  return { tax: sum(parts.map((p) => p.tax)), studyLoan: sum(parts.map((p) => p.studyLoan)), methodB2 }
}

/** A working holiday maker's pay is taxed as one sum. The tax on the extras is the increase that they cause. */
function withWholePay(extras: readonly Extra[], normal: Decimal, by: Withholder, trace: Trace): Part {
  const payment = sum(extras.map((extra) => extra.amount))
  const tax = trace.sum({
    name: 'tax.extra',
    formula: 'tax on the whole pay − tax on it without the additional payments',
    add: { withExtras: withholdingOn(normal.plus(payment), by) },
    subtract: { withoutExtras: withholdingOn(normal, by) },
    about: { payment, normal },
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

function bySpreading(amount: Decimal, group: Group, { normal, by, schedule, trace }: ExtraFacts): Part {
  const isMethodA = group.method === 'METHOD_A_WHOLE_YEAR' || group.method === 'METHOD_A_SPECIFIC_RANGE'
  const limit = isMethodA ? schedule.value.limitRate : null
  const run = (name: string, tax: Tax, taxOnPayment: Decimal | null = null) =>
    trace.made({
      name,
      formula: `(tax with a share − tax without) × divisor, ${limitWords(limit, taxOnPayment)}cents dropped`,
      inputs: {
        ...spreadInputs(
          amount,
          normal,
          group.divisor,
          methodA(normal, amount, group.divisor, tax, limit),
          limit,
        ),
        ...(limit && taxOnPayment && { taxOnPayment }),
      },
      make: takenUp,
      rule: isMethodA ? 'Schedule 5, method A' : 'Spread without the Schedule 5 limit',
      source: cite(schedule),
    })
  const tax = run('tax.extra', (earnings) => plainWithholdingOn(earnings, by))
  if (!by.loanBands) return { tax, studyLoan: ZERO }
  return { tax, studyLoan: run('tax.extra.study-loan', (earnings) => loanComponentOn(earnings, by), tax) }
}

/** The limit covers tax and study loan together, so the loan component gets only the rest after tax. */
function limitWords(limit: Decimal | null, taxOnPayment: Decimal | null): string {
  if (!limit) return ''
  return `at most ${percent(limit)} of the payment${taxOnPayment ? ' less the tax on it' : ''}, `
}

function byMethodBii(
  amount: Decimal,
  extras: readonly Extra[],
  { normal, by, input, schedule, trace }: ExtraFacts,
): Part {
  const average = averageOfYear(normal, extras, input)
  const before = input.yearToDate.extras
  const divisor = periodsPerYear(input.payPeriod)
  const limit = schedule.value.limitRate
  const run = (name: string, tax: Tax, withheldBefore: Decimal, taxOnPayment: Decimal | null = null) => {
    const earlier = { amount: before.amount, withheld: withheldBefore }
    const steps = methodBii(average, amount, earlier, divisor, tax, limit)
    return trace.made({
      name,
      formula: `(tax on average + share − tax on average) × divisor − withheld on earlier extras, ${limitWords(limit, taxOnPayment)}cents dropped`,
      inputs: {
        ...spreadInputs(amount, average, divisor, steps, limit),
        earlier: before.amount,
        withheldBefore,
        ...(taxOnPayment && { taxOnPayment }),
      },
      make: takenUp,
      rule: 'Schedule 5, method B(ii)',
      source: cite(schedule),
    })
  }
  const tax = run('tax.extra', (earnings) => plainWithholdingOn(earnings, by), before.tax)
  if (!by.loanBands) return { tax, studyLoan: ZERO }
  return {
    tax,
    studyLoan: run(
      'tax.extra.study-loan',
      (earnings) => loanComponentOn(earnings, by),
      before.studyLoan,
      tax,
    ),
  }
}

/**
 * The average of the year's periods so far, including the current one. Back payments taxed by method B(i) count as
 * earnings.
 */
function averageOfYear(normal: Decimal, extras: readonly Extra[], input: AuPayInput): Decimal {
  const earlier = input.earlierPays.filter((pay) => !isOwnPeriod(pay, input))
  const own = PERIOD_LENGTHS[input.payPeriod]
  // The number of periods, measured in periods of this pay. For example, a week is 12 ÷ 52 of a month.
  const lengths = earlier.map((pay) => PERIOD_LENGTHS[pay.payPeriod ?? input.payPeriod])
  const periods = sum([...lengths, own]).div(own)
  const backPay = extras.filter((extra) => extra.taxMethod === 'METHOD_B1').map((extra) => extra.amount)
  const paid = earlier.map((pay) => pay.taxable.plus(pay.backPay ?? ZERO))
  return toDollarDown(notBelowZero(sum([...paid, normal, ...backPay])).div(periods))
}

type SpreadInputs = Record<
  'payment' | 'normal' | 'divisor' | 'share' | 'taxWithout' | 'taxWith' | 'spread',
  Decimal
> &
  Partial<Record<'limitRate' | 'withheldBefore' | 'taxOnPayment', Decimal>>

function spreadInputs(
  amount: Decimal,
  normal: Decimal,
  divisor: number,
  steps: MethodSteps,
  limitRate: Decimal | null,
): SpreadInputs {
  return {
    payment: amount,
    normal,
    divisor: whole(divisor),
    share: steps.perPeriod,
    taxWithout: steps.normalTax,
    taxWith: steps.raisedTax,
    spread: steps.spread,
    ...(limitRate && { limitRate }),
  }
}

function takenUp({
  payment,
  divisor,
  taxWithout,
  taxWith,
  limitRate,
  withheldBefore,
  taxOnPayment,
}: SpreadInputs): Decimal {
  const spread = taxWith.minus(taxWithout).times(divisor)
  return limited(spread.minus(withheldBefore ?? ZERO), payment, limitRate ?? null, taxOnPayment)
}
