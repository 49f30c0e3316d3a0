import { describe, expect, it } from 'vitest'
import { auRates } from '../../../test/golden/au-kinds.ts'
import { civilDate } from '../dates.ts'
import { decimal } from '../money.ts'
import { paygCycle, paygPeriod } from './payg-due.ts'

const none = () => false
const rule = auRates.paygDue.at(civilDate('2026-07-01')).value
const due = (payDate: string, cycle: Parameters<typeof paygPeriod>[1]) =>
  paygPeriod(civilDate(payDate), cycle, rule, none).due

describe('withholding payments', () => {
  it('are made more often by those who withhold more', () => {
    expect(['25000', '25000.01', '1000000.01'].map((amount) => paygCycle(decimal(amount), rule))).toEqual([
      'quarterly',
      'monthly',
      'large',
    ])
  })

  it('are due on the 28th after a quarter, in February after the December quarter', () => {
    expect(due('2026-08-14', 'quarterly')).toBe('2026-10-28')
    expect(due('2026-12-31', 'quarterly')).toBe('2027-03-01')
  })

  it('are due on the 21st after a month, moved off a weekend', () => {
    expect(due('2026-07-10', 'monthly')).toBe('2026-08-21')
    expect(due('2026-12-10', 'monthly')).toBe('2027-01-21')
    expect(due('2026-10-10', 'monthly')).toBe('2026-11-23')
  })

  it('are due six to nine days after the payday of a large withholder', () => {
    // A Monday, a Wednesday, a Friday and a Saturday.
    expect(['2026-07-06', '2026-07-08', '2026-07-10', '2026-07-11'].map((day) => due(day, 'large'))).toEqual([
      '2026-07-13',
      '2026-07-16',
      '2026-07-16',
      '2026-07-20',
    ])
  })
})
