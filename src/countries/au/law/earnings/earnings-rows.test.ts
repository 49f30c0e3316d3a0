import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, bonusLine, hoursLine, leaveLine, sacrificeLine } from '../../../../../test/support/au-pay.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a regular pay at, below and above its value. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)

const leaveSettings = (change: Partial<AuPayInput['leaveSettings']>) => ({
  leaveSettings: { ...auPay().leaveSettings, ...change },
})

const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)?.amount.toFixed(2)

describe('rows', () => {
  it('take the employee’s own hourly amounts unless the row names its rate', () => {
    const own = leaveSettings({ workersCompPerHour: decimal('33'), paidParentalPerHour: decimal('22') })
    const leave = [
      leaveLine('WORKERS_COMP', '1', '40'),
      leaveLine('PAID_PARENTAL', '1', '40'),
      leaveLine('SICK', '1', '40'),
      { ...leaveLine('WORKERS_COMP', '1', '40'), hasOwnRate: true },
    ]
    expect(pay({ ...own, leave }).lines.leave.map((row) => row.amount.toFixed())).toEqual([
      '33',
      '22',
      '40',
      '40',
    ])
    expect(pay({ leave }).lines.leave.map((row) => row.amount.toFixed())).toEqual(['40', '40', '40', '40'])
    const hours = [hoursLine('1', '40')]
    expect(pay({ ...own, hours }).figures.gross.toFixed()).toBe('40')
    expect(pay({ ...own, hours, isWorkersCompensationPay: true }).figures.gross.toFixed()).toBe('33')
    expect(pay({ hours, isWorkersCompensationPay: true }).figures.gross.toFixed()).toBe('40')
  })

  it('have loading on annual leave only', () => {
    const leave = [leaveLine('HOLIDAY', '10', '40'), leaveLine('SICK', '10', '40')]
    const loading = pay({ ...leaveSettings({ loadingPercentage: decimal('0.175') }), leave }).lines.leave
    expect(loading.map((row) => row.loading.toFixed(2))).toEqual(['70.00', '0.00'])
  })

  it('count as workers compensation by leave type or by the whole pay', () => {
    const rows = {
      hours: [hoursLine('2', '40')],
      leave: [leaveLine('WORKERS_COMP', '1', '40'), leaveLine('SICK', '1', '40')],
    }
    expect(pay(rows).figures.workersCompensation.toFixed()).toBe('40')
    expect(pay({ ...rows, isWorkersCompensationPay: true }).figures.workersCompensation.toFixed()).toBe('120')
    expect(stepOf(pay({ hours: rows.hours }), 'workers-compensation')).toBeUndefined()
  })
})

describe('sacrifices come off', () => {
  const taxable = (sacrifice: string) => {
    const result = pay({
      hours: [hoursLine('1', '100')],
      bonuses: [
        bonusLine('50', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
        bonusLine('30', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
        bonusLine('20', { isReturnToWork: true }),
      ],
      sacrifices: [sacrificeLine(sacrifice)],
    })
    const { periodTaxable, extras, taxableGross } = result.figures
    return [periodTaxable, extras, taxableGross].map((figure) => figure.toFixed())
  }

  it('the extras of the same pay in order, then the normal earnings, then a return to work payment', () => {
    expect(taxable('100')).toEqual(['80', '0', '100'])
    expect(taxable('100.01')).toEqual(['79.99', '0', '99.99'])
    expect(taxable('160')).toEqual(['20', '0', '40'])
    expect(taxable('190')).toEqual(['0', '0', '10'])
  })
})
