import type { CivilDate } from '../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  smaller,
  sum,
  sumTexts,
  ZERO,
} from '../../../kernel/values/money.ts'
import { isCounted, isTaxedWith, type PastLine, type PastQuestion } from '../../../payroll/history.ts'
import { extraOf, superWith } from './history.ts'
import type { OtherPays, TaxDeclaration } from './input.ts'
import { isUnpaidAbsence } from './leave-types.ts'
import type { AuPastPay } from './past-pay.ts'
import { weeksBehind } from './under-18.ts'

/* The other pays of a period, whenever they were made: what a period has to withhold does not depend on its order. */

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

/** The pays of the period besides this one, added up. */
export function otherPaysOf(
  all: readonly AuPastPay[],
  asked: PastQuestion,
  {
    hoursPerDay,
    hasHours,
    declaration,
  }: { hoursPerDay: Decimal; hasHours: boolean; declaration: TaxDeclaration },
): OtherPays {
  const { timing } = asked
  const pays = all.filter((pay) => isCounted(pay, asked))
  const others = pays.filter((pay) => isTaxedWith(pay, timing))
  const { same, before } = byDeclaration(others, declaration, timing.payDate)
  const advances = pays
    .filter((pay) => pay.advances.length > 0 && pay.payPeriod === timing.payPeriod)
    .flatMap((pay) => pay.advances)
    .filter(({ periodEnd }) => periodEnd === timing.periodEnd)
  if (others.length === 0 && advances.length === 0) return NO_OTHER_PAYS
  const lines = others.flatMap((pay) => pay.details?.lines ?? [])
  const sameLines = same.flatMap((pay) => pay.details?.lines ?? [])
  const weeks = hasHours ? weeksBehind(lines, timing, hoursPerDay) : undefined
  const total = (figure: (pay: AuPastPay) => string) => sumTexts(others.map(figure))
  const taxed = (figure: (pay: AuPastPay) => string) => sumTexts(same.map(figure))
  const underOther = sumTexts(before.map((pay) => pay.periodTaxable))
  const sharingSuper = others.filter(superWith(timing))
  const inSuper = (figure: (pay: AuPastPay) => string) => sumTexts(sharingSuper.map(figure))
  const unpaid = lines.filter((line) => line.leaveType !== null && isUnpaidAbsence(line.leaveType))
  const unpaidHours = sum(unpaid.map((line) => decimal(line.quantity ?? '0')))
  const extrasSacrificed = sum(same.map(extrasSacrificedIn))
  const lastPayDate = others.map((pay) => pay.payDate).reduce((a, b) => (a > b ? a : b), timing.payDate)
  return {
    ...(lastPayDate > timing.payDate ? { lastPayDate } : {}),
    // Leave of this period that was paid before it is earnings of it like any other.
    taxable: taxed((pay) => pay.periodTaxable)
      .plus(sumTexts(advances.map(({ taxable }) => taxable)))
      .plus(underOther),
    ...(before.length === 0 ? {} : { underOtherDeclaration: underOther }),
    tax: taxed((pay) => pay.periodTax).plus(sumTexts(advances.map(({ tax }) => tax))),
    hasWages: advances.length > 0 || lines.some(isWages),
    extras: sameLines.flatMap(extraOf),
    extrasTaxed: taxed((pay) => pay.details?.extras ?? '0'),
    sacrifices: sacrificesIn(sameLines),
    ...(isZero(extrasSacrificed) ? {} : { extrasSacrificed }),
    extraTax: taxed((pay) => pay.details?.extraTax ?? '0'),
    extraStudyLoan: taxed((pay) => pay.details?.extraStudyLoan ?? '0'),
    methodB2: {
      amount: taxed((pay) => pay.methodB2Amount),
      tax: taxed((pay) => pay.methodB2Tax),
      studyLoan: taxed((pay) => pay.methodB2StudyLoan),
    },
    net: total((pay) => pay.details?.netBeforeDeductions ?? '0'),
    childSupport: total((pay) => pay.details?.childSupport ?? '0'),
    superBase: inSuper((pay) => pay.superBase),
    superBaseCounted: inSuper((pay) => pay.superBaseCounted),
    compulsorySuper: inSuper((pay) => pay.compulsorySuper),
    aboveCompulsorySuper: inSuper((pay) => pay.aboveCompulsorySuper),
    ...(isZero(unpaidHours) ? {} : { unpaidHours }),
    ...(weeks ? { weeks } : {}),
  }
}

const sacrificesIn = (lines: readonly PastLine[]) =>
  sum(lines.filter((line) => line.kind === 'sacrifice').map((line) => decimal(line.amount)))

/** What a pay's own sacrifices took off its additional payments. */
function extrasSacrificedIn({ details }: AuPastPay): Decimal {
  if (!details) return ZERO
  const before = sum(details.lines.flatMap(extraOf).map((extra) => extra.amount))
  return smaller(sacrificesIn(details.lines), notBelowZero(before.minus(decimal(details.extras))))
}

/** A line that tells what the period earns: unpaid leave tells it too, a bonus with a method of its own does not. */
function isWages(line: PastLine): boolean {
  if (line.kind === 'leave') return true
  if (line.kind === 'sacrifice' || line.kind === 'deduction' || line.isReturnToWork) return false
  if (line.kind === 'allowance' && line.isOutsideGross) return false
  if (line.taxMethod !== null && line.taxMethod !== 'NORMAL_EARNINGS') return false
  return !isZero(decimal(line.amount))
}

/** A declaration applies to the payments made after it: those made by another one keep their tax. */
function byDeclaration(others: readonly AuPastPay[], declaration: TaxDeclaration, payDate: CivilDate) {
  const isOtherwise = ({ details }: AuPastPay) =>
    details?.declaration !== undefined && !isSameDeclaration(details.declaration, declaration)
  return {
    same: others.filter((pay) => !isOtherwise(pay)),
    before: others.filter((pay) => isOtherwise(pay) && pay.payDate <= payDate),
  }
}

/** Whether two declarations withhold alike. The day of signing only matters to a number that is still pending. */
function isSameDeclaration(a: TaxDeclaration, b: TaxDeclaration): boolean {
  const text = ({ declarationDate: _, ...declaration }: TaxDeclaration) =>
    JSON.stringify(Object.entries(declaration).sort())
  return text(a) === text(b)
}
