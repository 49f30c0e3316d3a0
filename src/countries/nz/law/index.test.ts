import { describe, expect, it } from 'vitest'
import { backPayment, hoursLine, leaveLine } from '../../../../test/support/au-pay.ts'
import { bonus, nzPay, nzRates } from '../../../../test/support/nz-pay.ts'
import { nzRichPays } from '../../../../test/support/rich-pays.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../payroll/history.ts'
import type { PayLines } from '../../../payroll/input.ts'
import type { EmployeeState, PayRequest } from '../../contract/country.ts'
import { type NzTypes, nz } from './index.ts'
import type { NzPayInput } from './input/input.ts'
import { filedTaxCode, readTaxCode } from './input/tax-code.ts'

const timing = {
  payDate: civilDate('2026-10-01'),
  payPeriod: 'WEEKLY' as const,
  periodStart: civilDate('2026-09-28'),
  periodEnd: civilDate('2026-10-04'),
}
const past: PastQuestion = {
  timing,
  beforeId: 1000,
  startDate: civilDate('2026-01-05'),
  dateOfBirth: null,
  lastDay: null,
  mayHaveExtras: false,
  leaveTypes: [],
}
const calculated = (pay: NzPayInput) => ({ pay, result: nz.calculate(pay, nzRates) })
const leftBy = (pay: NzPayInput) => nz.toPastPay(timing, pay, nz.calculate(pay, nzRates))

describe('the input of a New Zealand pay', () => {
  const earlier = {
    ...leftBy(nzPay({ hours: [hoursLine('40', '40')] })),
    id: 1,
    payDate: civilDate('2026-09-24'),
  }
  const input = (
    lines: Partial<PayLines> = {},
    asked: Partial<PayRequest<NzTypes>> = {},
    standing: Partial<EmployeeState<NzTypes>> = {},
  ) => {
    const { hours, leave, allowances, deductions, bonuses, sacrifices, backPayments, ...terms } = nzPay()
    const none = { hours, leave, allowances, deductions, bonuses, sacrifices, backPayments }
    return nz.inputOf(
      terms as never,
      { past, lines: { ...none, ...lines }, isWorkersComp: false, ending: null, taxShare: null, ...asked },
      { pays: [earlier], balances: nzPay().leaveBalances, periodHours: null, ...standing },
      nzRates,
    )
  }

  it('looks back for lump sums and for an ending, and not otherwise', () => {
    expect(input().earlierPays).toEqual([])
    expect(input({ bonuses: [bonus(decimal('1'))] }).earlierPays.length).toBe(1)
    expect(input({ backPayments: [backPayment('1')] }).earlierPays.length).toBe(1)
    const ending = nzRichPays()['an ending']?.termination ?? null
    expect(input({}, { ending }).earlierPays.length).toBe(1)
  })

  it('says what only some pays have', () => {
    for (const name of ['isWorkersCompensationPay', 'taxShare']) expect(input()).not.toHaveProperty(name)
    const share = { combinedTax: ZERO, combinedGross: ZERO, gross: ZERO, share: ZERO }
    expect(input({}, { isWorkersComp: true, taxShare: share })).toMatchObject({
      isWorkersCompensationPay: true,
      taxShare: share,
    })
    expect([input().payDate, input().payPeriod, input().periodEnd]).toEqual([
      '2026-10-01',
      'WEEKLY',
      '2026-10-04',
    ])
  })

  it('is opened again as it was stored', () => {
    const pay = nzPay()
    const { isWorkersComp, ending, balances } = nz.restoreTerms(pay)
    expect([isWorkersComp, ending]).toEqual([false, null])
    expect(balances).toBe(pay.leaveBalances)
    const share = { combinedTax: ZERO, combinedGross: ZERO, gross: ZERO, share: ZERO }
    const opened = nz.restoreTerms(nzPay({ isWorkersCompensationPay: true, taxShare: share }))
    expect(opened.isWorkersComp).toBe(true)
    for (const name of ['taxShare', 'isWorkersCompensationPay', 'holidayHistory'])
      expect(opened.terms).not.toHaveProperty(name)
  })
})

describe('after a New Zealand pay', () => {
  it('balances are what was there and what moved', () => {
    const { pay, result } = calculated(nzRichPays()['every row'] ?? nzPay())
    const after = nz.balancesAfter(pay, result)
    // Eight hours of annual holidays are a fifth of a week. One alternative day was taken and one was earned.
    expect([after.annualHolidaysWeeks, after.altHolidayDays, after.sickDays].map(String)).toEqual([
      '3.8',
      '2',
      '9',
    ])
  })

  it('balances are shown in weeks, days and hours', () => {
    const balances = {
      annualHolidaysWeeks: decimal('1.5'),
      altHolidayDays: decimal('2'),
      sickDays: decimal('7'),
    }
    expect(nz.showBalances(nzPay(), balances)).toEqual([
      { leave_type: 'ANNUAL_HOLIDAYS', name: 'Annual holidays', hours: '60', weeks: '1.5' },
      { leave_type: 'SICK', name: 'Sick leave', hours: '56', days: '7' },
      { leave_type: 'ALT_HOLIDAY', name: 'Alternative holidays', hours: '16', days: '2' },
    ])
  })

  it('later pays see its figures', () => {
    const { pay, result } = calculated(nzRichPays()['every row'] ?? nzPay())
    const { figures } = result
    const left = nz.toPastPay(timing, pay, result)
    expect(left).toMatchObject({
      id: 0,
      isTermination: false,
      lastDay: null,
      isLeaveEnabled: true,
      annualHolidaysFrom: timing.periodStart,
      gross: figures.gross.toFixed(),
      levyLiable: figures.levyLiable.toFixed(),
      ordinary: figures.ordinary.toFixed(),
      payeOrdinary: figures.payeOrdinary.toFixed(),
      studentLoanBase: figures.studentLoanBase.toFixed(),
      studentLoan: figures.nzStudentLoan.toFixed(),
      studentLoanCir: figures.studentLoanCir.toFixed(),
      holidayGross: figures.holidayGrossEarnings.toFixed(),
      irregular: '1950',
      annualWeeksEarned: '0',
    })
    expect(left.details).toMatchObject({ ratePerHour: '40', hoursPerDay: '8', daysPerWeek: '5' })
    const from = civilDate('2026-09-30')
    expect(leftBy(nzPay({ annualHolidaysFrom: from })).annualHolidaysFrom).toBe(from)
    expect(leftBy(nzRichPays()['an ending'] ?? nzPay())).toMatchObject({
      isTermination: true,
      lastDay: '2026-10-01',
    })
  })

  it('the Holidays Act counts days paid, weeks unpaid and holidays beyond the weeks owed', () => {
    const counts = (change: Partial<NzPayInput>) => {
      const { pay, result } = calculated(
        nzPay({ ratePerHour: decimal('40'), hours: [hoursLine('16', '40')], ...change }),
      )
      const { daysPaid, unpaidWeeks, inAdvance } = nz.toPastPay(timing, pay, result)
      return [daysPaid, unpaidWeeks, inAdvance]
    }
    const annual = { leave: [leaveLine('ANNUAL_HOLIDAYS', '40', '40')] }
    const owed = (weeks: string) => ({
      leaveBalances: { ...nzPay().leaveBalances, annualHolidaysWeeks: decimal(weeks) },
    })
    expect(counts({})).toEqual(['2', '0', '0'])
    expect(counts({ leave: [leaveLine('UNPAID', '20', '40')] })).toEqual(['2', '0.5', '0'])
    expect(counts({ ...annual, ...owed('1') })).toEqual(['7', '0', '0'])
    expect(counts({ ...annual, ...owed('0.25') })).toEqual(['7', '0', '1200'])
    expect(counts({ ...annual, ...owed('-1') })).toEqual(['7', '0', '1600'])
    expect(counts({ hoursPerDay: ZERO })).toEqual(['0', '0', '0'])
  })
})

describe('tax codes', () => {
  it('are read with and without SL, as people write them', () => {
    expect(readTaxCode('M')).toEqual({ code: 'M', hasStudentLoan: false })
    for (const text of ['M SL', 'MSL', ' m sl '])
      expect(readTaxCode(text)).toEqual({ code: 'M', hasStudentLoan: true })
    expect(readTaxCode('SB SL')).toEqual({ code: 'SB', hasStudentLoan: true })
    expect(['WT SL', 'X', '', 'SL', 'M SLX', 'XM SL', '1M SL'].map(readTaxCode)).toEqual(Array(7).fill(null))
  })

  it('are filed with SL where they can have it', () => {
    expect([filedTaxCode('M', true), filedTaxCode('M', false), filedTaxCode('WT', true)]).toEqual([
      'M SL',
      'M',
      'WT',
    ])
  })
})
