import { describe, expect, it } from 'vitest'
import { askedOf, detailed, pastLeave, pastLine, pastPay } from '../../../../../test/support/nz-past.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import { workDaysFor } from '../../../../payroll/work-days.ts'
import type { NzPayInput } from '../input/input.ts'
import { bereavementDays, familyViolenceDays, limitWarnings } from './limited-leave.ts'

const on = civilDate
const TABLE = nzRates.holidays.at(on('2026-10-01')).value

/** A row of the week from Monday 28 September 2026. */
const row = (leaveType: LeaveType, hours: string, date = '2026-09-28'): LeaveLine => ({
  ...{ description: 'Away', leaveType, date: on(date), hours: decimal(hours) },
  ...{ ratePerHour: decimal('25'), loadingAmount: null },
})

describe('family violence leave of the entitlement year (ss 72A to 72J)', () => {
  const paid = (date: string, hours: string) =>
    pastPay('2026-09-24', detailed(pastLeave('NZ_FAMILY_VIOLENCE', date, hours)))
  const days = (startDate: string, ...pays: readonly ReturnType<typeof pastPay>[]) =>
    familyViolenceDays(pays, askedOf({ startDate: on(startDate) }), 6, decimal('8')).toFixed()

  it('counts from six months after the start, and again every year', () => {
    // Six months after 6 January 2020 is 6 July, so the current year began on 6 July 2026.
    expect(
      days('2020-01-06', paid('2026-07-05', '8'), paid('2026-07-06', '4'), paid('2026-09-21', '2')),
    ).toBe('0.75')
    // The six months are not over yet, so leave counts from their end.
    expect(days('2026-06-01', paid('2026-11-30', '8'), paid('2026-12-01', '4'))).toBe('0.5')
  })

  it('counts its own rows alone, and none of a pay without details', () => {
    const other = pastPay('2026-09-24', detailed(pastLeave('SICK', '2026-09-21', '8'), pastLine({})))
    expect(days('2020-01-06', other, pastPay('2026-09-17'))).toBe('0')
  })

  const said = (hoursNow: readonly string[], before?: string, change: Partial<NzPayInput> = {}) =>
    limitWarnings(
      nzPay({
        leave: hoursNow.map((each) => row('NZ_FAMILY_VIOLENCE', each)),
        holidayHistory: {
          ...nzPay().holidayHistory,
          ...(before === undefined ? {} : { familyViolenceDays: decimal(before) }),
        },
        ...change,
      }),
      TABLE,
    ).join()

  it('says when the ten days are passed', () => {
    expect([said(['80']), said(['40', '40']), said(['8'], '9')]).toEqual(['', '', ''])
    expect(said(['80.08'])).toContain('comes to 10.01 days; the Act owes 10')
    expect(said(['8'], '9.1')).toContain('comes to 10.1 days')
    expect(said(['40', '48'])).toContain('comes to 11 days')
    expect([said([], '200'), said(['200'], '0', { hoursPerDay: ZERO })]).toEqual(['', ''])
  })
})

describe('bereavement leave in one piece (s 70)', () => {
  const days = (own: readonly LeaveLine[], ...pays: readonly ReturnType<typeof pastPay>[]) =>
    bereavementDays(pays, own, {
      hoursPerDay: decimal('8'),
      daysPerWeek: decimal('5'),
      days: workDaysFor(decimal('5')),
    }).toFixed()
  const earlier = (date: string, hours: string) =>
    pastPay(
      '2026-09-24',
      detailed(pastLeave('NZ_BEREAVEMENT', date, hours), pastLeave('SICK', '2026-09-23', '8')),
    )

  it('joins the days of earlier pays, and takes the longest that this pay has a part in', () => {
    expect(days([row('NZ_BEREAVEMENT', '16')], earlier('2026-09-25', '8'))).toBe('3')
    expect(days([row('NZ_BEREAVEMENT', '16')], earlier('2026-09-24', '8'))).toBe('2')
    expect(days([row('NZ_BEREAVEMENT', '8'), row('NZ_BEREAVEMENT', '16', '2026-09-30')])).toBe('2')
    expect(days([row('NZ_BEREAVEMENT', '16', '2026-09-30'), row('NZ_BEREAVEMENT', '8')])).toBe('2')
    // A long spell that this pay is not part of.
    expect(days([row('NZ_BEREAVEMENT', '8', '2026-10-02')], earlier('2026-09-21', '32'))).toBe('1')
    expect(days([row('NZ_BEREAVEMENT', '8')], pastPay('2026-09-24'))).toBe('1')
    expect(days([row('SICK', '8')], earlier('2026-09-25', '8'))).toBe('0')
  })

  const said = (leave: readonly LeaveLine[], together?: string, change: Partial<NzPayInput> = {}) => {
    const history = nzPay().holidayHistory
    const known = together === undefined ? {} : { bereavementDays: decimal(together) }
    return limitWarnings(nzPay({ leave, holidayHistory: { ...history, ...known }, ...change }), TABLE).join()
  }

  it('says when one comes to more than three days', () => {
    expect([said([row('NZ_BEREAVEMENT', '24')]), said([row('NZ_BEREAVEMENT', '24')], '3')]).toEqual(['', ''])
    expect(said([row('NZ_BEREAVEMENT', '24.08')])).toBe(
      '"Away" takes 3.01 days; for one bereavement the Act grants at most 3 (Holidays Act 2003 s 70).',
    )
    expect(said([row('NZ_BEREAVEMENT', '8')], '3.333')).toBe(
      'Bereavement leave without a break comes to 3.33 days; for one bereavement the Act grants at most 3 (Holidays Act 2003 s 70).',
    )
    // One warning about a row is enough, and rows of other leave cause none.
    expect(said([row('NZ_BEREAVEMENT', '32')], '5')).toContain('"Away" takes 4 days')
    expect(said([row('NZ_BEREAVEMENT', '32')], '5')).not.toContain('without a break')
    expect(said([row('SICK', '40')])).toBe('')
    expect(said([row('NZ_BEREAVEMENT', '80')], '0', { hoursPerDay: ZERO })).toBe('')
  })
})

describe('leave that is paid with its period (s 72), and alternative days (s 57)', () => {
  const said = (leave: readonly LeaveLine[]) => limitWarnings(nzPay({ leave }), TABLE)

  it('says which rows come late: those before the period', () => {
    for (const type of ['SICK', 'NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE'] as const) {
      expect(said([row(type, '8', '2026-09-27')])).toEqual([
        '"Away" of 2026-09-27 was taken before this period: it should have been paid with the period it was taken in (Holidays Act 2003 s 72).',
      ])
      expect(said([row(type, '8', '2026-09-28')])).toEqual([])
    }
    expect(said([row('ANNUAL_HOLIDAYS', '8', '2026-09-27')])).toEqual([])
  })

  it('says that a part of a day takes the whole', () => {
    expect(said([row('ALT_HOLIDAY', '4')])).toEqual([
      '"Away" takes a whole alternative holiday and pays 4 of 8 hours: the pay of the whole day is owed (Holidays Act 2003 ss 57 and 60).',
    ])
    for (const hours of ['0', '8', '9']) expect(said([row('ALT_HOLIDAY', hours)])).toEqual([])
    expect(said([row('SICK', '4')])).toEqual([])
  })
})

describe('holiday pay that goes out with wages (s 28)', () => {
  const settings = { ...nzPay().leaveSettings, isHolidayPayPaidWithWages: true }
  const said = (change: Partial<NzPayInput>) =>
    limitWarnings(nzPay({ startDate: on('2026-01-05'), leaveSettings: settings, ...change }), TABLE)

  it('is not paid once more with a holiday', () => {
    const rows = [row('ANNUAL_HOLIDAYS', '8'), row('HOLIDAY', '8'), row('SICK', '8')]
    expect(said({ leave: rows })).toHaveLength(2)
    expect(said({ leave: rows })[0]).toContain('it would be paid twice')
    expect(said({ leave: rows, leaveSettings: nzPay().leaveSettings })).toEqual([])
  })

  it('is no longer enough after twelve months, but for casuals and at the end', () => {
    const saidOf = (startDate: string, change: Partial<NzPayInput> = {}) =>
      said({ startDate: on(startDate), ...change }).length
    expect([saidOf('2025-10-04'), saidOf('2025-10-05'), saidOf('2025-10-06')]).toEqual([1, 0, 0])
    expect(said({ startDate: on('2025-10-04') })[0]).toContain('twelve months have passed')
    expect(saidOf('2025-10-04', { leaveSettings: { ...settings, isCasual: true } })).toBe(0)
    const termination = {
      ...{ terminationDate: on('2026-10-02'), isManualLeaveAmounts: false, isPaymentInLieuPaid: false },
      ...{ paymentInLieuAmount: null, redundancyAmount: null, nonEtpAmount: null },
      ...{ unusedHolidayAmount: null, unusedAltHolidayAmount: null, nzYtdTaxable: ZERO },
    }
    expect(saidOf('2025-10-04', { termination })).toBe(0)
  })
})
