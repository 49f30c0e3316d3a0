import type { CivilDate } from '../dates.ts'
import { type Decimal, notBelowZero, toNearestDollar, ZERO } from '../money.ts'
import { cite, FIGURES_OF_THIS_PAY, given } from '../sources.ts'
import type { Trace } from '../trace.ts'
import { type ExtraTax, withholdOnExtras } from './bonuses.ts'
import type { AuPayInput } from './input.ts'
import type { AuRates } from './rates.ts'
import type { Taxable } from './rows.ts'
import type { Ending } from './termination/tax.ts'
import { type Withholder, withholdFlat, withholdOnEarnings } from './withholder.ts'

/** What is withheld on the pay’s own earnings, by how it came about. */
export type Withheld = { period: Decimal; extra: ExtraTax; returnToWork: Decimal }

/** Withholds on the period’s earnings, the additional payments and any return to work payment. */
export function withhold(
  input: AuPayInput,
  taxable: Taxable,
  by: Withholder,
  rates: AuRates,
  trace: Trace,
): Withheld {
  if (input.isSuperOnlyContractor) return withholdNothing(trace)
  // Schedule 15 gives each pay a rate of its own, so a working holiday maker's earlier pays of the period stay as they are.
  const earlier = by.flat && by.scale !== 'scale-4' ? NOTHING_EARLIER : input.earlierInPeriod
  const sofar = earlier.taxable.plus(taxable.normal)
  const onPeriod = withholdOnEarnings(sofar, by, trace)
  const isLater = !earlier.taxable.eq(ZERO) || !earlier.tax.eq(ZERO)
  const period = isLater
    ? trace.step({
        name: 'tax.period.remaining',
        amount: notBelowZero(onPeriod.minus(earlier.tax)),
        formula: 'tax on the period’s earnings so far − tax withheld on its earlier pays, not below zero',
        inputs: { onPeriod, earlier: earlier.tax, earlierTaxable: earlier.taxable },
        rule: 'Several pays in one period',
        source: by.source,
      })
    : onPeriod
  const extra = withholdOnExtras(taxable.extras, sofar, by, input, rates, trace)
  const returnToWork = withholdOnReturn(taxable.returnToWork, input.payDate, by, rates, trace)
  return shareTax(input, { period, extra, returnToWork }, trace)
}

const NOTHING_EARLIER = { taxable: ZERO, tax: ZERO }

function withholdNothing(trace: Trace): Withheld {
  const none = trace.step({
    name: 'tax.period',
    amount: ZERO,
    formula: 'nothing is withheld',
    inputs: {},
    rule: 'Super-only contractor: outside PAYG withholding',
    source: given('Setting of the employee: super-only contractor'),
  })
  const methodB2 = { amount: ZERO, tax: ZERO, studyLoan: ZERO }
  return { period: none, extra: { tax: ZERO, studyLoan: ZERO, methodB2 }, returnToWork: ZERO }
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
  return trace.step({
    name: 'tax.return-to-work',
    amount: toNearestDollar(payment.times(table.value.rate)),
    formula: 'payment × rate, to the nearest dollar',
    inputs: { payment, rate: table.value.rate },
    rule: 'Schedule 4, return to work',
    source: cite(table),
  })
}

/** Where several pays are taxed together, this pay's share replaces its own; the difference moves its period tax. */
function shareTax(input: AuPayInput, own: Withheld, trace: Trace): Withheld {
  const share = input.taxShare
  if (!share) return own
  const others = own.extra.tax.plus(own.extra.studyLoan).plus(own.returnToWork)
  const period = trace.step({
    name: 'tax.shared',
    amount: share.share.minus(others),
    formula:
      'combined tax × gross ÷ combined gross, shared out to the cent, less the tax of this pay’s extras',
    inputs: {
      combinedTax: share.combinedTax,
      gross: share.gross,
      combinedGross: share.combinedGross,
      extras: others,
    },
    rule: 'Tax redistributed by gross',
    source: FIGURES_OF_THIS_PAY,
  })
  return { ...own, period }
}

/** Adds up the tax of the pay. */
export function addTax(withheld: Withheld, ending: Ending | null, trace: Trace): Decimal {
  const { period, extra, returnToWork } = withheld
  const termination = ending?.result.taxAmount ?? ZERO
  return trace.step({
    name: 'tax',
    amount: period.plus(extra.tax).plus(extra.studyLoan).plus(returnToWork).plus(termination),
    formula: 'tax on earnings + on additional payments + on return to work + on the termination',
    inputs: { period, extra: extra.tax, extraStudyLoan: extra.studyLoan, returnToWork, termination },
    rule: 'PAYG withholding',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** What a payroll officer should know about the tax file number behind this pay. */
export function declarationWarnings(
  input: AuPayInput,
  normal: Decimal,
  by: Withholder,
  rates: AuRates,
): string[] {
  const warnings: string[] = []
  const { tfn, declarationDate } = input.declaration
  if (tfn === 'PENDING' && (by.scale === 'scale-4' || by.scale === 'working-holiday-no-tfn')) {
    warnings.push(
      `No tax file number 28 days after the declaration of ${declarationDate}: withheld without one.`,
    )
  }
  const { weekly, fortnightly, monthly } = rates.tfnRules.at(input.payDate).value.under18Limit
  const limit = { WEEKLY: weekly, FORTNIGHTLY: fortnightly, MONTHLY: monthly }[input.payPeriod]
  if (tfn === 'UNDER_18' && normal.gt(limit)) {
    warnings.push(`Earnings are above the ${limit} that an under-18 may earn without a tax file number.`)
  }
  return warnings
}
