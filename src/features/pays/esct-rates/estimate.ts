import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, whole, ZERO } from '../../../kernel/values/money.ts'
import { termOn, termsTimeline } from '../../../payroll/terms.ts'
import type { Service } from '../../../service.ts'
import { changeOf } from '../../employees/employees/index.ts'
import { type EmployerRateTerms, employerRateOn } from '../pays/index.ts'
import type { LastPay, Member } from './queries.ts'

/**
 * The salary and employer contributions of the year from a day, estimated from the last three pays.
 * Contributions are estimated at the rate of that year: a minimum that rises on that day raises those of
 * earlier pays.
 */
export function estimateOf(
  member: Member,
  recorded: readonly EmployeeTerms[],
  from: CivilDate,
  { rates }: Pick<Service, 'rates'>,
): Decimal {
  const { last } = member
  if (last.length === 0) return ZERO
  const rate = employerRateOn(termsOn(member, recorded, from), from, rates)
  const years = last.map((pay) =>
    sum([decimal(pay.gross), contributionAt(pay, rate)]).times(whole(pay.pays_a_year)),
  )
  return sum(years).div(whole(years.length))
}

/** The employer's rate that the record has for the day, even if the change is still to come. */
function termsOn(
  member: EmployerRateTerms,
  recorded: readonly EmployeeTerms[],
  day: CivilDate,
): EmployerRateTerms {
  const timeline = termsTimeline(recorded.map(changeOf))
  const textOn = (name: keyof EmployerRateTerms) => {
    const value = termOn(timeline, name, day)
    return value === undefined ? member[name] : value === null ? null : String(value)
  }
  return {
    kiwisaver_employer_rate: textOn('kiwisaver_employer_rate'),
    nz_kiwisaver_reduction_from: textOn('nz_kiwisaver_reduction_from'),
    nz_kiwisaver_reduction_to: textOn('nz_kiwisaver_reduction_to'),
  }
}

/**
 * The contributions of a pay at another KiwiSaver rate. Contributions to another scheme count towards them,
 * at their own rate.
 */
function contributionAt(
  { kiwisaver, complying_fund, employer_rate }: LastPay,
  rate: Decimal | null,
): Decimal {
  const own = decimal(kiwisaver)
  const fund = decimal(complying_fund)
  const paidAt = decimal(employer_rate)
  const paid = sum([own, fund])
  if (rate === null || own.eq(ZERO) || paidAt.eq(ZERO)) return paid
  const share = paid.times(rate).div(paidAt)
  return share.gt(fund) ? share : fund
}
