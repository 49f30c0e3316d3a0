import { type CivilDate, partsOf } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  sum,
  toCentOfQuotient,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { FactsOf } from '../../../../payroll/facts.ts'
import { withFigures } from '../../../../payroll/figure-history.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { PayLines } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { Opening } from '../../../contract/opening.ts'
import { NZ_FIGURES } from '../figures/figures.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { nz } from '../index.ts'
import type { NzPayInput } from '../input/input.ts'
import { isSchedular } from '../input/tax-code.ts'
import { closedownRate, isClosedown } from '../leave/closedown.ts'
import { areDaysKnown } from '../leave/open-holidays.ts'
import { isListedYear } from '../public-holidays/public-holiday-dates.ts'
import { holidaysActOn, nextActOf } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import { NO_LEAVE_WORDS } from '../schedular.ts'
import { checkCalendar } from './calendar.ts'
import {
  arrearsOf,
  type CheckedPayment,
  checked,
  checkPayments,
  lessPaidBack,
  type PaidRows,
  rowsOf,
  withoutLeaveAfter,
} from './payments.ts'
import { checkHolidayPayWithWages } from './with-wages.ts'

/* Recalculates the leave of stored pays from their stored details. */

/** A stored pay: its inputs, and the amounts it paid. */
export type StoredPay = {
  id: number
  facts: FactsOf<NzPayInput>
  lines: PayLines
  asked: PastQuestion
  paid: PaidRows
  /** Final holiday pay that it paid, or null when it did not end the employment. */
  finalPaid: Decimal | null
  /**
   * Rows of the other pays of its period. Only the first pay of the period has them, and checks the calendar. Null on the other
   * pays.
   */
  ofPeriod: { lines: PayLines; paid: PaidRows } | null
}

/**
 * Checks the payments of one employee's pays, oldest first. Gross earnings are the amounts that had to be paid (s 14). So arrears
 * found for one holiday count in the look-back of the next.
 */
export function* checkStoredPays(
  pays: readonly StoredPay[],
  past: { pays: readonly NzPastPay[]; opening: Opening | null; paidBack?: ReadonlyMap<string, Decimal> },
  rates: NzRates,
): Generator<{ pay: StoredPay; payments: CheckedPayment[]; unchecked: string | null }> {
  let standing = past.pays
  const paidBack = new Map(past.paidBack)
  for (const pay of pays) {
    const { terms, balances, ...rest } = nz.restoreTerms(pay.facts)
    const { from } = nz.needsOfPast(pay.asked)
    const others = [
      ...standing.filter((each) => each.id !== pay.id && each.payDate >= from),
      ...(past.opening ? nz.openingPays(past.opening, terms) : []),
    ]
    const given = nz.inputOf(
      terms,
      { ...rest, past: pay.asked, lines: pay.lines, taxShare: null },
      { pays: others, balances, periodHours: null },
      rates,
    )
    const input = withEnd(given, standing)
    if (isSchedular(input)) {
      yield { pay, payments: [], unchecked: NOT_AN_EMPLOYEE }
      continue
    }
    const next = nextActOf(input, rates)
    if (next) {
      yield { pay, payments: [], unchecked: underNextAct(next.from) }
      continue
    }
    const { periodStart, periodEnd } = pay.asked.timing
    const ofPeriod = `${periodStart} ${periodEnd}`
    const wages = checkWithWages(
      input,
      standing.find(({ id }) => id === pay.id),
      rates,
    )
    const found = withoutLeaveAfter(input.leaveSettings.endedOn, [
      ...wages,
      ...checkPayments(input, pay.paid, rates),
      ...checkClosedown(input, pay.paid, rates),
      ...checkFinal(input, pay, rates),
      ...checkCalendar(withPeriod(input, pay), withPaidOfPeriod(pay), rates),
    ])
    const { payments, left } = lessPaidBack(found, paidBack.get(ofPeriod) ?? ZERO)
    paidBack.set(ofPeriod, left)
    const arrears = arrearsOf(payments)
    const ofWages = payments.filter(({ type }) => type === 'HOLIDAY_PAY_WITH_WAGES')
    if (!isZero(arrears))
      standing = standing.map((each) =>
        each.id === pay.id ? raised(each, arrears, arrearsOf(ofWages)) : each,
      )
    yield { pay, payments, unchecked: uncheckedOf(input, rates) }
  }
}

/**
 * The input with the last day of the employment, where a final pay ended it in or before the period: wages paid late, or another
 * pay of the final pay's period. Pays of earlier versions do not store the day.
 */
function withEnd(input: NzPayInput, pays: readonly NzPastPay[]): NzPayInput {
  const { leaveSettings, termination, payPeriod, periodEnd, startDate } = input
  if (termination !== null || leaveSettings.endedOn !== undefined) return input
  const from = leaveSettings.isAfterEnd ? startDate : periodStartFor(payPeriod, periodEnd)
  const endedOn = pays
    .flatMap(({ isTermination, lastDay }) => (isTermination && lastDay !== null ? [lastDay] : []))
    .filter((day) => day >= from && day >= startDate && day < periodEnd)
    .toSorted()
    .at(-1)
  return endedOn === undefined ? input : { ...input, leaveSettings: { ...leaveSettings, endedOn } }
}

const NOT_AN_EMPLOYEE = `Pays with tax code WT were not checked. ${NO_LEAVE_WORDS}`

const underNextAct = (from: CivilDate) =>
  `Pay periods from ${from} on follow the Employment Leave Act 2026, which this report does not check.`

/** Why the public holidays of a pay cannot be checked, or null when they can. */
function uncheckedOf(input: NzPayInput, rates: NzRates): string | null {
  if (!isListedYear(partsOf(input.periodEnd).year, rates))
    return 'The public holidays of the year are not listed.'
  if (areDaysKnown(input)) return null
  return 'Public holidays were not checked: the record does not show on which days the employee works. Record nz_work_pattern.'
}

const NO_ROWS: Pick<NzPayInput, 'hours' | 'leave'> = { hours: [], leave: [] }

/** The first pay of a period gets all rows of the period. The other pays get none. */
function withPeriod(input: NzPayInput, { ofPeriod }: StoredPay): NzPayInput {
  if (!ofPeriod) return { ...input, ...NO_ROWS }
  const { hours, leave } = ofPeriod.lines
  return { ...input, hours: [...input.hours, ...hours], leave: [...input.leave, ...leave] }
}

function withPaidOfPeriod({ paid, ofPeriod }: StoredPay): PaidRows {
  if (!ofPeriod) return { hours: [], leave: [] }
  return {
    hours: [...paid.hours, ...ofPeriod.paid.hours],
    leave: [...paid.leave, ...ofPeriod.paid.leave],
  }
}

function raised(pay: NzPastPay, arrears: Decimal, ofWages: Decimal): NzPastPay {
  return withFigures(NZ_FIGURES, pay, {
    holidayGross: decimal(pay.holidayGross).plus(arrears).toFixed(),
    // An amount claimed for the pay is not claimed again at the end of the employment.
    holidayPayWithWages: decimal(pay.holidayPayWithWages).plus(ofWages).toFixed(),
  })
}

/** The 8% that should have been paid with the wages but was not (s 28). A final pay settles its own 8%. */
function checkWithWages(input: NzPayInput, own: NzPastPay | undefined, rates: NzRates): CheckedPayment[] {
  if (!own || !input.leaveSettings.isHolidayPayPaidWithWages || input.termination !== null) return []
  const [gross, holidayPay] = [decimal(own.holidayGross), decimal(own.holidayPayWithWages)]
  return checkHolidayPayWithWages({ gross, holidayPay, end: input.periodEnd }, rates).filter(
    ({ owed, paid }) => owed.gt(paid),
  )
}

/** 8% of gross earnings for a closedown before the employee is entitled to annual holidays (s 34), split by hours. */
function checkClosedown(input: NzPayInput, { leave }: PaidRows, rates: NzRates): CheckedPayment[] {
  const trace = new Trace()
  const rate = closedownRate(input, holidaysActOn(input.payDate, rates), trace)
  if (rate === null) return []
  return rowsOf(input.leave, leave, (leaveType) => isClosedown({ leaveType })).map(({ line, amount }) =>
    checked(line, toCentOfQuotient(line.hours.times(rate)), amount, 'Holidays Act 2003 s 34', trace.steps),
  )
}

/** The weeks not taken, the 8% and the alternative holidays, by the Act alone. Manual amounts are ignored. */
function checkFinal(input: NzPayInput, { finalPaid }: StoredPay, rates: NzRates): CheckedPayment[] {
  if (input.termination === null || finalPaid === null) return []
  const ending = { ...input.termination, isManualLeaveAmounts: false }
  // The pay's own rows count at the amounts they had to pay (s 14), as rows of other pays do.
  const leave = input.leave.map((line) => ({ ...line, hasOwnRate: false }))
  const { termination, steps } = nz.calculate(
    nz.settle({ ...input, leave, termination: ending }, rates),
    rates,
  )
  if (termination === null) return []
  return [
    {
      type: 'FINAL_HOLIDAY_PAY',
      description: 'Holidays not taken, 8% of gross earnings and alternative holidays',
      date: ending.terminationDate,
      hours: null,
      owed: sum([
        termination.unusedHolidayAmount,
        termination.nonEtpAmount,
        termination.unusedAltHolidayAmount,
      ]),
      paid: finalPaid,
      rule: 'Holidays Act 2003 ss 23 to 27, 40 and 60',
      steps: steps.filter(({ name }) => /^(holidays|termination)\./.test(name) && !name.includes('tax')),
    },
  ]
}
