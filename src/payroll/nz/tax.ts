import { type Decimal, notBelowZero, sum, toCentDown, ZERO } from '../money.ts'
import { cite } from '../sources.ts'
import { Trace } from '../trace.ts'
import {
  annualiseFourWeeks,
  annualiseLastTwoPeriods,
  paidPeriodsBefore,
  paysInFourWeeks,
} from './annualised.ts'
import { payeOnSpreadBonus } from './bonuses.ts'
import { type ExtraPayItem, type ExtraPayTax, taxExtraPays } from './extra-pay.ts'
import type { NzPayInput } from './input.ts'
import type { NzRates } from './rates.ts'
import type { KiwiSaverAmounts } from './retirement.ts'
import { type Rows, spreadOf } from './rows.ts'
import { canRepayStudentLoan, repayStudentLoan, type StudentLoanAmounts } from './student-loan.ts'
import { type PayeTables, payeOn } from './tax-table.ts'

/** `ordinary` holds any KiwiSaver contribution that is treated as salary. */
export type Parts = {
  ordinary: Decimal
  rows: Rows
  kiwiSaver: KiwiSaverAmounts
  extraPays: readonly ExtraPayItem[]
}

export type Paye = {
  ordinary: Decimal
  extra: ExtraPayTax
  total: Decimal
  /** PAYE that the employer pays out of the KiwiSaver contribution. */
  contributionTax: Decimal
}

/** The PAYE tables that the payment date chooses. */
export function payeTablesAt(input: NzPayInput, rates: NzRates): PayeTables {
  return {
    paye: rates.paye.at(input.payDate),
    flatCodes: rates.flatCodes.at(input.payDate),
    levy: rates.earnersLevy.at(input.payDate),
    schedular: () => rates.schedular.at(input.payDate),
  }
}

/** PAYE on everything the pay holds: ordinary pay, regular bonuses and extra pays. */
export function withhold(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  rates: NzRates,
  trace: Trace,
): Paye {
  const ordinary = payeOnOrdinary(input, parts.ordinary, tables, trace)
  const spread = sum(
    spreadOf(input, parts.rows).map((bonus) =>
      payeOnSpreadBonus(bonus, parts.ordinary, input, tables, trace),
    ),
  )
  const extra = payeOnExtraPays(input, parts, tables, rates, trace)
  return {
    ordinary,
    extra,
    total: sum([ordinary, spread, extra.total]),
    contributionTax: contributionTaxOf(input, parts, tables),
  }
}

/** Several pays of one period are taxed together: the later one bears what the earlier ones did not. */
function payeOnOrdinary(input: NzPayInput, ordinary: Decimal, tables: PayeTables, trace: Trace): Decimal {
  const { taxShare, periodSoFar } = input
  if (taxShare) {
    return trace.step({
      name: 'paye.ordinary',
      amount: taxShare.share,
      formula: 'PAYE on the pays together, shared out by gross so that the parts add up',
      inputs: {
        combinedTax: taxShare.combinedTax,
        combinedGross: taxShare.combinedGross,
        gross: taxShare.gross,
      },
      rule: 'Tax by department',
      source: cite(tables.paye),
    })
  }
  const whole = payeOn(periodSoFar.ordinary.plus(ordinary), input.tax, input.payPeriod, tables, trace)
  return trace.step({
    name: 'paye.ordinary',
    amount: notBelowZero(whole.minus(periodSoFar.payeOrdinary)),
    formula: 'PAYE on the ordinary pay of the period − PAYE already withheld in it, not below zero',
    inputs: { whole, withheld: periodSoFar.payeOrdinary, ordinary, before: periodSoFar.ordinary },
    rule: `PAYE, code ${input.tax.code}`,
    source: cite(tables.paye),
  })
}

function payeOnExtraPays(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  rates: NzRates,
  trace: Trace,
): ExtraPayTax {
  if (parts.extraPays.length === 0) return { items: [], total: ZERO, rate: ZERO, isLowRate: false }
  const extraPay = rates.extraPay.at(input.payDate)
  const isAtTheEnd = input.termination !== null
  const source = cite(extraPay)
  const annualised =
    isAtTheEnd && extraPay.value.annualisedOnTerminationBy === 'last-two-paid-periods'
      ? annualiseLastTwoPeriods(
          paidPeriodsBefore(input.earlierPays, input.periodEnd),
          parts.ordinary,
          input.payPeriod,
          trace,
          source,
        )
      : annualiseFourWeeks(fourWeeksOf(input, parts.ordinary), input.payPeriod, trace, source)
  return taxExtraPays(
    parts.extraPays,
    {
      tax: input.tax,
      annualised,
      electedRate: input.electedExtraPayRate,
      levyHeadroom: yearToDateHeadroom(input, parts, tables, trace),
    },
    { extraPay, flatCodes: tables.flatCodes, levy: tables.levy, schedular: tables.schedular },
    trace,
  )
}

/** This pay is paid on the payment day, so it belongs to the four weeks. */
function fourWeeksOf(input: NzPayInput, ordinary: Decimal): Decimal[] {
  const thisPay = { payDate: input.payDate, periodEnd: input.periodEnd, ordinary }
  return paysInFourWeeks([...input.earlierPays, thisPay], input.payDate, input.payPeriod)
}

function yearToDateHeadroom(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  trace: Trace,
): Decimal | null {
  const yearToDate = input.termination?.nzYtdTaxable ?? ZERO
  if (yearToDate.lte(ZERO)) return null
  const { maximumLiable } = tables.levy.value
  const thisPay = sum([parts.ordinary, ...spreadOf(input, parts.rows).map((bonus) => bonus.amount)])
  return trace.step({
    name: 'tax.extra-pay.levy-headroom',
    amount: notBelowZero(maximumLiable.minus(yearToDate).minus(thisPay)),
    formula:
      'maximum of the year − taxable pay of the year so far − ordinary pay of this pay, not below zero',
    inputs: { maximumLiable, yearToDate, thisPay },
    rule: "ACC earners' levy on extra pay, year to date",
    source: cite(tables.levy),
  })
}

/**
 * PAYE_NET: the tax on the contribution comes out of the contribution; only its levy is the employee's. It is what the uplift adds
 * to the PAYE of the period, whatever part of that this pay bears.
 */
function contributionTaxOf(input: NzPayInput, parts: Parts, tables: PayeTables): Decimal {
  const { uplift } = parts.kiwiSaver
  if (input.kiwiSaver.taxMethod !== 'PAYE_NET' || uplift.eq(ZERO)) return ZERO
  const payeOf = (pay: Decimal) => payeOn(pay, input.tax, input.payPeriod, tables, new Trace())
  const ordinary = input.periodSoFar.ordinary.plus(parts.ordinary)
  const levy = toCentDown(uplift.times(tables.levy.value.rate))
  return notBelowZero(
    payeOf(ordinary)
      .minus(payeOf(ordinary.minus(uplift)))
      .minus(levy),
  )
}

/** The student loan members of the pay; an extra pay on its own has no threshold. */
export function repay(input: NzPayInput, parts: Parts, rates: NzRates, trace: Trace): StudentLoanAmounts {
  const { studentLoan, tax, periodSoFar } = input
  if (!studentLoan.hasLoan || !canRepayStudentLoan(tax.code)) return { standard: ZERO, cir: ZERO, bor: ZERO }
  const hasNormalPay =
    parts.ordinary.gt(ZERO) || parts.rows.bonuses.spread.length > 0 || periodSoFar.ordinary.gt(ZERO)
  return repayStudentLoan(
    studentLoan,
    {
      code: tax.code,
      frequency: input.payPeriod,
      base: periodSoFar.studentLoanBase.plus(taxedPayOf(input, parts)),
      isExtraPayAlone: !hasNormalPay,
      takenBefore: periodSoFar.studentLoan,
      cirTakenBefore: periodSoFar.studentLoanCir,
    },
    rates.studentLoan.at(input.payDate),
    trace,
  )
}

/** Ordinary pay, bonuses and extra pays of this pay together. */
export function taxedPayOf(input: NzPayInput, parts: Parts): Decimal {
  return sum([
    parts.ordinary,
    ...spreadOf(input, parts.rows).map((bonus) => bonus.amount),
    ...parts.extraPays.map((item) => item.amount),
  ])
}
