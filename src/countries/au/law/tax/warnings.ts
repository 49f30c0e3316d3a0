import { auIncomeYear, daysBetween } from '../../../../kernel/values/dates.ts'
import { type Decimal, toNearestDollar, ZERO } from '../../../../kernel/values/money.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { AuPayInput } from '../input/input.ts'
import type { TfnRules } from '../rates/rates.ts'
import { under18Limit } from './scale.ts'
import { workingHolidayTax } from './tax-table.ts'
import { isLowFamilyIncome, type Withholder } from './withholder.ts'

/** Warnings for the payroll officer about the tax file number of this pay. */
export function declarationWarnings(
  input: AuPayInput,
  normal: Decimal,
  by: Pick<Withholder, 'scale'>,
  rules: TfnRules,
): string[] {
  const warnings: string[] = []
  const { tfn } = input.declaration
  const declarationDate = input.declaration.declarationDate ?? input.startDate
  if (tfn === 'PENDING' && (by.scale === 'scale-4' || by.scale === 'working-holiday-no-tfn')) {
    warnings.push(
      `No tax file number ${rules.pendingDays} days after the declaration of ${declarationDate}: withheld without one.`,
    )
  }
  if (tfn === 'UNDER_18' && by.scale === 'scale-4') {
    const limit = under18Limit(rules, input.payPeriod)
    warnings.push(
      normal.gt(limit)
        ? `Earnings are above the ${limit} that an under-18 may earn without a tax file number: withheld without one.`
        : `The employee is ${rules.adultAge} or older and has quoted no tax file number: withheld without one.`,
    )
  }
  return warnings
}

const DAYS: Partial<Record<PayPeriod, number>> = { WEEKLY: 7, FORTNIGHTLY: 14 }

/** Schedule 1 has the addition only for years with 53 or 27 paydays. The employee asked for it, so it is withheld. */
export function extraPayWarnings({ declaration, payDate, payPeriod }: AuPayInput): string[] {
  const days = DAYS[payPeriod]
  if (!declaration.hasAskedForExtraPayWithholding || !days) return []
  const year = auIncomeYear(payDate)
  const paydays =
    Math.floor(daysBetween(year.start, payDate) / days) +
    Math.floor(daysBetween(payDate, year.end) / days) +
    1
  const [most, usual] = days === 7 ? [53, 52] : [27, 26]
  if (paydays >= most) return []
  return [
    `withhold_for_extra_pay adds withholding, and the income year has ${usual} paydays on this day: Schedule 1 adds it only in a year with ${most}. Switch it off unless the employee wants it.`,
  ]
}

/** Schedule 8 withholds nothing for the loan at low family income. The employee may ask why. */
export function studyLoanWarnings({ declaration }: AuPayInput, { loanBands, flat }: Withholder): string[] {
  if (!declaration.hasStudyLoan || loanBands || flat || !isLowFamilyIncome(declaration)) return []
  return [
    'Nothing was withheld for the study loan: the declaration claims a Medicare levy reduction for a spouse or dependants and low family income (Schedule 8).',
  ]
}

/** We did not find what Schedule 15 says about cents. The pay warns when cents would change the whole-dollar tax. */
export function workingHolidayWarnings(
  payment: Decimal,
  { scale, flat }: Pick<Withholder, 'scale' | 'flat'>,
): string[] {
  if (scale !== 'working-holiday' || !flat || flat.dropsCents || payment.lte(ZERO)) return []
  const withCents = toNearestDollar(payment.times(flat.rate))
  if (withCents.eq(workingHolidayTax(payment, flat.rate, false))) return []
  return [
    `Working holiday maker: withheld on whole dollars. Schedule 15 does not say whether cents count; with them it would be ${withCents}.`,
  ]
}
