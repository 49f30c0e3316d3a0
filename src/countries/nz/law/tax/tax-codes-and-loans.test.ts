import { describe, expect, it } from 'vitest'
import { askedOf, pastPay } from '../../../../../test/support/nz-past.ts'
import { type bonus, nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { nz } from '../index.ts'
import { sickHoursEarned } from '../leave/holiday-counts.ts'
import { calculateNzPay } from '../pay.ts'
import { paysInFourWeeks } from './annualised.ts'

/* Tests at, below and above the limits that no story or golden case covers. */

const on = civilDate

describe('a pay of New Zealand', () => {
  const tax = (change: object) =>
    calculateNzPay(
      nzPay({
        hours: paidHours(decimal('1000')),
        tax: { ...nzPay().tax, code: 'WT', ...change },
      }),
      nzRates,
    ).figures.tax.toFixed(2)

  it('is taxed by its schedular activity, unless a rate was chosen or the code is another', () => {
    const [activity = '', rate] =
      Object.entries(nzRates.schedular.at(on('2026-10-01')).value.activities)[0] ?? []
    expect(rate).toBeDefined()
    expect(tax({ schedularActivity: activity })).toBe(rate?.times('1000').toFixed(2))
    expect(tax({ schedularActivity: activity, schedularRate: decimal('0.4') })).toBe('400.00')
    expect(tax({ schedularActivity: 'NONE' })).toBe(tax({}))
    expect(tax({ code: 'M', schedularActivity: activity })).toBe(tax({ code: 'M' }))
    expect(tax({ code: 'STC', schedularActivity: activity })).toBe(tax({ code: 'ND' }))
  })

  it('has no low rate of an extra pay where there is none', () => {
    const indicator = (bonuses: ReturnType<typeof bonus>[]) =>
      calculateNzPay(nzPay({ hours: paidHours(decimal('1000')), bonuses }), nzRates).lowRateIndicator
    expect(indicator([])).toBe(false)
  })

  it('looks back to the start where unpaid leave does not count, and to the notice of a loan', () => {
    const { startDate, leaveSettings, studentLoan } = nzPay()
    const since = (change: { isUnpaidLeaveService?: boolean }) =>
      nz.leaveSince?.({ ...nzPay(), leaveSettings: { ...leaveSettings, ...change } })
    const [no, yes] = [{ isUnpaidLeaveService: false }, { isUnpaidLeaveService: true }]
    expect([since(no), since(yes), since({})]).toEqual([startDate, undefined, undefined])
    const cirNotice = { from: on('2026-07-01'), total: decimal('100') }
    const paysSince = (change: object) =>
      nz.paysSince?.({ ...nzPay(), studentLoan: { ...studentLoan, ...change } })
    expect([paysSince({ cirNotice }), paysSince({})]).toEqual(['2026-07-01', undefined])
  })

  it('takes from the notice of a loan what pays of its first day took, and none before', () => {
    const cirNotice = { from: on('2026-09-24'), total: decimal('100') }
    const terms = { ...nzPay(), studentLoan: { ...nzPay().studentLoan, cirNotice } }
    const asked = { past: askedOf(), lines: nzPay(), ending: null, isWorkersComp: false, taxShare: null }
    const left = (...pays: NzPastPay[]) =>
      nz.inputOf(terms, asked, { pays, balances: nzPay().leaveBalances, periodHours: null }, nzRates)
        .studentLoan.cirLeft
    expect([left(), left(pastPay('2026-09-24')), left(pastPay('2026-09-23'))].map(String)).toEqual([
      ...['100', '95', '100'],
    ])
  })

  it('takes extra repayments of a loan from holidays of later periods too', () => {
    const studentLoan = { ...nzPay().studentLoan, hasLoan: true, cirRate: decimal('0.05') }
    const away = (hours: string): LeaveLine => ({
      ...{ description: 'Away', leaveType: 'ANNUAL_HOLIDAYS', date: on('2026-09-28'), hours: decimal(hours) },
      ...{ ratePerHour: decimal('25'), loadingAmount: null },
    })
    const taken = (hours: string) => {
      const pay = calculateNzPay(
        nzPay({ studentLoan, ratePerHour: decimal('25'), leave: [away(hours)] }),
        nzRates,
      )
      return pay.figures.studentLoanCir.toFixed(2)
    }
    // A week of 1,000 and a week of 1,000 in advance, each deducted as if paid in its own period.
    const one = decimal(taken('40'))
    expect(one.gt(ZERO)).toBe(true)
    expect(taken('80')).toBe(one.times('2').toFixed(2))
  })

  it('shares the tax of ordinary pay with others of its period', () => {
    const result = calculateNzPay(nzPay({ hours: paidHours(decimal('1000')) }), nzRates)
    expect(nz.sharedTax(result)).toBe(result.figures.payeOrdinary)
    expect(result.figures.payeOrdinary.gt(ZERO)).toBe(true)
  })

  it('leaves the hours of sick leave behind that it gave, and no others', () => {
    const move = (balance: LeaveMovement['balance'], kind: LeaveMovement['kind']) => ({
      ...{ balance, kind, amount: decimal('8') },
    })
    const moves = [
      move('sick_days', 'accrued'),
      move('sick_days', 'taken'),
      move('annual_holidays_weeks', 'accrued'),
    ]
    expect(sickHoursEarned(nzPay(), moves).toFixed()).toBe('64')
    expect(sickHoursEarned(nzPay(), []).toFixed()).toBe('0')
  })

  it('by the month looks back at the last month alone, in whatever order pays come', () => {
    const pay = (payDate: string, periodEnd: string, ordinary: string) => ({
      ...{ payDate: on(payDate), periodEnd: on(periodEnd), ordinary: decimal(ordinary) },
    })
    const pays = [pay('2026-09-15', '2026-09-30', '3000'), pay('2026-09-05', '2026-08-31', '2000')]
    for (const order of [pays, pays.toReversed()]) {
      const taken = (frequency: 'MONTHLY' | 'WEEKLY') =>
        paysInFourWeeks(order, on('2026-10-01'), frequency).map((amount) => amount.toFixed())
      expect(taken('MONTHLY')).toEqual(['3000'])
      expect(taken('WEEKLY').toSorted()).toEqual(['2000', '3000'])
    }
  })
})
