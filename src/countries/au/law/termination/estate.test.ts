import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, bonusLine, deductionLine, ending, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

const paid = (change: Partial<AuPayInput>) =>
  calculateAuPay(
    auPay({
      hours: [hoursLine('12.5', '40')],
      bonuses: [bonusLine('900')],
      deductions: [deductionLine('10')],
      ...change,
    }),
    auRates,
  )

describe('wages paid after a death', () => {
  it('are neither taxed nor reported, whichever reason names the death', () => {
    for (const reason of ['DEATH_ESTATE', 'DEATH_DEPENDENT', 'DEATH_NON_DEPENDENT'] as const) {
      const { figures, reporting } = paid({
        termination: ending({ reason, isUnusedHolidayPaid: false, isUnusedLslPaid: false }),
      })
      expect([
        reason,
        figures.gross.toFixed(),
        figures.tax.toFixed(),
        figures.taxableGross.toFixed(),
      ]).toEqual([reason, '1400', '0', '0'])
      const { cessation, ...amounts } = reporting
      expect(cessation?.code).toBe('D')
      expect(JSON.stringify(Object.values(amounts))).not.toMatch(/[1-9]/)
    }
  })

  it('are what is paid after the day, in a final pay or another; super is owed on them', () => {
    const later = paid({ diedOn: civilDate('2026-11-11') })
    expect([later.figures.tax.toFixed(), later.figures.super.toFixed()]).toEqual(['0', '168'])
    expect(later.warnings.join()).toContain('Paid after the death of the employee on 2026-11-11')
    const sameDay = paid({ diedOn: civilDate('2026-11-12') })
    expect(sameDay.figures.tax.isZero()).toBe(false)
    expect(sameDay.reporting.gross.toFixed()).toBe('500')
  })
})
