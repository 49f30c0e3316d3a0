import { describe, expect, it } from 'vitest'
import {
  allowanceLine,
  backPayment,
  bonusLine,
  hoursLine,
  leaveLine,
  sacrificeLine,
} from '../../test/support/au-pay.ts'
import { civilDate } from '../kernel/values/dates.ts'
import { decimal } from '../kernel/values/money.ts'
import {
  isEarlier,
  isPaidIn,
  isSamePeriod,
  isTaxedWith,
  type PastPay,
  type PastQuestion,
  pastLinesOf,
  reachingPeriod,
} from './history.ts'
import type { PayLines } from './input.ts'
import type { LineAmounts } from './result.ts'

const timing = {
  payDate: civilDate('2026-11-12'),
  payPeriod: 'WEEKLY' as const,
  periodStart: civilDate('2026-11-09'),
  periodEnd: civilDate('2026-11-15'),
}
const pay = (change: Partial<PastPay> = {}): PastPay => ({
  ...timing,
  id: 7,
  isTermination: false,
  ...change,
})
const asked = (beforeId: number): PastQuestion => ({
  timing,
  beforeId,
  startDate: civilDate('2020-01-06'),
  dateOfBirth: null,
  lastDay: null,
  mayHaveExtras: false,
  leaveTypes: [],
})

describe('another pay', () => {
  it('is earlier by its day, and on the same day by its id', () => {
    expect(isEarlier(pay({ payDate: civilDate('2026-11-11'), id: 99 }), asked(1))).toBe(true)
    expect([6, 7, 8].map((beforeId) => isEarlier(pay(), asked(beforeId)))).toEqual([false, false, true])
  })

  it('is of the same period when it ends with it and has its length', () => {
    expect(isSamePeriod(pay(), timing)).toBe(true)
    expect(isSamePeriod(pay({ payPeriod: 'FORTNIGHTLY' }), timing)).toBe(false)
    expect(isSamePeriod(pay({ periodEnd: civilDate('2026-11-14') }), timing)).toBe(false)
  })

  it('is paid in a range with both its ends', () => {
    const paid = (from: string, to: string) => isPaidIn(pay(), civilDate(from), civilDate(to))
    expect(paid('2026-11-12', '2026-11-12')).toBe(true)
    expect(paid('2026-11-13', '2026-11-30')).toBe(false)
    expect(paid('2026-11-01', '2026-11-11')).toBe(false)
    expect(paid('2026-11-11', '2026-11-13')).toBe(true)
  })
})

describe('the lines of a pay as later pays see them', () => {
  const nothing = {
    quantity: null,
    units: null,
    isOvertime: false,
    leaveType: null,
    date: null,
    taxMethod: null,
    stpCategory: null,
    isReturnToWork: false,
    startDate: null,
    endDate: null,
    isOutsideGross: false,
  }
  const days = { startDate: civilDate('2026-07-01'), endDate: civilDate('2026-09-30') }
  const bonus = { ...bonusLine('500', { taxMethod: 'METHOD_B2' }), ...days }
  const back = { ...backPayment('70', { taxMethod: 'METHOD_A_SPECIFIC_RANGE' }), ...days }
  const worked = civilDate('2026-11-10')
  const lines: PayLines = {
    hours: [{ ...hoursLine('38', '40', true), date: worked }, hoursLine('2', '40')],
    leave: [leaveLine('SICK', '7.6', '40')],
    allowances: [allowanceLine('10'), { ...allowanceLine('20'), isTaxable: false }],
    deductions: [],
    bonuses: [
      bonus,
      { ...bonus, isNzDiscretionary: true },
      { ...bonus, isNzEss: true, isReturnToWork: true },
    ],
    sacrifices: [sacrificeLine('30')],
    backPayments: [back],
  }
  const amounts: LineAmounts = {
    hours: [decimal('1520.00')],
    leave: [{ leaveType: 'SICK', amount: decimal('304'), loading: decimal('1') }],
    allowances: [decimal('10'), decimal('20')],
    deductions: [],
    bonuses: [decimal('500'), decimal('501'), decimal('502')],
    sacrifices: [decimal('30')],
    backPayments: [decimal('70')],
  }

  it('keep what the law may ask of each kind, and nothing else', () => {
    const [overtime, hours, leave, taxed, untaxed, first, discretionary, shares, sacrifice, owed, ...more] =
      pastLinesOf(lines, amounts)
    const hoursRow = { ...nothing, kind: 'hours', units: 'hours' }
    expect(overtime).toEqual({
      ...hoursRow,
      description: 'Overtime',
      amount: '1520',
      quantity: '38',
      isOvertime: true,
      date: worked,
    })
    expect(hours).toEqual({ ...hoursRow, description: 'Ordinary hours', amount: '0', quantity: '2' })
    expect(leave).toEqual({
      ...nothing,
      kind: 'leave',
      description: 'SICK',
      amount: '304',
      quantity: '7.6',
      leaveType: 'SICK',
      date: civilDate('2026-11-10'),
    })
    const { description } = allowanceLine('10')
    expect(taxed).toEqual({ ...nothing, kind: 'allowance', description, amount: '10' })
    expect(untaxed).toEqual({
      ...nothing,
      kind: 'allowance',
      description,
      amount: '20',
      isOutsideGross: true,
    })
    const bonusRow = {
      ...nothing,
      ...days,
      kind: 'bonus',
      description: bonus.description,
      taxMethod: 'METHOD_B2',
    }
    expect(first).toEqual({ ...bonusRow, amount: '500' })
    expect(discretionary).toEqual({ ...bonusRow, amount: '501', isOutsideGross: true })
    expect(shares).toEqual({ ...bonusRow, amount: '502', isOutsideGross: true, isReturnToWork: true })
    expect(sacrifice).toEqual({ ...nothing, kind: 'sacrifice', description: 'Sacrifice', amount: '30' })
    expect(owed).toEqual({
      ...nothing,
      ...days,
      kind: 'back-payment',
      description: back.description,
      amount: '70',
      taxMethod: 'METHOD_A_SPECIFIC_RANGE',
      stpCategory: back.stpCategory,
    })
    expect(more).toEqual([])
  })

  it('keep an amount of nothing where there is none', () => {
    const none = { ...amounts, hours: [], leave: [], bonuses: [] }
    expect(pastLinesOf(lines, none).map(({ amount }) => amount)).toEqual([
      '0',
      '0',
      '0',
      '10',
      '20',
      '0',
      '0',
      '0',
      '30',
      '70',
    ])
  })
})

it('periods of one kind that share a day are taxed together, and what was paid elsewhere is not', () => {
  const isWith = (start: string, end: string, change: Partial<PastPay> = {}) =>
    isTaxedWith(pay({ periodStart: civilDate(start), periodEnd: civilDate(end), ...change }), timing)
  expect([isWith('2026-11-15', '2026-11-21'), isWith('2026-11-16', '2026-11-22')]).toEqual([true, false])
  expect([isWith('2026-11-03', '2026-11-09'), isWith('2026-11-02', '2026-11-08')]).toEqual([true, false])
  expect(isWith('2026-11-09', '2026-11-15', { payPeriod: 'MONTHLY' })).toBe(false)
  expect(isWith('2026-11-09', '2026-11-15', { isSum: true })).toBe(false)
})

it('the past reaches to the first pays of the period, which may be paid 62 days before its end', () => {
  expect(['2026-09-14', '2026-09-13'].map((from) => reachingPeriod(civilDate(from), timing))).toEqual([
    '2026-09-14',
    '2026-09-13',
  ])
  expect(reachingPeriod(civilDate('2026-09-15'), timing)).toBe('2026-09-14')
})
