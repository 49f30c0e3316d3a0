import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  smaller,
  sum,
  sumTexts,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import { isCounted, isTaxedWith, type PastLine, type PastQuestion } from '../../../../payroll/history.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { AuPayInput, OtherPays } from '../input/input.ts'
import { isUnpaidAbsence } from '../input/leave-types.ts'
import { salaryHours, type Week } from '../leave/salary-hours.ts'
import type { AuRates } from '../rates/rates.ts'
import { weeksBehind } from '../super/under-18.ts'
import { advancesFor } from './advances.ts'
import { byDeclaration, type Declared, type Payment } from './by-declaration.ts'
import { extraOf, superWith } from './history.ts'

/* The other pays of a period, whenever they were made. The tax of a period does not depend on the order of its pays. */

export const NO_OTHER_PAYS: OtherPays = {
  taxable: ZERO,
  tax: ZERO,
  hasWages: false,
  extras: [],
  extrasTaxed: ZERO,
  sacrifices: ZERO,
  extraTax: ZERO,
  extraStudyLoan: ZERO,
  methodB2: { amount: ZERO, tax: ZERO, studyLoan: ZERO },
  net: ZERO,
  childSupport: ZERO,
  superBase: ZERO,
  superBaseCounted: ZERO,
  compulsorySuper: ZERO,
  aboveCompulsorySuper: ZERO,
}

type PeriodTerms = Declared & {
  hoursPerDay: Decimal
  hasHours: boolean
  /** Set where salary rows count towards long service leave. */
  salariedWeek?: Week
}

/** What the other pays of a period are read with. */
export const periodTermsOf = (
  terms: Week & Pick<AuPayInput, 'declaration' | 'leaveSettings'>,
  hasHours: boolean,
  { tfnRules }: Pick<AuRates, 'tfnRules'>,
): PeriodTerms => ({
  hoursPerDay: terms.hoursPerDay,
  hasHours,
  declaration: terms.declaration,
  tfnRules,
  ...(terms.leaveSettings.isSalaryService ? { salariedWeek: terms } : {}),
})

/** The sum of the other pays of the period. */
export function otherPaysOf(
  all: readonly AuPastPay[],
  asked: PastQuestion,
  { hoursPerDay, hasHours, salariedWeek, ...declared }: PeriodTerms,
): OtherPays {
  const { timing } = asked
  const ofPeriod = all.filter((pay) => isTaxedWith(pay, timing))
  const others = ofPeriod.filter((pay) => isCounted(pay, asked))
  const { same, before, otherDeclarations } = byDeclaration(
    [...ofPeriod.map(paymentOf), ...advancesFor(all, timing)],
    asked,
    declared,
  )
  if (others.length === 0 && same.length === 0 && before.length === 0) return NO_OTHER_PAYS
  const paysIn = (payments: readonly Payment[]) =>
    payments.flatMap(({ pay, isAdvance }) => (isAdvance ? [] : pay))
  const lines = others.flatMap((pay) => pay.details?.lines ?? [])
  const samePays = paysIn(same)
  const sameLines = samePays.flatMap((pay) => pay.details?.lines ?? [])
  const taxedLines = [...sameLines, ...paysIn(before).flatMap((pay) => pay.details?.lines ?? [])]
  const weeks = hasHours ? weeksBehind(lines, timing, hoursPerDay) : undefined
  const total = (figure: (pay: AuPastPay) => string) => sumTexts(others.map(figure))
  const taxed = (figure: (pay: AuPastPay) => string) => sumTexts(samePays.map(figure))
  const underOther = sumTexts(before.map(({ taxable }) => taxable))
  const leaveHours = sum(
    taxedLines.filter((line) => line.kind === 'leave').map((line) => decimal(line.quantity ?? '0')),
  )
  const unpaid = lines.filter((line) => line.leaveType !== null && isUnpaidAbsence(line.leaveType))
  const unpaidHours = sum(unpaid.map((line) => decimal(line.quantity ?? '0')))
  const extrasSacrificed = sum(samePays.map(extrasSacrificedIn))
  const lastPayDate = others.map((pay) => pay.payDate).reduce((a, b) => (a > b ? a : b), timing.payDate)
  return {
    ...(lastPayDate > timing.payDate ? { lastPayDate } : {}),
    // Leave of this period that was paid in advance counts as earnings of the period.
    taxable: sumTexts(same.map(({ taxable }) => taxable)).plus(underOther),
    ...(before.length === 0 ? {} : { underOtherDeclaration: underOther }),
    ...(otherDeclarations ? { otherDeclarations } : {}),
    tax: sumTexts(same.map(({ tax }) => tax)),
    hasWages: [...same, ...before].some(({ isAdvance }) => isAdvance) || taxedLines.some(isWages),
    ...(isZero(leaveHours) ? {} : { leaveHours }),
    extras: sameLines.flatMap(extraOf),
    extrasTaxed: taxed((pay) => pay.details?.extras ?? '0'),
    sacrifices: sacrificesIn(sameLines),
    ...(isZero(extrasSacrificed) ? {} : { extrasSacrificed }),
    extraTax: taxed((pay) => pay.details?.extraTax ?? '0'),
    extraStudyLoan: taxed((pay) => pay.details?.extraStudyLoan ?? '0'),
    methodB2: methodB2In(samePays),
    net: total((pay) => pay.details?.netBeforeDeductions ?? '0'),
    childSupport: total((pay) => pay.details?.childSupport ?? '0'),
    ...superIn(others.filter(superWith(timing)), hasHours),
    ...(isZero(unpaidHours) ? {} : { unpaidHours }),
    ...(salariedWeek ? ordinaryHoursIn(lines, salariedWeek, timing.payPeriod) : {}),
    ...(weeks ? { weeks } : {}),
  }
}

/** The ordinary hours of hours rows and salary rows. */
function ordinaryHoursIn(lines: readonly PastLine[], week: Week, payPeriod: PayPeriod) {
  const rows = lines.filter(
    (line) => line.kind === 'hours' && !line.isOvertime && decimal(line.amount).gt(ZERO),
  )
  const hours = rows.map(({ units, quantity }) => {
    const row = { units: units ?? '', value: decimal(quantity ?? '0') }
    const counted = hoursBehind(row, week.hoursPerDay)
    return isZero(counted) ? (salaryHours(row, payPeriod, week) ?? ZERO) : counted
  })
  const ordinaryHours = sum(hours)
  return isZero(ordinaryHours) ? {} : { ordinaryHours }
}

const methodB2In = (pays: readonly AuPastPay[]) => ({
  amount: sumTexts(pays.map((pay) => pay.methodB2Amount)),
  tax: sumTexts(pays.map((pay) => pay.methodB2Tax)),
  studyLoan: sumTexts(pays.map((pay) => pay.methodB2StudyLoan)),
})

const paymentOf = (pay: AuPastPay): Payment => ({ pay, taxable: pay.periodTaxable, tax: pay.periodTax })

/** The super of pays that count together with this pay, and pay by pay if the employee may turn 18 between them. */
function superIn(pays: readonly AuPastPay[], mayBeJunior: boolean) {
  const total = (figure: (pay: AuPastPay) => string) => sumTexts(pays.map(figure))
  return {
    superBase: total((pay) => pay.superBase),
    superBaseCounted: total((pay) => pay.superBaseCounted),
    compulsorySuper: total((pay) => pay.compulsorySuper),
    aboveCompulsorySuper: total((pay) => pay.aboveCompulsorySuper),
    ...(mayBeJunior && pays.length > 0 ? { superByPay: pays.map(superOf) } : {}),
  }
}

const superOf = (pay: AuPastPay) => ({
  payDate: pay.payDate,
  superBase: decimal(pay.superBase),
  superBaseCounted: decimal(pay.superBaseCounted),
  compulsorySuper: decimal(pay.compulsorySuper),
  aboveCompulsorySuper: decimal(pay.aboveCompulsorySuper),
})

const sacrificesIn = (lines: readonly PastLine[]) =>
  sum(lines.filter((line) => line.kind === 'sacrifice').map((line) => decimal(line.amount)))

/** The amount by which a pay's own sacrifices reduced its additional payments. */
function extrasSacrificedIn({ details }: AuPastPay): Decimal {
  if (!details) return ZERO
  const before = sum(details.lines.flatMap(extraOf).map((extra) => extra.amount))
  return smaller(sacrificesIn(details.lines), notBelowZero(before.minus(decimal(details.extras))))
}

/**
 * Whether a line counts as wages of the period: ordinary hours, unpaid leave, or a payment taxed as normal earnings.
 * Overtime, paid leave, allowances and a bonus with its own tax method come on top of wages and do not count.
 */
function isWages(line: PastLine): boolean {
  if (line.kind === 'leave') return line.leaveType !== null && isUnpaidAbsence(line.leaveType)
  if (line.kind === 'sacrifice' || line.kind === 'deduction' || line.kind === 'allowance') return false
  if (line.isReturnToWork || line.isOvertime) return false
  if (line.taxMethod !== null && line.taxMethod !== 'NORMAL_EARNINGS') return false
  return !isZero(decimal(line.amount))
}
