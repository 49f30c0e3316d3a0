import { describe, expect, it } from 'vitest'
import {
  askedOf,
  detailed,
  pastLeave,
  pastLine,
  pastPay,
  TIMING,
} from '../../../../../test/support/nz-past.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { asTaken, averagingWeeks } from '../leave/holidays.ts'
import { holidayHistory, lastAnniversary, yearMovesIn, yearQuestion } from './holiday-history.ts'
import { reversedWeeks } from './reversed-leave.ts'

const on = civilDate
const HOLIDAYS = nzRates.holidays.at(on('2026-10-01')).value

const row = (leaveType: LeaveType, date: string, hours = '8'): LeaveLine => ({
  ...{ description: 'Away', leaveType, date: on(date), hours: decimal(hours) },
  ...{ ratePerHour: decimal('25'), loadingAmount: null },
})
type Question = Parameters<typeof holidayHistory>[1]
const question = (change: Partial<Question> = {}): Question => ({
  past: askedOf(),
  leave: [],
  hoursPerDay: decimal('8'),
  daysPerWeek: decimal('5'),
  settings: { workDays: null },
  ...change,
})
const historyOf = (pays: readonly NzPastPay[], change: Partial<Question> = {}) =>
  holidayHistory(pays, question(change))
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the year that counts', () => {
  it('starts with the employment, or with the closedown once it is there (s 35)', () => {
    const from = (holidayYearFrom: string | null, lastDay: string | null = null) =>
      yearQuestion(askedOf({ lastDay: lastDay === null ? null : on(lastDay) }), {
        workDays: null,
        holidayYearFrom: holidayYearFrom === null ? null : on(holidayYearFrom),
      }).startDate
    expect([from(null), from('2026-10-04'), from('2026-10-05')]).toEqual([
      '2020-01-06',
      '2026-10-04',
      '2020-01-06',
    ])
    expect([from('2026-10-02', '2026-10-02'), from('2026-10-03', '2026-10-02')]).toEqual([
      '2026-10-02',
      '2020-01-06',
    ])
    expect(historyOf([], { settings: { workDays: null, holidayYearFrom: on('2026-01-05') } }).yearStart).toBe(
      '2026-01-05',
    )
    expect(historyOf([])).not.toHaveProperty('yearStart')
  })

  it('moves with unpaid leave beyond a week, of earlier pays and of this one, where it does not count', () => {
    const unpaid = pastPay('2026-09-24', detailed(pastLeave('UNPAID', '2026-09-21', '40'), pastLine({})))
    const settings = { workDays: null, isUnpaidLeaveService: false }
    const moves = (leave: readonly LeaveLine[], change: Partial<Question> = {}) =>
      yearMovesIn([unpaid], question({ leave, settings, ...change }))
    expect(moves([])).toEqual([])
    // Seven working days: the two beyond the first week are 2.8 calendar days.
    expect(moves([row('UNPAID', '2026-09-28', '16')])).toEqual([{ first: '2026-09-28', upTo: '2026-09-30' }])
    expect(moves([row('SICK', '2026-09-28', '16')])).toEqual([])
    const counts = { settings: { workDays: null, isUnpaidLeaveService: true } }
    expect(moves([row('UNPAID', '2026-09-28', '16')], counts)).toEqual([])
    expect(moves([row('UNPAID', '2026-09-28', '16')], { settings: { workDays: null } })).toEqual([])
    // A later pay is not part of the pay history.
    const later = pastPay('2026-10-08', detailed(pastLeave('UNPAID', '2026-10-05', '80')))
    expect(yearMovesIn([later], question({ settings }))).toEqual([])
    const moved = [{ first: on('2026-01-01'), upTo: on('2026-01-03') }]
    expect(lastAnniversary(askedOf(), moved)).toBe('2026-01-08')
    expect(holidayHistory([], question(), moved).yearMoves).toBe(moved)
    expect(historyOf([])).not.toHaveProperty('yearMoves')
  })
})

describe('the pays that count', () => {
  const gross = (pays: readonly NzPastPay[], change: Partial<Question> = {}) =>
    historyOf(pays, change).grossLast52Weeks.toFixed()
  const week = (change: Partial<NzPastPay>) => pastPay('2026-09-24', { holidayGross: '1', ...change })

  it('are those before this one: paid before, or with its period', () => {
    expect(gross([week({})])).toBe('1')
    // Paid after this pay, for an earlier period.
    expect(gross([week({ payDate: on('2026-10-02') })])).toBe('0')
    expect(gross([week({ payDate: on('2026-10-01'), id: 999 })])).toBe('1')
    expect(gross([week({ payDate: on('2026-10-01'), id: 1000 })])).toBe('0')
  })

  it('are all at the end, whatever their order, but for another ending made later', () => {
    const end = { past: askedOf({ lastDay: on('2026-10-02') }) }
    expect(gross([week({ payDate: on('2026-10-02') })], end)).toBe('1')
    expect(gross([week({ isTermination: true })], end)).toBe('1')
    expect(gross([week({ isTermination: true, payDate: on('2026-10-01'), id: 1001 })], end)).toBe('0')
  })
})

describe('the weeks before a holiday (s 21) and before the end (s 24)', () => {
  const weeks = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      pastPay(addDays(on('2026-09-24'), -7 * index), {
        id: 100 - index,
        holidayGross: String(2 ** index),
        ...detailed(
          ...(index === 0 ? [pastLeave('ANNUAL_HOLIDAYS', '2026-09-21', '40', '1000')] : [pastLine({})]),
        ),
      }),
    )

  it('end with the period before the holiday began, which may be an earlier pay', () => {
    const began = (date: string) => {
      const history = historyOf(weeks(3), { leave: [row('ANNUAL_HOLIDAYS', date)] })
      return [history.began, history.countedTo, history.grossLast52Weeks.toFixed()]
    }
    // Monday 28 September continues the week from 21 September. Tuesday does not.
    expect(began('2026-09-28')).toEqual(['2026-09-21', '2026-09-20', '6'])
    expect(began('2026-09-29')).toEqual(['2026-09-29', '2026-09-27', '7'])
    // Dated after the period, so the weeks before this pay count.
    expect(began('2026-10-12')).toEqual(['2026-10-12', '2026-09-27', '7'])
    const rows = [row('SICK', '2026-09-28'), row('HOLIDAY', '2026-09-30'), row('HOLIDAY', '2026-09-29')]
    expect(historyOf(weeks(3), { leave: rows }).began).toBe('2026-09-29')
    expect(historyOf(weeks(3), { leave: [row('SICK', '2026-09-28')] })).not.toHaveProperty('began')
    expect(
      historyOf(weeks(3), { leave: [row('HOLIDAY', '2026-09-28')], hoursPerDay: ZERO }),
    ).not.toHaveProperty('began')
  })

  it('are two where a final pay has the last day of a holiday', () => {
    const past = askedOf({ lastDay: on('2026-10-02') })
    const both = historyOf(weeks(3), { past, leave: [row('ANNUAL_HOLIDAYS', '2026-09-28')] })
    expect([both.countedTo, both.grossLast52Weeks.toFixed()]).toEqual(['2026-09-27', '7'])
    expect([both.taken?.countedTo, both.taken?.grossLast52Weeks.toFixed()]).toEqual(['2026-09-20', '6'])
    const apart = historyOf(weeks(3), { past, leave: [row('ANNUAL_HOLIDAYS', '2026-09-29')] })
    expect(apart).not.toHaveProperty('taken')
    // The last day is before the period of the pay.
    const late = historyOf(weeks(3), { past: askedOf({ lastDay: on('2026-09-19') }) })
    expect([late.countedTo, late.grossLast52Weeks.toFixed()]).toEqual(['2026-09-13', '4'])
  })

  it('are seen by the holiday of a final pay, and by nothing else', () => {
    const history = historyOf(weeks(3), {
      past: askedOf({ lastDay: on('2026-10-02') }),
      leave: [row('ANNUAL_HOLIDAYS', '2026-09-28')],
    })
    const termination = {
      ...{ terminationDate: on('2026-10-02'), isManualLeaveAmounts: false, isPaymentInLieuPaid: false },
      ...{ paymentInLieuAmount: null, redundancyAmount: null, nonEtpAmount: null },
      ...{ unusedHolidayAmount: null, unusedAltHolidayAmount: null, nzYtdTaxable: ZERO },
    }
    const final = nzPay({ holidayHistory: { ...history, regularWeekly: decimal('9') }, termination })
    const seen = asTaken(final)
    expect([seen.termination, seen.holidayHistory.countedTo]).toEqual([null, '2026-09-20'])
    expect(seen.holidayHistory.grossLast52Weeks.toFixed()).toBe('6')
    expect(seen.holidayHistory.regularWeekly?.toFixed()).toBe('0')
    const { taken: _, ...same } = history
    expect(asTaken(nzPay({ holidayHistory: same, termination })).holidayHistory).toBe(same)
    expect(asTaken(nzPay({ holidayHistory: same, termination })).termination).toBeNull()
    const going = nzPay({ holidayHistory: history })
    expect(asTaken(going)).toBe(going)
    const { began: __, ...without } = history
    const none = nzPay({ holidayHistory: without, termination })
    expect(asTaken(none)).toBe(none)
  })

  it('divide by 52 from the day on which twelve months are complete, before it by the weeks so far (s 22)', () => {
    const divisor = (began?: string) =>
      averagingWeeks(
        nzPay({
          startDate: on('2025-09-30'),
          holidayHistory: {
            ...nzPay().holidayHistory,
            countedTo: on('2026-09-20'),
            ...(began === undefined ? {} : { began: on(began) }),
          },
        }),
        HOLIDAYS,
      ).toFixed()
    // 356 days are 51 whole or part weeks.
    expect([divisor('2026-09-29'), divisor('2026-09-30'), divisor()]).toEqual(['51', '52', '52'])
  })

  it('are read without details too: what pays say of themselves', () => {
    const bare = weeks(5).map((pay) => ({ ...pay, details: null, irregular: '3', daysPaid: '2' }))
    const history = historyOf(bare)
    expect(plain([history.irregularLast4Weeks, history.daysPaidLast52Weeks])).toEqual(['12', '10'])
    expect([history.regularWeekly, history.isWeekFixed]).toEqual([undefined, undefined])
    expect(historyOf(weeks(5)).isWeekFixed).toBe(true)
  })

  it('shorten the divisor by unpaid weeks of the year, where these count as service', () => {
    const away = pastPay('2026-09-24', detailed(pastLeave('UNPAID', '2026-08-24', '200')))
    const off = (isUnpaidLeaveService?: boolean) =>
      historyOf([away], {
        settings: { workDays: null, ...(isUnpaidLeaveService === undefined ? {} : { isUnpaidLeaveService }) },
      }).unpaidWeeksLast52.toFixed()
    expect([off(), off(true), off(false)]).toEqual(['4', '4', '0'])
  })
})

describe('days of the week', () => {
  const known = (payDate: string, change: Partial<Question> = {}) => {
    const dates = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04']
    const lines = dates.map((date) => pastLine({ date: on(date) }))
    const { workDays, workDaysKnownFrom } = historyOf(
      [pastPay(payDate, detailed(...lines, pastLine({})))],
      change,
    )
    return [workDays, workDaysKnownFrom]
  }

  it('are seen in dated rows of thirteen weeks before the period, or before the last day', () => {
    // 28 September − 91 days is 29 June 2026.
    expect(known('2026-06-26')).toEqual(['TU,WE,TH,FR,SA', 'dates'])
    expect(known('2026-06-25')).toEqual(['MO,TU,WE,TH,FR', 'number'])
    expect(known('2026-06-26', { past: askedOf({ lastDay: on('2026-10-02') }) })[1]).toBe('number')
    expect(known('2026-06-26', { daysPerWeek: decimal('6') })[1]).toBe('number')
  })
})

describe('weeks that are taken back', () => {
  const gave = (change: Partial<NzPastPay> = {}) =>
    pastPay('2026-10-01', { annualWeeksEarned: '4', annualHolidaysFrom: on('2026-09-28'), id: 10, ...change })
  const back = (pays: readonly NzPastPay[], startDate: string, lastDay: string | null, weeksLeft = '4') => {
    const asked = askedOf({ startDate: on(startDate), lastDay: lastDay === null ? null : on(lastDay) })
    const found = reversedWeeks(pays, asked, [], decimal(weeksLeft))
    return found && [found.weeks.toFixed(), found.inAdvance.toFixed()]
  }

  it('were given for an anniversary that the last day does not complete', () => {
    expect(back([gave()], '2025-10-01', '2026-09-29')).toEqual(['4', '0'])
    expect(back([gave()], '2025-10-01', '2026-09-30')).toBeNull()
    expect(back([gave()], '2025-10-01', null)).toBeNull()
    expect(back([gave({ isTermination: true })], '2025-10-01', '2026-09-29')).toBeNull()
    expect(back([gave({ annualWeeksEarned: '0' })], '2025-10-01', '2026-09-29')).toBeNull()
    // One pay granted two years, one of them too early. In the second case, the other year was granted before.
    const two = { annualWeeksEarned: '8', annualHolidaysFrom: on('2025-09-28') }
    expect(back([gave(two)], '2024-10-01', '2026-09-29')).toEqual(['4', '0'])
    expect(back([gave()], '2024-10-01', '2026-09-29')).toEqual(['4', '0'])
  })

  const holiday = (hours: string, amount: string, date = '2026-09-29') =>
    detailed(
      pastLeave('ANNUAL_HOLIDAYS', date, hours, amount),
      pastLeave('SICK', date, '8', '99'),
      pastLine({}),
    )

  it('leave holidays in advance that were taken out of them', () => {
    // Nothing was left before, so the two days for 400 were all in advance.
    expect(back([gave(holiday('16', '400'))], '2025-10-01', '2026-09-29', '3.6')).toEqual(['4', '400'])
    // With one day left, half was in advance. With two days left, none was.
    expect(back([gave(holiday('16', '400'))], '2025-10-01', '2026-09-29', '3.8')).toEqual(['4', '200'])
    expect(back([gave(holiday('16', '400'))], '2025-10-01', '2026-09-29', '4')).toEqual(['4', '0'])
    // A third of a day was left for a holiday of three days, so 8 ÷ 9 of 100 was in advance, to the cent.
    expect(back([gave(holiday('24', '100'))], '2025-10-01', '2026-09-29', '3.466667')).toEqual(['4', '88.89'])
    // An amount that the pay itself counted as in advance is not counted twice.
    const all = gave({ ...holiday('16', '400'), inAdvance: '400' })
    expect(back([all], '2025-10-01', '2026-09-29', '-0.4')).toEqual(['4', '0'])
    const part = gave({ ...holiday('200', '5000'), inAdvance: '1000' })
    expect(back([part], '2025-10-01', '2026-09-29', '-1')).toEqual(['4', '4000'])
  })

  it('count later pays in their order, and none before', () => {
    const before = pastPay('2026-09-24', { id: 1, ...holiday('8', '1', '2026-09-21'), inAdvance: '1' })
    const next = pastPay('2026-10-08', { id: 12, ...holiday('8', '300', '2026-10-05') })
    const second = pastPay('2026-10-01', { id: 11, ...holiday('8', '70', '2026-10-02') })
    const ended = pastPay('2026-10-08', { id: 13, isTermination: true, ...holiday('40', '900') })
    // One day was left before the pay that granted the weeks. The first holiday uses it, and the other two were in advance.
    for (const pays of [
      [before, gave(holiday('8', '5')), second, next, ended],
      [ended, next, second, gave(holiday('8', '5')), before],
    ])
      expect(back(pays, '2025-10-01', '2026-09-29', '3.6')).toEqual(['4', '370'])
    // For a pay without details, or without an ordinary week, no leave taken is known.
    const none = { ...holiday('8', '5').details, daysPerWeek: '0' } as NonNullable<NzPastPay['details']>
    expect(back([gave({ details: none })], '2025-10-01', '2026-09-29', '3.8')).toEqual(['4', '0'])
    expect(back([gave()], '2025-10-01', '2026-09-29', '3.8')).toEqual(['4', '0'])
  })

  it('stand in the history of the end, with what was in advance', () => {
    const past = askedOf({ startDate: on('2025-10-01'), lastDay: on('2026-09-29') })
    const pay = gave({ ...holiday('16', '400'), inAdvance: '0', id: 3 })
    const history = historyOf([pay], { past, weeksLeft: decimal('3.6') })
    expect(plain([history.weeksTakenBack, history.paidInAdvance])).toEqual(['4', '400'])
    expect(historyOf([pay])).not.toHaveProperty('weeksTakenBack')
    expect(plain(historyOf([gave({ id: 3, inAdvance: '7' })], { past }).paidInAdvance)).toBe('7')
  })
})

describe('parental leave and weeks after it (Parental Leave and Employment Protection Act 1987 s 42)', () => {
  const isAveraged = (leaveType: LeaveType, dates: readonly string[], startDate = '2020-01-06') =>
    historyOf([pastPay('2026-09-24', detailed(...dates.map((date) => pastLeave(leaveType, date, '8'))))], {
      past: askedOf({ startDate: on(startDate) }),
    }).isAveragedAfterParentalLeave ?? false

  it('are averaged where the anniversary lies in it or in the year after', () => {
    // The anniversary is 6 January 2026.
    expect(isAveraged('PAID_PARENTAL', ['2026-01-06'])).toBe(true)
    expect(isAveraged('PAID_PARENTAL', ['2026-01-07'])).toBe(false)
    expect(isAveraged('EMPLOYER_FUNDED_PAID_PARENTAL', ['2025-03-01', '2025-01-06'])).toBe(true)
    expect(isAveraged('PAID_PARENTAL', ['2024-06-01', '2025-01-05'])).toBe(false)
    expect(isAveraged('PAID_PARENTAL', ['2026-02-01', '2025-12-01'])).toBe(true)
    expect(isAveraged('SICK', ['2026-01-06'])).toBe(false)
    expect(isAveraged('PAID_PARENTAL', [])).toBe(false)
    // The first year has no anniversary.
    expect(isAveraged('PAID_PARENTAL', ['2026-06-01'], '2026-06-01')).toBe(false)
  })
})

describe('a casual', () => {
  const settings = { workDays: null, isCasual: true }
  const casual = (pays: readonly NzPastPay[], startDate = '2020-01-06') => {
    const { isHoursTestMet, isSickLeaveGiven } = historyOf(pays, {
      past: askedOf({ startDate: on(startDate) }),
      settings,
    })
    return [isHoursTestMet, isSickLeaveGiven]
  }
  const worked = (weeks: number, days: string, last = '2026-09-24') =>
    Array.from({ length: weeks }, (_, index) =>
      pastPay(addDays(on(last), -7 * index), { hoursPaid: decimal(days).times('8').toFixed() }),
    )

  it('is tested over six months, or over the weeks since the start', () => {
    expect(casual(worked(4, '1.25'), '2026-08-31')).toEqual([true, false])
    expect(casual(worked(4, '1.24'), '2026-08-31')).toEqual([false, false])
    // No whole week yet.
    expect(casual(worked(1, '5'), '2026-09-22')[0]).toBe(false)
    expect(casual(worked(1, '5'), '2026-09-21')[0]).toBe(true)
    // Work before the last six months does not count.
    expect(casual(worked(26, '10', '2026-03-19'))[0]).toBe(false)
  })

  it('got sick leave in the twelve months before the end of the period', () => {
    const given = (payDate: string, sickHoursEarned: string) =>
      casual([pastPay(payDate, { sickHoursEarned })])[1]
    expect([given('2025-10-02', '80'), given('2025-10-01', '80'), given('2025-10-03', '0')]).toEqual([
      true,
      false,
      false,
    ])
    expect([given('2025-10-03', '0.1'), given('2026-10-08', '80')]).toEqual([true, true])
  })

  it('has no share of a year: everything counts since the start', () => {
    const pays = [pastPay('2020-01-09', { holidayGross: '1' }), pastPay('2026-09-24', { holidayGross: '2' })]
    expect(historyOf(pays, { settings }).grossSinceAnniversary.toFixed()).toBe('3')
    expect(historyOf(pays).grossSinceAnniversary.toFixed()).toBe('2')
  })
})

describe('what is counted only where the pay has such leave', () => {
  const paid = pastPay(
    '2026-09-24',
    detailed(
      pastLeave('NZ_CASHED_UP_HOLIDAYS', '2026-09-21', '8'),
      pastLeave('NZ_FAMILY_VIOLENCE', '2026-09-22', '7'),
      pastLeave('NZ_BEREAVEMENT', '2026-09-25', '8'),
    ),
  )
  const counted = (leaveType: LeaveType): readonly (Decimal | undefined)[] => {
    const { cashedUpHours, familyViolenceDays, bereavementDays } = historyOf([paid], {
      leave: [row(leaveType, TIMING.periodStart)],
    })
    return [cashedUpHours, familyViolenceDays, bereavementDays]
  }

  it('is its own kind', () => {
    expect(plain(counted('NZ_CASHED_UP_HOLIDAYS'))).toEqual(['8', null, null])
    expect(plain(counted('NZ_FAMILY_VIOLENCE'))).toEqual([null, '0.875', null])
    expect(plain(counted('NZ_BEREAVEMENT'))).toEqual([null, null, '2'])
    expect(plain(counted('SICK'))).toEqual([null, null, null])
  })
})
