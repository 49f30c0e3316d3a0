import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { allowanceLine, auPay, backPayment } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a regular pay at, below and above its value. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)

describe('what is reported', () => {
  it('keeps the categories of back pay apart', () => {
    const { reporting } = pay({
      backPayments: [
        backPayment('1', { stpCategory: 'BONUS_COMMISSION_NON_DIRECTOR_S_FEES' }),
        backPayment('2', { stpCategory: 'DIRECTOR_S_FEES' }),
        backPayment('4', { stpCategory: 'OVERTIME' }),
        backPayment('8', { stpCategory: 'LEAVEP' }),
        backPayment('16', { stpCategory: 'ITEMISED_ALLOWANCESKN' }),
        backPayment('32', { stpCategory: 'UNCLASSIFIED' }),
      ],
    })
    expect(
      [
        reporting.bonusesAndCommissions,
        reporting.directorsFees,
        reporting.overtime,
        reporting.paidLeave.P,
        reporting.allowances.KN,
        reporting.gross,
      ].map(String),
    ).toEqual(['1', '2', '4', '8', '16', '32'])
  })

  it('itemises allowances that have a category, and puts other taxable ones into gross', () => {
    const { reporting } = pay({
      allowances: [
        allowanceLine('1', { isItemised: true, category: 'TD' }),
        allowanceLine('2', { isItemised: true }),
        allowanceLine('4', { category: 'TD' }),
        allowanceLine('8', { isTaxable: false }),
      ],
    })
    // Phase 2 itemises by category, whatever the value of the flag.
    expect([reporting.allowances.TD, reporting.gross].map(String)).toEqual(['5', '2'])
  })

  it('takes lump sum E from its minimum, and only for work more than twelve months ago', () => {
    const late = (amount: string, endDate: string) =>
      pay({
        backPayments: [
          backPayment(amount, { startDate: civilDate('2024-08-01'), endDate: civilDate(endDate) }),
        ],
      }).reporting.lumpSumE.map((row) => `${row.incomeYear} ${row.amount.toFixed(2)}`)
    const { minimum: lumpSumEMinimum } = auRates.schedule5.at(auPay().payDate).value.lumpSumE
    expect(late(lumpSumEMinimum.toFixed(), '2024-08-31')).toEqual([`2025 ${lumpSumEMinimum.toFixed(2)}`])
    expect(late(lumpSumEMinimum.minus('0.01').toFixed(), '2024-08-31')).toEqual([])
    expect(late('7000', '2025-07-31').map((row) => row.slice(0, 4))).toEqual(['2025', '2026'])
  })
})
