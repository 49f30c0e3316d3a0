import { describe, expect, it } from 'vitest'
import { nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { workDaysFor, workDaysSeen, writeWorkDays } from '../../../../payroll/work-days.ts'
import { payeDue } from './payday-dates.ts'
import { holidaysByRule } from './public-holiday-dates.ts'
import { goodTransfers, holidaysAfterLastDay } from './public-holidays.ts'

/* Tests at, below and above the limits that no story or golden case covers. */

const on = civilDate

const weekdays = workDaysFor(decimal('5'))

describe('the calendar', () => {
  it('has Easter also where its formula takes a week back', () => {
    const goodFriday = (year: number) => holidaysByRule(year).find(({ name }) => name === 'good_friday')?.date
    expect([2049, 2076, 2026].map(goodFriday)).toEqual(['2049-04-16', '2076-04-17', '2026-04-03'])
  })

  it('lets a holiday move to the day of another only once that one has moved away', () => {
    const good = (...moves: [string, string][]) =>
      goodTransfers(
        moves.map(([from, to]) => ({ from: on(from), to: on(to) })),
        weekdays,
        null,
        nzRates,
      ).map(({ from }) => from)
    // Good Friday moves to Easter Monday. Waitangi Day and Easter Monday move to working days.
    expect(good(['2026-02-06', '2026-02-10'], ['2026-04-03', '2026-04-06'])).toEqual(['2026-02-06'])
    expect(good(['2026-04-06', '2026-04-08'], ['2026-04-03', '2026-04-06'])).toEqual([
      '2026-04-06',
      '2026-04-03',
    ])
  })

  it('finds no holiday behind the last day of someone who works on no day', () => {
    const found = holidaysAfterLastDay(
      on('2026-04-01'),
      decimal('5'),
      workDaysFor(decimal('0')),
      { region: null },
      nzRates,
    )
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
    // Sunday, Wednesday, Monday and Saturday in two weeks each, Tuesday in three.
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
