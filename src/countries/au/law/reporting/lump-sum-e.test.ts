import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import {
  allowanceLine,
  auPay,
  backPayment,
  bonusLine,
  deductionLine,
  ending,
  fullPay,
  hoursLine,
  leaveLine,
  sacrificeLine,
} from '../../../../../test/support/au-pay.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { incomeTypeOf } from '../input/tax-treatment.ts'
import { calculateAuPay } from '../pay.ts'
import { lumpSumE } from './lump-sum-e.ts'

const PAY_DATE = civilDate('2026-11-12')
const RULE = { minimum: decimal('1200'), months: 12 }

function late(...rows: [amount: string, start: string | null, end: string | null][]) {
  const lines = rows.map(([amount, startDate, endDate]) =>
    backPayment(amount, { startDate: startDate as CivilDate | null, endDate: endDate as CivilDate | null }),
  )
  const { rows: years, taken } = lumpSumE(lines, PAY_DATE, RULE)
  return { years: years.map(({ incomeYear, amount }) => `${incomeYear} ${amount}`), taken: taken.map(String) }
}

describe('lump sum E', () => {
  it('leaves the day that is twelve months ago, and those after it, with the pay', () => {
    // 10 and 11 November 2025 are before the limit and the 12th is not, so two thirds are lump sum E.
    expect(late(['3000', '2025-11-10', '2025-11-12'])).toEqual({ years: ['2026 2000'], taken: ['2000'] })
    expect(late(['3000', '2025-11-10', '2025-11-11'])).toEqual({ years: ['2026 3000'], taken: ['3000'] })
    expect(late(['3000', '2025-11-12', '2025-11-12'])).toEqual({ years: [], taken: ['0'] })
  })

  it('is back pay of more than twelve months ago, by income year', () => {
    expect(late(['2000', '2024-08-01', '2024-09-30'])).toEqual({ years: ['2025 2000'], taken: ['2000'] })
    // Twenty days to 30 June, and twenty days from 1 July.
    expect(late(['2000', '2024-06-11', '2024-07-20'])).toEqual({
      years: ['2024 1000', '2025 1000'],
      taken: ['2000'],
    })
  })

  it('ends a year before the pay date: the rest is earned now', () => {
    expect(late(['2000', '2025-11-02', '2025-11-21'])).toEqual({ years: [], taken: ['0'] })
    // Ten days up to 11 November 2025, and ten days from the 12th.
    expect(late(['4000', '2025-11-02', '2025-11-21'])).toEqual({ years: ['2026 2000'], taken: ['2000'] })
    expect(late(['4000', '2025-11-11', '2025-11-11'])).toEqual({ years: ['2026 4000'], taken: ['4000'] })
    expect(late(['4000', '2025-11-12', '2025-11-12'])).toEqual({ years: [], taken: ['0'] })
  })

  it('needs the minimum, all back payments together', () => {
    expect(late(['1199.99', '2024-08-01', '2024-08-01']).years).toEqual([])
    expect(late(['1200', '2024-08-01', '2024-08-01']).years).toEqual(['2025 1200'])
    expect(late(['700', '2024-08-01', '2024-08-01'], ['500', '2024-08-02', '2024-08-02'])).toEqual({
      years: ['2025 1200'],
      taken: ['700', '500'],
    })
  })

  it('needs both days', () => {
    expect(late(['5000', null, '2024-08-01']).years).toEqual([])
    expect(late(['5000', '2024-08-01', null]).years).toEqual([])
  })
})

describe('what is reported of a pay', () => {
  const pay = auPay({
    hours: [hoursLine('30', '40'), hoursLine('2', '60', true)],
    leave: [leaveLine('HOLIDAY', '7.6', '40'), leaveLine('WORKERS_COMP', '1', '40')],
    allowances: [
      allowanceLine('10'),
      allowanceLine('20', { isTaxable: false }),
      allowanceLine('30', { isItemised: true, category: 'CD' }),
    ],
    bonuses: [
      bonusLine('100'),
      bonusLine('200', { isDirectorsFees: true }),
      bonusLine('300', { isReturnToWork: true }),
    ],
    backPayments: [
      backPayment('50'),
      backPayment('60', { stpCategory: 'LEAVEA' }),
      backPayment('70', { stpCategory: 'ITEMISED_ALLOWANCESCD' }),
      backPayment('2000', { startDate: civilDate('2024-08-01'), endDate: civilDate('2024-08-01') }),
    ],
    deductions: [deductionLine('5'), deductionLine('6', { classification: 'UNION_FEES' })],
    sacrifices: [sacrificeLine('40'), sacrificeLine('8', { isSuper: false })],
  })

  it('stands in its category, once', () => {
    const { reporting, figures } = calculateAuPay(pay, auRates)
    expect(JSON.parse(JSON.stringify(reporting))).toEqual({
      gross: '1260',
      overtime: '120',
      bonusesAndCommissions: '100',
      directorsFees: '200',
      paidLeave: { O: '304', W: '40', A: '60' },
      allowances: { CD: '100' },
      lumpSumE: [{ incomeYear: '2025', amount: '2000' }],
      lumpSumW: '300',
      lumpSumA: null,
      lumpSumB: '0',
      lumpSumD: '0',
      sacrificedToSuper: '40',
      sacrificedToOther: '8',
      deductions: { NORMAL: '5', UNION_FEES: '6' },
      taxWithheld: figures.tax.toString(),
      etps: [],
      cessation: null,
    })
  })

  it('of an ending has its lump sums, its payments and its code', () => {
    const { reporting, termination } = calculateAuPay(
      auPay({
        hours: [hoursLine('38', '40')],
        leaveBalances: { ...auPay().leaveBalances, holiday: decimal('76') },
        leaveSettings: { ...auPay().leaveSettings, isEnabled: false },
        lastFullPay: fullPay('1520'),
        termination: ending({ reason: 'REDUNDANCY', redundancyAmount: decimal('20000') }),
      }),
      auRates,
    )
    expect([reporting.lumpSumA?.type, reporting.lumpSumA?.amount.toFixed()]).toEqual(['R', '3040'])
    expect(reporting.lumpSumD.toFixed()).toBe('20000')
    expect(reporting.cessation).toEqual({ date: '2026-11-12', code: 'R' })
    expect(reporting.etps).toEqual(termination?.taxSummaries)
  })

  it('has the income type of the declaration it was calculated with', () => {
    const type = (isWorkingHolidayMaker: boolean, status: 'FULL_TIME' | 'LABOUR_HIRE') =>
      incomeTypeOf({ isWorkingHolidayMaker }, status)
    expect([type(true, 'LABOUR_HIRE'), type(false, 'LABOUR_HIRE'), type(false, 'FULL_TIME')]).toEqual([
      'WHM',
      'LAB',
      'SAW',
    ])
  })
})
