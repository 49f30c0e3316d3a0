import { describe, expect, it } from 'vitest'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { anniversariesUpTo, leaveYearStart, yearMovesOf } from './anniversaries.ts'

/* Leave with a limit, tested at, below and above each limit (Holidays Act 2003 ss 16, 28A, 70 and 72A to 72J). */

const on = civilDate

describe('anniversaries (s 16)', () => {
  const start = on('2024-02-29')
  const moves = (...pairs: [string, string][]) =>
    pairs.map(([first, upTo]) => ({ first: on(first), upTo: on(upTo) }))

  it('are reached on their day', () => {
    expect(anniversariesUpTo(start, on('2025-02-27'))).toEqual([])
    expect(anniversariesUpTo(start, on('2025-02-28'))).toEqual(['2025-02-28'])
    expect(anniversariesUpTo(start, on('2028-02-29'))).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it('move by the leave that lies before them, and so do all after', () => {
    const moved = moves(['2024-06-10', '2024-06-17'], ['2025-05-05', '2025-05-08'])
    expect(anniversariesUpTo(start, on('2026-12-31'), moved)).toEqual(['2025-03-07', '2026-03-10'])
    // Leave that falls before the anniversary only because of the move counts too. Leave on the anniversary itself does not.
    const chain = moves(['2024-06-10', '2024-06-17'], ['2025-03-05', '2025-03-07'])
    expect(anniversariesUpTo(start, on('2025-12-31'), chain)).toEqual(['2025-03-09'])
    expect(anniversariesUpTo(start, on('2025-12-31'), moves(['2025-02-28', '2025-03-10']))).toEqual([
      '2025-02-28',
    ])
  })

  it('move by what goes beyond a week, in days of the calendar', () => {
    const of = (days: string, perWeek = '5') =>
      yearMovesOf([
        { first: on('2026-06-01'), days: decimal(days), week: { daysPerWeek: decimal(perWeek) } },
      ]).map(({ first, upTo }) => `${first} ${upTo}`)
    expect([of('5'), of('5.7'), of('10', '0')]).toEqual([[], [], []])
    // Five working days beyond the first week are seven calendar days. Six days at three a week are two weeks, so also seven days
    // beyond the first week.
    expect([of('10'), of('6', '3'), of('6')]).toEqual([
      ['2026-06-08 2026-06-15'],
      ['2026-06-08 2026-06-15'],
      ['2026-06-08 2026-06-09'],
    ])
  })

  it('of sick leave begin six months after the start, clipped to the month', () => {
    const of = (day: string, from = '2025-08-31') => leaveYearStart(on(from), on(day), 6)
    expect([
      of('2026-02-27'),
      of('2026-02-28'),
      of('2027-02-27'),
      of('2027-02-28'),
      of('2028-02-28'),
      of('2028-02-29'),
    ]).toEqual([null, '2026-02-28', '2026-02-28', '2027-02-28', '2027-02-28', '2028-02-29'])
    const next: CivilDate = addDays(on('2026-02-28'), 1)
    expect(leaveYearStart(on('2025-08-31'), next, 6)).toBe('2026-02-28')
  })
})
