import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, whole } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import { workDayIndex, workDaysFor } from '../../../../payroll/work-days.ts'
import { leaveDaysOf, leaveSpellsOf, upToWhole, weeksBeyondTheFirst } from './leave-spells.ts'

const on = civilDate

describe('leave in one piece', () => {
  const days = workDaysFor(decimal('5'))
  const weekOf = (perWeek: string, perDay = '8') => ({
    hoursPerDay: decimal(perDay),
    daysPerWeek: decimal(perWeek),
    days: workDaysFor(decimal(perWeek)),
  })
  const rows = (...some: [string, string][]) =>
    some.map(([date, hours]) => ({ date: on(date), hours: decimal(hours) }))
  const spells = (...some: [string, string][]) =>
    leaveSpellsOf(rows(...some), weekOf('5')).map(({ first, days: length }) => `${first} ${length}`)

  it('joins rows with no working day between them, in any order', () => {
    // Friday 25 and Monday 28 September are one spell. A working day between two rows separates them.
    expect(spells(['2026-09-28', '8'], ['2026-09-25', '8'])).toEqual(['2026-09-25 2'])
    expect(spells(['2026-09-25', '8'], ['2026-09-29', '8'])).toEqual(['2026-09-25 1', '2026-09-29 1'])
    expect(spells(['2026-09-21', '40'], ['2026-09-28', '16'], ['2026-10-01', '4'])).toEqual([
      '2026-09-21 7',
      '2026-10-01 0.5',
    ])
    expect(spells(['2026-09-28', '4'], ['2026-09-29', '8'])).toEqual(['2026-09-28 1.5'])
    expect(spells(['2026-09-28', '16'], ['2026-09-28', '8'])).toEqual(['2026-09-28 3'])
  })

  it('continues over a public holiday off work, which is no day of the leave', () => {
    const over = (...some: [string, string][]) => {
      const holiday = { date: on('2026-10-26'), hours: decimal('8'), isPublicHoliday: true as const }
      return leaveSpellsOf([holiday, ...rows(...some)], weekOf('5')).map(
        ({ first, days: length }) => `${first} ${length}`,
      )
    }
    expect(over(['2026-10-19', '40'], ['2026-10-27', '32'])).toEqual(['2026-10-19 9'])
    expect(over(['2026-10-19', '40'], ['2026-10-26', '32'])).toEqual(['2026-10-19 9'])
    expect(over(['2026-10-27', '8'])).toEqual(['2026-10-27 1'])
    expect(over(['2026-10-23', '8'], ['2026-10-28', '8'])).toEqual(['2026-10-23 1', '2026-10-28 1'])
    expect(over()).toEqual([])
  })

  it('needs hours of a day and days of a week', () => {
    expect(leaveSpellsOf(rows(['2026-09-28', '8']), weekOf('5', '0'))).toEqual([])
    expect(leaveSpellsOf(rows(['2026-09-28', '8']), weekOf('0'))).toEqual([])
  })

  it('counts each row by the week of its own pay', () => {
    // Four days of a five-day week stay less than a week when the week has three days later.
    const [five, three] = [weekOf('5'), weekOf('3')]
    const row = (date: string, hours: string, week = five, periodStart = date) => ({
      ...{ date: on(date), hours: decimal(hours), week, periodStart: on(periodStart) },
    })
    const lengths = (...some: ReturnType<typeof row>[]) =>
      leaveSpellsOf(some, three).map((each) => `${each.first} ${each.days} of ${each.week.daysPerWeek}`)
    expect(lengths(row('2026-09-22', '32'))).toEqual(['2026-09-22 4 of 5'])
    // Up to Friday, and on from Monday in a week of three days: one spell, three days being a whole week.
    expect(lengths(row('2026-09-22', '32'), row('2026-09-28', '24', three))).toEqual(['2026-09-22 9 of 5'])
    expect(lengths(row('2026-09-21', '32'), row('2026-09-28', '24', three))).toEqual([
      '2026-09-21 4 of 5',
      '2026-09-28 3 of 3',
    ])
    expect(lengths(row('2026-09-22', '32'), row('2026-09-29', '16', three, '2026-09-28'))).toEqual([
      '2026-09-22 4 of 5',
      '2026-09-29 2 of 3',
    ])
    expect(
      weeksBeyondTheFirst(leaveSpellsOf([row('2026-09-22', '32')], three), on('2026-01-05')).toFixed(),
    ).toBe('0')
  })

  const spell = (day: string, length: string, perWeek = '5') => ({
    first: on(day),
    start: whole(workDayIndex(days, on(day))),
    days: decimal(length),
    week: { ...weekOf(perWeek), days },
  })

  it('shortens the divisor by whole or part weeks beyond the first', () => {
    const weeks = (...lengths: string[]) =>
      weeksBeyondTheFirst(
        lengths.map((length) => spell('2026-09-28', length)),
        on('2026-01-05'),
      ).toFixed()
    expect([weeks('5'), weeks('5.5'), weeks('10'), weeks('10.1'), weeks('6', '6')]).toEqual([
      '0',
      '1',
      '1',
      '2',
      '2',
    ])
    expect(weeksBeyondTheFirst([spell('2026-09-28', '20', '0')], on('2026-01-05')).toFixed()).toBe('0')
    expect(['1', '1.01', '0'].map((text) => upToWhole(decimal(text)).toFixed())).toEqual(['1', '2', '0'])
  })

  it('has one first week, whether or not it lies in the weeks that are counted', () => {
    // Six weeks of leave from Monday 7 September. The counted weeks begin before it, in its 1st, 2nd, 3rd and 6th week, and after
    // it.
    const weeks = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-10-14', '2026-10-19'].map(
      (day) => weeksBeyondTheFirst([spell('2026-09-07', '30')], on(day)).toFixed(),
    )
    expect(weeks).toEqual(['5', '5', '5', '4', '1', '0'])
  })

  it('is read from leave rows of its kind that have a day', () => {
    const line = (change: Partial<PastLine>) =>
      ({ kind: 'leave', date: on('2026-09-28'), quantity: '8', leaveType: 'UNPAID', ...change }) as PastLine
    const isUnpaid = (row: PastLine) => row.leaveType === 'UNPAID'
    const read = (change: Partial<PastLine>) => leaveDaysOf([line(change)], isUnpaid)
    expect(read({})).toEqual([{ date: '2026-09-28', hours: decimal('8') }])
    expect(read({ quantity: null })).toEqual([{ date: '2026-09-28', hours: decimal('0') }])
    expect([read({ kind: 'hours' }), read({ date: null }), read({ leaveType: 'SICK' })]).toEqual([[], [], []])
  })
})
