import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedOf, detailed, pastLeave, pastPay, TIMING } from '../../../../test/support/nz-past.ts'
import { type bonus, nzPay, nzRates, paidHours } from '../../../../test/support/nz-pay.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { readRateFiles } from '../../../load-rates.ts'
import type { LeaveLine, LeaveType } from '../../../payroll/input.ts'
import type { RateFile } from '../../../payroll/rates/node.ts'
import type { LeaveMovement } from '../../../payroll/result.ts'
import { paysInFourWeeks } from './annualised.ts'
import { annualHolidaysFrom, earlierPays, lastPaidPeriodEnd, sickLeaveFrom } from './history.ts'
import { sickHoursEarned } from './holiday-counts.ts'
import { holidayHistory, shareFrom } from './holiday-history.ts'
import { nz } from './index.ts'
import type { NzPastPay } from './past-pay.ts'
import { calculateNzPay } from './pay.ts'
import { payeDue } from './payday-dates.ts'
import { goodTransfers, holidaysAfterLastDay, holidaysByRule } from './public-holidays.ts'
import { parseNzRates } from './rates.ts'
import { takenBack } from './taken-back.ts'
import { workDaysFor, workDaysSeen, writeWorkDays } from './work-days.ts'

/* At, below and above the limits that no story and no golden case stands on. */

const on = civilDate
const weekdays = workDaysFor(decimal('5'))

describe('the rate files, read anew', () => {
  const files = readRateFiles(join(import.meta.dirname, '../../../../rates/nz'))
  const changed = (path: string, from: string, to: string): RateFile[] =>
    files.map((file) =>
      file.path === path
        ? { ...file, data: JSON.parse(JSON.stringify(file.data).replace(`"${from}"`, `"${to}"`)) }
        : file,
    )

  it('give the days that averages look back, and each year its public holidays', () => {
    const rates = parseNzRates(files)
    const { averagingDays, ordinaryDays } = rates.holidays.at(on('2026-10-01')).value
    expect([averagingDays, ordinaryDays]).toEqual([364, 28])
    expect(rates.publicHolidays.get(2026)?.value.national.matariki).toBe('2026-07-10')
  })

  it('are refused where bands do not meet, or the largest levy is not rate × maximum within a cent', () => {
    const paye = (subtract: string) => parseNzRates(changed('paye/2026-04-01.yaml', '1092', subtract))
    expect(() => paye('1092.01')).toThrow('bands do not meet at 15600')
    expect(() => paye('1092.00')).not.toThrow()
    // 156,641 × 1.75% = 2,741.2175.
    const levy = (most: string) => parseNzRates(changed('earners-levy.yaml', '2741.22', most))
    expect(() => levy('2741.21')).not.toThrow()
    for (const bad of ['2741.2275', '2741.2075', '2741.23'])
      expect(() => levy(bad)).toThrow(`the maximum levy ${bad} is not rate × maximum`)
  })

  it('are refused where nobody reads one', () => {
    const [first] = files
    const stranger = { path: 'stranger/2026-04-01.yaml', data: first?.data ?? {} }
    expect(() => parseNzRates([...files, stranger])).toThrow('stranger')
  })
})

describe('the calendar', () => {
  it('has Easter also where its formula takes a week back', () => {
    expect([2049, 2076, 2026].map((year) => holidaysByRule(year).good_friday)).toEqual([
      '2049-04-16',
      '2076-04-17',
      '2026-04-03',
    ])
  })

  it('lets a holiday move to the day of another only once that one has moved away', () => {
    const good = (...moves: [string, string][]) =>
      goodTransfers(
        moves.map(([from, to]) => ({ from: on(from), to: on(to) })),
        weekdays,
        null,
        nzRates,
      ).map(({ from }) => from)
    // Good Friday to Easter Monday; Waitangi Day and Easter Monday to working days.
    expect(good(['2026-02-06', '2026-02-10'], ['2026-04-03', '2026-04-06'])).toEqual(['2026-02-06'])
    expect(good(['2026-04-06', '2026-04-08'], ['2026-04-03', '2026-04-06'])).toEqual([
      '2026-04-06',
      '2026-04-03',
    ])
  })

  it('finds no holiday behind the last day of somebody who works on no day', () => {
    const found = holidaysAfterLastDay(on('2026-04-01'), decimal('5'), new Set(), { region: null }, nzRates)
    expect([found.dates, found.notionalLastDay]).toEqual([[], '2026-04-01'])
  })

  it('has PAYE of December due in January', () => {
    const due = (month: number, half: 'whole' | 'first' | 'second') =>
      payeDue({ year: 2026, month }, half, nzRates)
    expect([due(12, 'whole'), due(12, 'second'), due(11, 'whole'), due(12, 'first')]).toEqual([
      '2027-01-20',
      '2027-01-15',
      '2026-12-21',
      '2026-12-21',
    ])
  })

  it('takes days seen equally often from Monday on, whatever came first', () => {
    const seen = (dates: string[], perWeek: string) => {
      const days = workDaysSeen(dates.map(on), decimal(perWeek))
      return days && writeWorkDays(days)
    }
    // Sunday, Wednesday, Monday, Saturday of two weeks; Tuesday of three.
    const twice = ['2026-09-20', '2026-09-27', '2026-09-23', '2026-09-30', '2026-09-21', '2026-09-28']
    const all = [...twice, '2026-09-26', '2026-10-03', '2026-09-15', '2026-09-22', '2026-09-29']
    for (const order of [all, all.toReversed()])
      expect(['1', '2', '3', '4', '5'].map((days) => seen(order, days))).toEqual([
        'TU',
        'MO,TU',
        'MO,TU,WE',
        'MO,TU,WE,SA',
        'MO,TU,WE,SA,SU',
      ])
  })
})

describe('the past, at its limits', () => {
  it('knows a period that was paid on the same day as this one', () => {
    const other = pastPay('2026-10-01', { id: 1, periodStart: on('2026-09-21'), periodEnd: on('2026-09-27') })
    expect(lastPaidPeriodEnd([other], askedOf())).toBe('2026-09-27')
    expect(lastPaidPeriodEnd([{ ...other, id: 1000 }], askedOf())).toBeNull()
  })

  it('puts regular pays in the order of their days, not of their making', () => {
    const pays = [
      pastPay('2026-09-24', { id: 9 }),
      pastPay('2026-09-10', { id: 11 }),
      pastPay('2026-09-17', { id: 10 }),
    ]
    expect(earlierPays(pays, askedOf()).map(({ payDate }) => payDate)).toEqual([
      '2026-09-24',
      '2026-09-17',
      '2026-09-10',
    ])
  })

  const from = (startDate: string, pays: NzPastPay[]) =>
    annualHolidaysFrom(pays, askedOf({ startDate: on(startDate) }))

  it('gives no weeks a second time for an anniversary on the first day of the period', () => {
    const later = pastPay('2026-10-08', { annualHolidaysFrom: on('2026-09-14') })
    // The last period ended on 27 September.
    expect(from('2025-09-28', [pastPay('2026-09-24'), later])).toBe('2026-09-29')
    expect(from('2025-09-28', [pastPay('2026-09-24')])).toBe('2026-09-28')
  })

  it('takes no pay of the same day that came later for the first one', () => {
    const later = pastPay('2026-10-01', { id: 2000 })
    expect(from('2025-09-30', [later])).toBe('2026-09-28')
  })

  it('takes leave that was off, and weeks given, for an answer only within their limits', () => {
    // The anniversary is Wednesday 16 September 2026; nothing else has dealt with it.
    const before = pastPay('2026-09-10')
    const counted = (payDate: string, change: Partial<NzPastPay>) =>
      from('2025-09-16', [before, pastPay(payDate, { annualHolidaysFrom: on('2026-09-17'), ...change })]) !==
      '2026-09-16'
    const off = { isLeaveEnabled: false, periodEnd: on('2026-09-20') }
    expect(counted('2026-09-17', { ...off, periodStart: on('2026-09-16') })).toBe(true)
    expect(counted('2026-09-17', { ...off, periodStart: on('2026-09-17') })).toBe(false)
    // Paid two months ahead, and a day more.
    const ahead = { annualHolidaysFrom: on('2026-09-16'), periodEnd: on('2026-09-20') }
    const day = (days: number) => addDays(on('2026-09-16'), -days)
    expect(counted(day(62), ahead)).toBe(true)
    expect(counted(day(63), ahead)).toBe(false)
    // Of the year before: weeks of the next year are none of this anniversary.
    const year = (periodEnd: string) =>
      annualHolidaysFrom(
        [
          pastPay('2026-09-10'),
          pastPay('2027-09-16', {
            annualHolidaysFrom: on('2026-09-17'),
            annualWeeksEarned: '4',
            periodEnd: on(periodEnd),
          }),
        ],
        askedOf({ startDate: on('2025-09-16') }),
      )
    expect([year('2027-09-15'), year('2027-09-16')]).toEqual(['2026-09-17', '2026-09-14'])
  })

  it('has the year of sick leave passed over by leave that was off on its first day', () => {
    // The year began on Wednesday 16 September 2026.
    const off = (periodStart: string) =>
      sickLeaveFrom(
        [
          pastPay('2026-09-10'),
          pastPay('2026-09-17', {
            sickLeaveFrom: on('2026-09-17'),
            periodStart: on(periodStart),
            isLeaveEnabled: false,
          }),
        ],
        askedOf({ startDate: on('2026-03-16') }),
        6,
      )
    expect([off('2026-09-16'), off('2026-09-17')]).toEqual(['2026-09-21', '2026-09-16'])
  })

  it('shares a period whole from a day before the employment', () => {
    const service = { startDate: on('2026-10-01'), lastDay: null }
    expect(shareFrom(on('2026-09-30'), TIMING, service, weekdays).toFixed()).toBe('1')
  })
})

describe('what holidays look back at', () => {
  type Question = Parameters<typeof holidayHistory>[1]
  const row = (leaveType: LeaveType): LeaveLine => ({
    ...{ description: 'Away', leaveType, date: on('2026-09-30'), hours: decimal('8') },
    ...{ ratePerHour: decimal('25'), loadingAmount: null },
  })
  const historyOf = (pays: readonly NzPastPay[], change: Partial<Question> = {}) =>
    holidayHistory(pays, {
      ...{ past: askedOf(), leave: [], hoursPerDay: decimal('8'), daysPerWeek: decimal('5') },
      ...{ settings: { workDays: null } },
      ...change,
    })

  it('is asked for the leave that is among the rows', () => {
    const keys = (...leave: LeaveType[]) => {
      const history = historyOf([], { leave: leave.map(row) })
      return ['cashedUpHours', 'familyViolenceHours', 'bereavementDays'].filter((key) => key in history)
    }
    expect(keys()).toEqual([])
    expect(keys('SICK', 'NZ_FAMILY_VIOLENCE')).toEqual(['familyViolenceHours'])
    expect(keys('SICK', 'NZ_BEREAVEMENT')).toEqual(['bereavementDays'])
    expect(keys('SICK', 'NZ_CASHED_UP_HOLIDAYS')).toEqual(['cashedUpHours'])
  })

  it('counts a period that ends with the anniversary by its last day', () => {
    // Friday 4 September 2026 is the anniversary and the last day of that period.
    const pay = pastPay('2026-09-01', { periodStart: on('2026-08-31'), periodEnd: on('2026-09-04') })
    const { grossSinceAnniversary } = historyOf([pay], { past: askedOf({ startDate: on('2025-09-04') }) })
    expect(grossSinceAnniversary.toFixed()).toBe('200')
  })

  it('meets the hours test by an hour in every week, where months are short of forty', () => {
    const settings = { workDays: null, isCasual: true }
    /** Weeks back from the period of 28 September, the last first: hours of each. */
    const met = (hours: (week: number) => string, lastEnd = '2026-09-27') => {
      const pays = Array.from({ length: 27 }, (_, week) => {
        const periodEnd = addDays(on(lastEnd), -7 * week)
        const periodStart = addDays(periodEnd, -6)
        return pastPay('2026-09-24', {
          ...{ id: week + 1, payDate: addDays(periodEnd, -3), periodStart, periodEnd },
          daysPaid: decimal(hours(week)).div('8').toFixed(),
        })
      })
      return historyOf(pays, { settings }).isHoursTestMet
    }
    // Five hours in the last thirteen weeks are no forty a month; twenty before them make more than ten on average.
    expect(met((week) => (week < 13 ? '5' : '20'))).toBe(true)
    expect(met((week) => (week === 4 ? '0.5' : week < 13 ? '5' : '20'))).toBe(false)
    // Nothing in every second week, but more than forty in each month.
    expect(met((week) => (week % 2 ? '0' : '30'))).toBe(true)
    expect(met((week) => (week < 13 ? '1' : '15'))).toBe(false)
    // Periods that end on Monday count in the week that begins with it.
    expect(met((week) => (week < 13 ? '5' : '20'), '2026-09-21')).toBe(true)
    expect(met((week) => (week === 4 ? '0' : week < 13 ? '5' : '20'), '2026-09-21')).toBe(false)
  })

  it('has weeks averaged that arose within a year of parental leave, its last day counted', () => {
    const isAveraged = (date: string) => {
      const pay = pastPay('2025-09-04', detailed(pastLeave('PAID_PARENTAL', date, '8')))
      return historyOf([pay], { past: askedOf({ startDate: on('2024-09-08') }) }).isAveragedAfterParentalLeave
    }
    expect([isAveraged('2025-09-05'), isAveraged('2025-09-08'), isAveraged('2025-09-07')]).toEqual([
      undefined,
      true,
      undefined,
    ])
  })

  it('takes weeks back by the anniversaries that a pay gave, in the order of the periods', () => {
    const back = (pays: readonly NzPastPay[], startDate: string, weeksLeft = '4') => {
      const asked = askedOf({ startDate: on(startDate), lastDay: on('2026-09-29') })
      const found = takenBack(pays, asked, [], decimal(weeksLeft))
      return found && [found.weeks.toFixed(), found.inAdvance.toFixed()]
    }
    const gave = (change: Partial<NzPastPay>) =>
      pastPay('2026-10-01', { annualWeeksEarned: '4', id: 10, ...change })
    // Two anniversaries, of which the first lies on the first day that counted.
    expect(
      back([gave({ annualWeeksEarned: '8', annualHolidaysFrom: on('2025-10-01') })], '2024-10-01'),
    ).toEqual(['4', '0'])
    // Two pays gave weeks too early, and each took two days: what was left covers the days of the earlier period.
    const holiday = (amount: string) => detailed(pastLeave('ANNUAL_HOLIDAYS', '2026-09-29', '16', amount))
    const first = gave({ annualHolidaysFrom: on('2026-09-28'), id: 20, ...holiday('400') })
    const next = { payDate: on('2027-10-01'), periodStart: on('2027-09-27'), periodEnd: on('2027-10-03') }
    const second = gave({
      ...first,
      ...next,
      annualHolidaysFrom: on('2027-09-27'),
      ...holiday('800'),
      id: 10,
    })
    for (const pays of [
      [first, second],
      [second, first],
    ]) {
      expect(back(pays, '2025-10-01', '7.6')).toEqual(['8', '800'])
      expect(back(pays, '2025-10-01', '7.2')).toEqual(['8', '1200'])
    }
    // Weeks without an anniversary were given by hand: they stay.
    expect(back([gave({ annualHolidaysFrom: on('2026-09-28') })], '2025-12-01')).toBeNull()
  })
})

describe('a pay of New Zealand', () => {
  const tax = (change: object) =>
    calculateNzPay(
      nzPay({
        hours: paidHours(decimal('1000')),
        tax: { ...nzPay().tax, code: 'WT', ...change },
      }),
      nzRates,
    ).figures.tax.toFixed(2)

  it('is taxed by its schedular activity, unless a rate was chosen or the code is another', () => {
    const [activity = '', rate] =
      Object.entries(nzRates.schedular.at(on('2026-10-01')).value.activities)[0] ?? []
    expect(rate).toBeDefined()
    expect(tax({ schedularActivity: activity })).toBe(rate?.times('1000').toFixed(2))
    expect(tax({ schedularActivity: activity, schedularRate: decimal('0.4') })).toBe('400.00')
    expect(tax({ schedularActivity: 'NONE' })).toBe(tax({}))
    expect(tax({ code: 'M', schedularActivity: activity })).toBe(tax({ code: 'M' }))
    expect(tax({ code: 'STC', schedularActivity: activity })).toBe(tax({ code: 'ND' }))
  })

  it('has no low rate of an extra pay where there is none', () => {
    const indicator = (bonuses: ReturnType<typeof bonus>[]) =>
      calculateNzPay(nzPay({ hours: paidHours(decimal('1000')), bonuses }), nzRates).lowRateIndicator
    expect(indicator([])).toBe(false)
  })

  it('looks back to the start where unpaid leave does not count, and to the notice of a loan', () => {
    const { startDate, leaveSettings, studentLoan } = nzPay()
    const since = (change: { isUnpaidLeaveService?: boolean }) =>
      nz.leaveSince?.({ ...nzPay(), leaveSettings: { ...leaveSettings, ...change } })
    const [no, yes] = [{ isUnpaidLeaveService: false }, { isUnpaidLeaveService: true }]
    expect([since(no), since(yes), since({})]).toEqual([startDate, undefined, undefined])
    const cirNotice = { from: on('2026-07-01'), total: decimal('100') }
    const paysSince = (change: object) =>
      nz.paysSince?.({ ...nzPay(), studentLoan: { ...studentLoan, ...change } })
    expect([paysSince({ cirNotice }), paysSince({})]).toEqual(['2026-07-01', undefined])
  })

  it('takes from the notice of a loan what pays of its first day took, and none before', () => {
    const cirNotice = { from: on('2026-09-24'), total: decimal('100') }
    const terms = { ...nzPay(), studentLoan: { ...nzPay().studentLoan, cirNotice } }
    const asked = { past: askedOf(), lines: nzPay(), ending: null, isWorkersComp: false, taxShare: null }
    const left = (...pays: NzPastPay[]) =>
      nz.inputOf(terms, asked, { pays, balances: nzPay().leaveBalances, periodHours: null }).studentLoan
        .cirLeft
    expect([left(), left(pastPay('2026-09-24')), left(pastPay('2026-09-23'))].map(String)).toEqual([
      ...['100', '95', '100'],
    ])
  })

  it('takes extra repayments of a loan from holidays of later periods too', () => {
    const studentLoan = { ...nzPay().studentLoan, hasLoan: true, cirRate: decimal('0.05') }
    const away = (hours: string): LeaveLine => ({
      ...{ description: 'Away', leaveType: 'ANNUAL_HOLIDAYS', date: on('2026-09-28'), hours: decimal(hours) },
      ...{ ratePerHour: decimal('25'), loadingAmount: null },
    })
    const taken = (hours: string) => {
      const pay = calculateNzPay(
        nzPay({ studentLoan, ratePerHour: decimal('25'), leave: [away(hours)] }),
        nzRates,
      )
      return pay.figures.studentLoanCir.toFixed(2)
    }
    // A week of 1,000 and one of 1,000 in advance: each as if it were paid in its time.
    const one = decimal(taken('40'))
    expect(one.gt(ZERO)).toBe(true)
    expect(taken('80')).toBe(one.times('2').toFixed(2))
  })

  it('shares the tax of ordinary pay with others of its period', () => {
    const result = calculateNzPay(nzPay({ hours: paidHours(decimal('1000')) }), nzRates)
    expect(nz.sharedTax(result)).toBe(result.figures.payeOrdinary)
    expect(result.figures.payeOrdinary.gt(ZERO)).toBe(true)
  })

  it('leaves the hours of sick leave behind that it gave, and no others', () => {
    const move = (balance: LeaveMovement['balance'], kind: LeaveMovement['kind']) => ({
      ...{ balance, kind, amount: decimal('8') },
    })
    const moves = [move('sick', 'accrued'), move('sick', 'taken'), move('annual_holidays_weeks', 'accrued')]
    expect(sickHoursEarned(moves).toFixed()).toBe('8')
    expect(sickHoursEarned([])).toEqual(ZERO)
  })

  it('by the month looks back at the last month alone, in whatever order pays come', () => {
    const pay = (payDate: string, periodEnd: string, ordinary: string) => ({
      ...{ payDate: on(payDate), periodEnd: on(periodEnd), ordinary: decimal(ordinary) },
    })
    const pays = [pay('2026-09-15', '2026-09-30', '3000'), pay('2026-09-05', '2026-08-31', '2000')]
    for (const order of [pays, pays.toReversed()]) {
      const taken = (frequency: 'MONTHLY' | 'WEEKLY') =>
        paysInFourWeeks(order, on('2026-10-01'), frequency).map((amount) => amount.toFixed())
      expect(taken('MONTHLY')).toEqual(['3000'])
      expect(taken('WEEKLY').toSorted()).toEqual(['2000', '3000'])
    }
  })
})
