import type { CivilDate } from '../../../kernel/values/dates.ts'
import {
  type Decimal,
  greater,
  isZero,
  notBelowZero,
  sum,
  toDollarDown,
  toNearestDollar,
  ZERO,
} from '../../../kernel/values/money.ts'
import { cite, FIGURES_OF_THIS_PAY, type StepSource, SUPER_ONLY } from '../../../payroll/sources.ts'
import type { Trace } from '../../../payroll/trace.ts'
import type { Taxable } from './earnings/rows.ts'
import { lastFullPayWords } from './history/full-pay.ts'
import { NO_OTHER_PAYS } from './history/other-pays.ts'
import type { AuPayInput, ExpectedWages, OtherPays, PeriodTaxed } from './input/input.ts'
import type { AuRates } from './rates/rates.ts'
import { withholdInAdvance } from './tax/advance.ts'
import { type ExtraTax, withholdOnExtras } from './tax/bonuses.ts'
import { taxOfOthers } from './tax/other-declarations.ts'
import { addAgreed } from './tax/own-withholding.ts'
import { type Withholder, withholdFlat, withholdOnEarnings } from './tax/withholder.ts'
import { DECEASED_EMPLOYEES, isPaidAfterDeath } from './termination/estate.ts'
import type { Ending } from './termination/tax.ts'

/**
 * The withholders for wages (`by`) and for lump sums (`forLumps`). A notice or a special schedule other than PALM applies
 * to wages only.
 */
export type Withholders = { by: Withholder; forLumps: Withholder }

/** The tax withheld on the pay’s own earnings, by source. */
export type Withheld = {
  period: Decimal
  /** Tax on leave paid in advance, by period. */
  advances: readonly PeriodTaxed[]
  extra: ExtraTax
  returnToWork: Decimal
}

const advanceTax = ({ advances }: Withheld): Decimal => sum(advances.map(({ tax }) => tax))

/**
 * The other pays that are taxed together with this pay. There are none under Schedule 15, which gives each pay a separate
 * rate.
 */
export function taxedTogether(input: AuPayInput, by: Withholder): OtherPays {
  return by.scale.startsWith('working-holiday') ? NO_OTHER_PAYS : input.otherPays
}

/**
 * Withholds on the period’s earnings, the additional payments and any return to work payment. The tax of a period depends
 * on all of its pays. This pay withholds the tax that the others have not withheld, and refunds any excess.
 */
export function withhold(
  input: AuPayInput,
  taxable: Taxable,
  { by, forLumps }: Withholders,
  rates: AuRates,
  trace: Trace,
): Withheld {
  if (input.isSuperOnlyContractor)
    return withholdNothing('Super-only contractor: outside PAYG withholding', SUPER_ONLY, trace)
  if (isPaidAfterDeath(input))
    return withholdNothing('Paid after the death of the employee', DECEASED_EMPLOYEES, trace)
  const others = taxedTogether(input, by)
  // Step 1 of method A ignores the cents of the wages, so the tax on the wages must ignore them too.
  const isByMethodA = !by.flat && taxable.extras.some((extra) => extra.taxMethod.startsWith('METHOD_A'))
  const earnings = isByMethodA ? toDollarDown(taxable.periodNormal) : taxable.periodNormal
  const onPeriod = addAgreed(withholdOnEarnings(earnings, by, trace), earnings, input, trace)
  const earlier = taxOfOthers(others, taxable.normal, by, trace)
  const period = less(onPeriod, earlier, 'tax.period.remaining', { earlierTaxable: others.taxable }, trace)
  // The period's overtime and leave may exceed the expected wages.
  const base = input.expectedWages
    ? greater(expectWages(input.expectedWages, trace), taxable.periodNormal)
    : taxable.periodNormal
  const all = withholdOnExtras(taxable.extras, base, by, input, rates, trace)
  const extra: ExtraTax = {
    tax: less(all.tax, others.extraTax, 'tax.extra.remaining', {}, trace),
    studyLoan: less(all.studyLoan, others.extraStudyLoan, 'tax.extra.study-loan.remaining', {}, trace),
    methodB2: {
      amount: less(all.methodB2.amount, others.methodB2.amount, 'taxable.method-b2.remaining', {}, trace),
      tax: less(all.methodB2.tax, others.methodB2.tax, 'tax.method-b2.remaining', {}, trace),
      studyLoan: less(
        all.methodB2.studyLoan,
        others.methodB2.studyLoan,
        'tax.method-b2.study-loan.remaining',
        {},
        trace,
      ),
    },
  }
  const returnToWork = withholdOnReturn(taxable.returnToWork, input.payDate, forLumps, rates, trace)
  const advances = withholdInAdvance(taxable.later, input, by, trace)
  return shareTax(input, { period, advances, extra, returnToWork }, trace)
}

/** The period's figure less the amount of its other pays. Negative tax is refunded. */
function less(
  ofPeriod: Decimal,
  withheld: Decimal,
  name: string,
  about: { earlierTaxable?: Decimal },
  trace: Trace,
): Decimal {
  if (isZero(withheld) && isZero(about.earlierTaxable ?? ZERO)) return ofPeriod
  return trace.sum({
    name,
    formula: 'of the period as a whole − of its other pays; negative tax is refunded',
    add: { ofPeriod },
    subtract: { earlier: withheld },
    about,
    rule: 'Several pays in one period',
    source: FIGURES_OF_THIS_PAY,
  })
}

/**
 * When additional payments are paid ahead of the period's wages, they are taxed on the expected wages. The pay with the
 * wages settles the difference.
 */
function expectWages({ amount, periodEnd, paidBy }: ExpectedWages, trace: Trace): Decimal {
  return trace.sum({
    name: 'tax.expected-wages',
    formula: periodEnd
      ? lastFullPayWords(periodEnd, paidBy)
      : 'standard hours of the period at the hourly rate',
    add: { amount },
    about: { ...(periodEnd ? { periodEnd } : {}), ...(paidBy ? { paidBy } : {}) },
    rule: 'The period has no wages yet: its additional payments are taxed on those to be expected',
    source: FIGURES_OF_THIS_PAY,
  })
}

function withholdNothing(rule: string, source: StepSource, trace: Trace): Withheld {
  const none = trace.sum({
    name: 'tax.period',
    formula: 'nothing is withheld',
    add: {},
    rule,
    source,
  })
  const methodB2 = { amount: ZERO, tax: ZERO, studyLoan: ZERO }
  return { period: none, advances: [], extra: { tax: ZERO, studyLoan: ZERO, methodB2 }, returnToWork: ZERO }
}

function withholdOnReturn(
  payment: Decimal,
  payDate: CivilDate,
  by: Withholder,
  rates: AuRates,
  trace: Trace,
): Decimal {
  if (payment.lte(ZERO)) return ZERO
  if (by.flat) return withholdFlat(payment, by.flat, trace, 'tax.return-to-work')
  const table = rates.schedule4.at(payDate)
  return trace.product({
    name: 'tax.return-to-work',
    formula: 'payment × rate, to the nearest dollar',
    multiply: { payment, rate: table.value.rate },
    to: toNearestDollar,
    rule: 'Schedule 4, return to work',
    source: cite(table),
  })
}

/** When several pays are taxed together, this pay's share replaces its own tax. The difference goes to the period tax. */
function shareTax(input: AuPayInput, own: Withheld, trace: Trace): Withheld {
  const share = input.taxShare
  if (!share) return own
  const others = sum([own.extra.tax, own.extra.studyLoan, own.returnToWork, advanceTax(own)])
  const period = trace.sum({
    name: 'tax.shared',
    formula:
      'share − tax of this pay’s extras; the share is combined tax × gross ÷ combined gross, shared out to the cent',
    add: { share: share.share },
    subtract: { extras: others },
    about: { combinedTax: share.combinedTax, gross: share.gross, combinedGross: share.combinedGross },
    rule: 'Tax redistributed by gross',
    source: FIGURES_OF_THIS_PAY,
  })
  return { ...own, period }
}

export type PayTax = {
  tax: Decimal /** Tax that this pay could not cover, less earlier carried tax that it did cover. */
  carried: Decimal
  warnings: string[]
}

/**
 * Adds up the tax of the pay. Except at a termination, tax never takes the net below zero. The rest is carried to the next
 * pay of the income year.
 */
export function addTax(
  input: AuPayInput,
  withheld: Withheld,
  ending: Ending | null,
  gross: Decimal,
  trace: Trace,
): PayTax {
  const { period, extra, returnToWork } = withheld
  const termination = ending?.result.taxAmount ?? ZERO
  const advance = advanceTax(withheld)
  const add = {
    period,
    ...(isZero(advance) ? {} : { advance }),
    extra: extra.tax,
    extraStudyLoan: extra.studyLoan,
    returnToWork,
    termination,
  }
  const formula = `tax on earnings${isZero(advance) ? '' : ' + on leave of later periods'} + on additional payments + study loan on them + on return to work + on the termination`
  const words = { name: 'tax', rule: 'PAYG withholding', source: FIGURES_OF_THIS_PAY }
  // Tax carried forward from earlier pays is not taken from the estate.
  const before = isPaidAfterDeath(input) ? ZERO : input.yearToDate.taxCarried
  const due = sum([...Object.values(add), before])
  const most = notBelowZero(gross)
  const waiting = ending === null && due.gt(most) ? due.minus(most) : ZERO
  if (isZero(before) && isZero(waiting))
    return { tax: trace.sum({ ...words, formula, add }), carried: ZERO, warnings: [] }
  const tax = trace.sum({
    ...words,
    formula: `${formula} + carried from earlier pays − carried to the next pay`,
    add: { ...add, before },
    subtract: { waiting },
  })
  const carried = trace.sum({
    name: 'tax.carried',
    formula: 'carried to the next pay − carried from earlier pays',
    add: { waiting },
    subtract: { before },
    rule: 'No tax takes a net below zero',
    source: FIGURES_OF_THIS_PAY,
  })
  return {
    tax,
    carried,
    warnings: isZero(waiting)
      ? []
      : [
          `Tax of ${waiting.toFixed(2)} would take the net below zero: it is carried to the next pay of the income year.`,
        ],
  }
}
