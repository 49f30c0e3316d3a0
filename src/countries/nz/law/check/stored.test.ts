import { describe, expect, it } from 'vitest'
import { allowanceLine, hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { NO_LINES } from '../../../../../test/support/pay-lines.ts'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { PayLines } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { nz } from '../index.ts'
import type { NzPayInput, NzTerminationInput } from '../input/input.ts'
import { arrearsOf, type CheckedPayment } from './payments.ts'
import { checkStoredPays, type StoredPay } from './stored.ts'

/* Amounts owed under the Holidays Act for leave in stored pays, compared with the amounts paid. */

const MONDAY = civilDate('2025-06-02')
const START = civilDate('2024-06-03')

const monday = (index: number) => addDays(MONDAY, index * 7)

const shown = ({ type, owed, paid, rule }: CheckedPayment) =>
  [type, owed.toFixed(2), paid.toFixed(2), rule.replace('Holidays Act 2003 ', '')].join(' ')

describe('stored pays', () => {
  const {
    hours: _,
    leave: __,
    allowances: ___,
    bonuses: ____,
    ...terms
  } = nzPay({
    ratePerHour: decimal('25'),
    startDate: START,
  })
  /** Calculates pays one after the other, as the service does, and checks them. */
  function stored(
    weeks: readonly Partial<PayLines>[],
    change: Partial<NzPayInput> = {},
    ending: NzTerminationInput | null = null,
  ) {
    let pays: NzPastPay[] = []
    let balances = terms.leaveBalances
    const made: StoredPay[] = weeks.map((own, index) => {
      const periodEnd = addDays(MONDAY, index * 7 + 6)
      const isLast = index === weeks.length - 1
      const timing = {
        payDate: periodEnd,
        payPeriod: 'WEEKLY' as const,
        periodStart: periodStartFor('WEEKLY', periodEnd),
        periodEnd,
      }
      const lines: PayLines = {
        ...NO_LINES,
        ...own,
      }
      const asked = {
        ...{
          timing,
          beforeId: 2_147_483_647,
          startDate: change.startDate ?? terms.startDate,
          dateOfBirth: null,
          lastDay: isLast && ending ? ending.terminationDate : null,
        },
        ...{ mayHaveExtras: true, leaveTypes: lines.leave.map((line) => line.leaveType) },
      }
      const input = nz.inputOf(
        { ...terms, ...change },
        { past: asked, lines, isWorkersComp: false, ending: isLast ? ending : null, taxShare: null },
        { pays, balances, periodHours: null },
        nzRates,
      )
      const result = nz.calculate(input, nzRates)
      const id = index + 1
      pays = [{ ...nz.toPastPay(timing, input, result), id }, ...pays]
      balances = nz.balancesAfter(input, result)
      return {
        ...{
          id,
          facts: nz.facts.read(JSON.parse(nz.facts.write(input))),
          lines,
          asked: { ...asked, beforeId: id },
        },
        paid: { leave: result.lines.leave.map((row) => row.amount), hours: result.lines.hours },
        finalPaid: isLast && ending ? decimal('100') : null,

        ofPeriod: { lines: NO_LINES, paid: { hours: [], leave: [] } },
      }
    })
    return [...checkStoredPays(made, { pays, opening: null }, nzRates)].flatMap(({ payments }) => payments)
  }
  const work = { hours: [hoursLine('40', '25')] }
  const own = (type: Parameters<typeof leaveLine>[0], date: CivilDate, hours: string, rate: string) => ({
    ...leaveLine(type, hours, rate),
    date,
    hasOwnRate: true,
  })

  it('are short where 8% should have gone out with the wages and did not', () => {
    const leaveSettings = { ...terms.leaveSettings, isHolidayPayPaidWithWages: true }
    const named = { ...work, allowances: [{ ...allowanceLine('60'), description: 'Holiday pay' }] }
    const whole = { ...work, allowances: [{ ...allowanceLine('80'), description: 'Holiday pay' }] }
    expect(stored([work, named, whole], { leaveSettings }).map(shown)).toEqual([
      'HOLIDAY_PAY_WITH_WAGES 80.00 0.00 s 28',
      'HOLIDAY_PAY_WITH_WAGES 80.00 60.00 s 28',
    ])
  })

  it('are short where half of an alternative holiday was paid', () => {
    const payments = stored([work, work, { leave: [own('ALT_HOLIDAY', monday(2), '4', '25')] }])
    expect(payments.map(shown)).toContain('ALT_HOLIDAY 200.00 100.00 s 60')
  })

  it('are short where a regular allowance was left out of the holiday', () => {
    const regular = { ...work, allowances: [allowanceLine('200')] }
    const payments = stored([
      regular,
      regular,
      regular,
      regular,
      { leave: [own('ANNUAL_HOLIDAYS', monday(4), '40', '25')] },
    ])
    expect(payments.map(shown)).toEqual(['ANNUAL_HOLIDAYS 1200.00 1000.00 ss 21 and 22'])
    expect(arrearsOf(payments).toFixed(2)).toBe('200.00')
  })

  it('owe holidays that were paid out the same, which are no gross earnings', () => {
    const regular = { ...work, allowances: [allowanceLine('200')] }
    const weeks = [
      ...Array.from({ length: 4 }, () => regular),
      { leave: [own('NZ_CASHED_UP_HOLIDAYS', monday(4), '40', '25')] },
    ]
    const payments = stored(weeks)
    expect(payments.map(shown)).toEqual(['NZ_CASHED_UP_HOLIDAYS 1200.00 1000.00 s 28B'])
    expect(arrearsOf(payments).toFixed(2)).toBe('0.00')
  })

  it('owe 8% for a closedown', () => {
    const weeks = [work, work, { ...work, leave: [own('NZ_CLOSEDOWN', monday(2), '8', '10')] }]
    // 8% × 3,000 = 240 is owed for the eight hours, and 80 was paid.
    const payments = stored(weeks, { startDate: MONDAY })
    expect(payments.map(shown)).toEqual(['NZ_CLOSEDOWN 240.00 80.00 s 34'])
  })

  it('owe time and a half for a public holiday that was worked at the plain rate', () => {
    // King's Birthday, Monday 2 June 2025.
    const rows = (units: string) => [
      { hours: [{ ...hoursLine('8', '25'), date: MONDAY, units }, hoursLine('32', '25')] },
    ]
    expect(stored(rows('hours')).map(shown)).toEqual(['PUBLIC_HOLIDAY_WORKED 300.00 200.00 s 50'])
    expect(stored(rows('hrs')).map(shown)).toEqual(['PUBLIC_HOLIDAY_WORKED 300.00 200.00 s 50'])
    expect(stored(rows('shifts')).map(shown)).toEqual([])
    const moved = { transferredHolidays: [{ from: MONDAY, to: addDays(MONDAY, 4) }] }
    expect(stored(rows('hours'), { leaveSettings: { ...terms.leaveSettings, ...moved } }).map(shown)).toEqual(
      [],
    )
  })

  it('owe nothing more where they paid by the Act', () => {
    const payments = stored([
      work,
      { hours: [hoursLine('32', '25')], leave: [own('SICK', monday(1), '8', '30')] },
    ])
    expect(payments.map(shown)).toEqual(['SICK 200.00 240.00 s 71'])
    expect(arrearsOf(payments).toFixed(2)).toBe('0.00')
  })

  it('count what was owed for one holiday in the weeks behind the next', () => {
    // Without an hourly rate, the last four weeks decide. The first holiday paid 800 of 1,000. With the missing 200, the next
    // four weeks come to 4,000.
    const period = { hours: [{ ...hoursLine('1', '1000'), units: 'period' }] }
    const holiday = (index: number, rate: string) => ({
      leave: [own('ANNUAL_HOLIDAYS', monday(index), '40', rate)],
    })
    const weeks = [period, period, period, period, holiday(4, '20'), period, holiday(6, '25')]
    expect(stored(weeks, { ratePerHour: ZERO }).map(shown)).toEqual([
      'ANNUAL_HOLIDAYS 1000.00 800.00 ss 21 and 22',
      'ANNUAL_HOLIDAYS 1000.00 1000.00 ss 21 and 22',
    ])
  })

  it('owe the holiday pay of the end by the Act, whatever was entered by hand', () => {
    const ending: NzTerminationInput = {
      ...{ terminationDate: addDays(MONDAY, 18), isManualLeaveAmounts: true, isPaymentInLieuPaid: false },
      ...{
        paymentInLieuAmount: null,
        redundancyAmount: null,
        unusedAltHolidayAmount: null,
        nzYtdTaxable: ZERO,
      },
      ...{ nonEtpAmount: decimal('60'), unusedHolidayAmount: decimal('40') },
    }
    // The first year: 8% of three weeks of 1,000.
    const [final] = stored([work, work, work], { startDate: MONDAY }, ending)
    expect(final && shown(final)).toBe('FINAL_HOLIDAY_PAY 240.00 100.00 ss 23 to 27, 40 and 60')
    expect(final?.date).toBe('2025-06-20')
    const names = new Set(final?.steps.map(({ name }) => name))
    expect(names.has('termination.eight-percent')).toBe(true)
    expect([...names].filter((name) => name.includes('tax') || name.startsWith('leave'))).toEqual([])
  })

  it('count the rows of the final pay with what they had to pay', () => {
    const ending: NzTerminationInput = {
      ...{ terminationDate: addDays(MONDAY, 18), isManualLeaveAmounts: false, isPaymentInLieuPaid: false },
      ...{ paymentInLieuAmount: null, redundancyAmount: null, nonEtpAmount: null, unusedHolidayAmount: null },
      ...{ unusedAltHolidayAmount: null, nzYtdTaxable: ZERO },
    }
    const sick = { hours: [hoursLine('32', '25')], leave: [own('SICK', monday(2), '8', '20')] }
    // 160 of 200 was paid for the day. The 8% still applies to 3,000.
    expect(stored([work, work, sick], { startDate: MONDAY }, ending).map(shown)).toEqual([
      'SICK 200.00 160.00 s 71',
      'FINAL_HOLIDAY_PAY 240.00 100.00 ss 23 to 27, 40 and 60',
    ])
  })

  it('show the steps behind each payment', () => {
    const payments = stored([
      work,
      { leave: [own('ANNUAL_HOLIDAYS', monday(1), '8', '25'), own('SICK', monday(1), '8', '25')] },
    ])
    expect(payments.map(({ steps }) => steps.at(-1)?.name)).toEqual(['holidays.owed', 'holidays.owed'])
    expect(payments.map(({ steps }) => steps.length > 1)).toEqual([true, true])
  })

  it('are not held against this Act where holiday pay goes out with wages, or another Act rules', () => {
    const paidOut = { leaveSettings: { ...terms.leaveSettings, isHolidayPayPaidWithWages: true } }
    const with8 = (amount: string) => ({
      allowances: [{ ...allowanceLine(amount), description: 'Holiday pay' }],
    })
    const leave = [own('ANNUAL_HOLIDAYS', monday(1), '8', '25')]
    expect(
      stored(
        [
          { ...work, ...with8('80') },
          { leave, ...with8('16') },
        ],
        paidOut,
      ),
    ).toEqual([])
  })
})
