import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate, dayNumber } from '../../../../kernel/values/dates.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

const on = civilDate

const pay = (change: Partial<AuPayInput> = {}, rates = auRates) =>
  calculateAuPay(auPay({ hours: [hoursLine('38', '40')], ...change }), rates)

const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)

describe('a due date beyond the calendar', () => {
  const until = (last: string) => ({
    ...auRates,
    holidays: { ...auRates.holidays, last: dayNumber(on(last)) },
  })

  it('is a warning, not an error, and only where super is owed', () => {
    const known = pay({}, until('2026-11-23'))
    expect([known.figures.superDueDate, known.warnings]).toEqual(['2026-11-23', []])
    const unknown = pay({}, until('2026-11-22'))
    expect(unknown.figures.superDueDate).toBeNull()
    expect(unknown.warnings.join()).toContain('The super due date is not known: No public holiday calendar')
    const none = pay({ superannuation: { ...auPay().superannuation, isEnabled: false } }, until('2026-11-13'))
    expect(none.warnings).toEqual([])
    expect(stepOf(pay(), 'super.due')?.inputs.due).toBe('2026-11-23')
  })

  it('does not hide other mistakes', () => {
    const broken = { ...auRates, superDue: null } as unknown as typeof auRates
    expect(() => pay({}, broken)).toThrow(TypeError)
  })
})
