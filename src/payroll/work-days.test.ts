import { describe, expect, it } from 'vitest'
import { civilDate } from '../kernel/values/dates.ts'
import { decimal } from '../kernel/values/money.ts'
import { countWorkDays, readWorkDays, workDaysFor, workDaysSeen, writeWorkDays } from './work-days.ts'

const on = civilDate

describe('days of the week', () => {
  it('are written and read as words, from Monday', () => {
    expect(writeWorkDays(readWorkDays('SU,MO,WE'))).toBe('MO,WE,SU')
    expect(
      ['0', '0.5', '1', '4.5', '5', '7'].map((days) => writeWorkDays(workDaysFor(decimal(days)))),
    ).toEqual(['', 'MO', 'MO', 'MO,TU,WE,TH,FR', 'MO,TU,WE,TH,FR', 'MO,TU,WE,TH,FR,SA,SU'])
  })

  it('are those that dated rows fall on most often', () => {
    const dates = ['2026-09-29', '2026-09-22', '2026-09-30', '2026-10-03', '2026-10-03'].map(on)
    const seen = (perWeek: string) => {
      const days = workDaysSeen(dates, decimal(perWeek))
      return days && writeWorkDays(days)
    }
    expect([seen('1'), seen('2'), seen('3'), seen('4'), seen('0')]).toEqual([
      'TU',
      'TU,WE',
      'TU,WE,SA',
      null,
      null,
    ])
  })

  it('are counted with both ends', () => {
    const days = readWorkDays('MO,WE,FR')
    const count = (from: string, to: string) => countWorkDays(days, on(from), on(to))
    expect([
      count('2026-09-28', '2026-09-28'),
      count('2026-09-28', '2026-10-05'),
      count('2026-09-29', '2026-09-29'),
    ]).toEqual([1, 4, 0])
    expect([count('2026-09-29', '2026-09-28'), count('2026-10-05', '2026-09-28')]).toEqual([0, 0])
    expect(count('1969-12-29', '1970-01-04')).toBe(3)
  })
})
