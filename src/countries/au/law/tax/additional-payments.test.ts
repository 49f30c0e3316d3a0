import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, backPayment, bonusLine, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { lumpSumE } from '../reporting/lump-sum-e.ts'

const on = civilDate

const pay = (change: Partial<AuPayInput> = {}, rates = auRates) =>
  calculateAuPay(auPay({ hours: [hoursLine('38', '40')], ...change }), rates)

const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)

describe('an additional payment', () => {
  it('of a working holiday maker names Schedule 15', () => {
    const declaration = { ...auPay().declaration, isWorkingHolidayMaker: true }
    const bonuses = [bonusLine('1000', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]
    const step = stepOf(pay({ declaration, bonuses }), 'tax.extra')
    expect([step?.rule, step?.source.kind]).toEqual(['Schedule 15, 0.00 paid earlier in the year', 'tables'])
  })

  it('by method B(ii) averages over back pay of the same pay by method B(i), and over no other', () => {
    const average = (taxMethod: 'METHOD_B1' | 'METHOD_A_WHOLE_YEAR') => {
      const range = { startDate: on('2026-11-09'), endDate: on('2026-11-15') }
      const { steps } = pay({
        bonuses: [bonusLine('5200', { taxMethod: 'METHOD_B2' })],
        backPayments: [backPayment('100', { taxMethod, ...range })],
      })
      return steps.find(({ rule }) => rule === 'Schedule 5, method B(ii)')?.inputs.normal?.toString()
    }
    expect([average('METHOD_B1'), average('METHOD_A_WHOLE_YEAR')]).toEqual(['1620', '1520'])
  })

  it('without an end date is no lump sum E', () => {
    const rule = auRates.schedule5.at(on('2026-11-12')).value.lumpSumE
    const rows = (change: Parameters<typeof backPayment>[1]) =>
      lumpSumE([backPayment('5000', change)], on('2026-11-12'), rule).rows.length
    const [startDate, endDate] = [on('2024-08-01'), on('2024-08-31')]
    expect([rows({ startDate, endDate }), rows({ startDate }), rows({ endDate })]).toEqual([1, 0, 0])
  })
})
