import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../kernel/values/money.ts'
import { exactWeeks } from './exact-weeks.ts'

describe('weeks of a balance', () => {
  const exact = (weeks: string) => exactWeeks(decimal(weeks)).toFixed()

  it('are the days of a week that they stand for', () => {
    expect(exact('3.333333')).toBe('3.333333333333')
    // Three thirds and two sevenths, each rounded to six places.
    expect(exact('1.285713')).toBe('1.285714285714')
    expect([exact('4'), exact('0'), exact('-0.666667')]).toEqual(['4', '0', '-0.666666666667'])
  })

  it('stay as they are when they are no whole days', () => {
    expect([exact('3.3335'), exact('0.011111')]).toEqual(['3.3335', '0.011111'])
  })
})
