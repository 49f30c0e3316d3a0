import type { CivilDate } from '../dates.ts'
import { type Decimal, notBelowZero, toNearestDollar, ZERO } from '../money.ts'
import { cite, FIGURES_OF_THIS_PAY, SUPER_ONLY } from '../sources.ts'
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
    ? trace.sum({
        name: 'tax.period.remaining',
        formula: 'tax on the period’s earnings so far − tax withheld on its earlier pays, not below zero',
        add: { onPeriod },
        subtract: { earlier: earlier.tax },
        about: { earlierTaxable: earlier.taxable },
        to: notBelowZero,
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
  const none = trace.sum({
    name: 'tax.period',
    formula: 'nothing is withheld',
    add: {},
    rule: 'Super-only contractor: outside PAYG withholding',
    source: SUPER_ONLY,
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
  return trace.product({
    name: 'tax.return-to-work',
    formula: 'payment × rate, to the nearest dollar',
    multiply: { payment, rate: table.value.rate },
    to: toNearestDollar,
    rule: 'Schedule 4, return to work',
    source: cite(table),
  })
}

/** Where several pays are taxed together, this pay's share replaces its own; the difference moves its period tax. */
function shareTax(input: AuPayInput, own: Withheld, trace: Trace): Withheld {
  const share = input.taxShare
  if (!share) return own
  const others = own.extra.tax.plus(own.extra.studyLoan).plus(own.returnToWork)
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

/** Adds up the tax of the pay. */
export function addTax(withheld: Withheld, ending: Ending | null, trace: Trace): Decimal {
  const { period, extra, returnToWork } = withheld
  const termination = ending?.result.taxAmount ?? ZERO
  return trace.sum({
    name: 'tax',
    formula:
      'tax on earnings + on additional payments + study loan on them + on return to work + on the termination',
    add: { period, extra: extra.tax, extraStudyLoan: extra.studyLoan, returnToWork, termination },
    rule: 'PAYG withholding',
    source: FIGURES_OF_THIS_PAY,
  })
}
