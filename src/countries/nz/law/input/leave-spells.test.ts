import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, whole } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import { workDayIndex, workDaysFor } from '../../../../payroll/work-days.ts'
import { leaveDaysOf, leaveSpellsOf, upToWhole, weeksBeyondTheFirst } from './leave-spells.ts'

const on = civilDate

describe('leave in one piece', () => {
  const days = workDaysFor(decimal('5'))
  const rows = (...some: [string, string][]) =>
    some.map(([date, hours]) => ({ date: on(date), hours: decimal(hours) }))
  const spells = (...some: [string, string][]) =>
    leaveSpellsOf(rows(...some), decimal('8'), days).map(({ first, days: length }) => `${first} ${length}`)

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

  it('needs hours of a day and days of a week', () => {
    expect(leaveSpellsOf(rows(['2026-09-28', '8']), decimal('0'), days)).toEqual([])
    expect(leaveSpellsOf(rows(['2026-09-28', '8']), decimal('8'), workDaysFor(decimal('0')))).toEqual([])
  })

  const since = (day: string) => ({ day: on(day), days })
  const spell = (day: string, length: string) => ({
    first: on(day),
    start: whole(workDayIndex(days, on(day))),
    days: decimal(length),
  })

  it('shortens the divisor by whole or part weeks beyond the first', () => {
    const weeks = (...lengths: string[]) =>
      weeksBeyondTheFirst(
        lengths.map((length) => spell('2026-09-28', length)),
        decimal('5'),
        since('2026-01-05'),
      ).toFixed()
    expect([weeks('5'), weeks('5.5'), weeks('10'), weeks('10.1'), weeks('6', '6')]).toEqual([
      '0',
      '1',
      '1',
      '2',
      '2',
    ])
    expect(
      weeksBeyondTheFirst([spell('2026-09-28', '20')], decimal('0'), since('2026-01-05')).toFixed(),
    ).toBe('0')
    expect(['1', '1.01', '0'].map((text) => upToWhole(decimal(text)).toFixed())).toEqual(['1', '2', '0'])
  })

  it('has one first week, whether or not it lies in the weeks that are counted', () => {
    // Six weeks of leave from Monday 7 September. The counted weeks begin before it, in its 1st, 2nd, 3rd and 6th week, and after
    // it.
    const weeks = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-10-14', '2026-10-19'].map(
      (day) => weeksBeyondTheFirst([spell('2026-09-07', '30')], decimal('5'), since(day)).toFixed(),
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
