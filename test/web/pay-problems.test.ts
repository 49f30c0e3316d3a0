import { describe, expect, it } from 'vitest'
import type { Pay } from '../../web/api/types.ts'
import { changedRows } from '../../web/pays/changed-rows.ts'
import { payProblems, periodOf } from '../../web/pays/pay-problems.ts'
import type { PayValues } from '../../web/pays/pay-values.ts'
import { typedNumber } from '../../web/typed-numbers.ts'

/* What the editor of a pay and the correction page stop before they save. */

const HOURS = {
  description: 'Ordinary hours',
  value: '38',
  rate: 'system:ordinary_time',
  price: '',
  is_overtime: false,
  units: 'hours',
  date: '',
  week: '',
}
const LEAVE = {
  description: 'Annual leave',
  leave_type: 'HOLIDAY',
  date: '2026-11-16',
  hours: '7.6',
  rate: '',
  loading: '',
}
const ALLOWANCE = {
  description: 'Travel',
  amount: '20',
  units: '1',
  allowance_category: 'OD',
  is_taxable: true,
  is_itemised: false,
  is_included_in_super_calculations: true,
}
const DEDUCTION = {
  description: 'Union',
  amount: '10',
  classification: 'NORMAL',
  is_included_in_super_calculations: true,
}
const START: PayValues = {
  hours: [HOURS],
  leave: [LEAVE],
  allowances: [ALLOWANCE],
  deductions: [DEDUCTION],
  bonuses: [],
  pay_sacrifices: [],
  reimbursements: [],
  back_payments: [],
  note: '',
}
const period = periodOf({ pay_period: 'WEEKLY', pay_run_end_date: '2026-11-22' })
const found = (change: Partial<PayValues>, isCorrection = false) =>
  Object.fromEntries(
    Object.entries(payProblems({ ...START, ...change }, START, { period, isCorrection })).map(
      ([path, { text }]) => [path, text],
    ),
  )
const withHours = (value: string) => ({ hours: [{ ...HOURS, value }] })

describe('a pay in its form', () => {
  it('has the period of the run', () => {
    expect(period).toEqual({ start: '2026-11-16', end: '2026-11-22' })
    expect(periodOf({ pay_period: 'MONTHLY', pay_run_end_date: '2026-11-30' }).start).toBe('2026-11-01')
  })

  it('stops hours that the period does not have, as the grid does', () => {
    expect(found(withHours('38.5'))).toEqual({})
    expect(found(withHours('168.5'))).toEqual({
      'hours.0.value': '168.5 hours cannot be worked: the period has 168 (7 days of 24).',
    })
    expect(found({ leave: [{ ...LEAVE, hours: '140' }] })).toEqual({
      'leave.0.hours': 'All hours together would be 178: the period has 168 (7 days of 24).',
    })
    expect(found({ leave: [{ ...LEAVE, hours: '140', date: '2026-11-30' }] })).toEqual({})
    expect(found({ hours: [{ ...HOURS, value: '500', units: 'km' }] })).toEqual({})
  })

  it('takes negative hours only in a correction', () => {
    expect(found(withHours('-2'))['hours.0.value']).toMatch(/^Hours cannot be negative/)
    expect(found(withHours('-2'), true)).toEqual({})
  })

  it('saves no number that was emptied or is none', () => {
    expect(found(withHours(''))).toEqual({ 'hours.0.value': 'Enter the hours, or remove the row.' })
    expect(found(withHours('7,5'))['hours.0.value']).toMatch(/^This is not a number/)
    expect(found({ deductions: [{ ...DEDUCTION, amount: ' ' }] })).toEqual({
      'deductions.0.amount': 'Enter the amount, or remove the row.',
    })
    expect(found({ deductions: [DEDUCTION, { ...DEDUCTION, description: '', amount: '' }] })).toEqual({})
  })

  it('has no parts of a cent, except in a price for each unit', () => {
    expect(found({ allowances: [{ ...ALLOWANCE, amount: '12.345' }] })).toEqual({
      'allowances.0.amount': 'Dollars have two decimals at most. Write 12.35.',
    })
    expect(found({ allowances: [{ ...ALLOWANCE, amount: '0.885', units: '120' }] })).toEqual({})
  })
})

describe('a typed number', () => {
  it.each([
    ['22:30', 'hours', '22.5'],
    [' 22 ', 'hours', '22'],
    ['1,234.5', 'dollars', '1234.5'],
    ['$1,200.50', 'dollars', '1200.5'],
    ['0.0384615385', 'dollars', '0.0384615385'],
    ['7,5', 'hours', '7,5'],
    ['', 'hours', ''],
  ] as const)('is sent as the API takes it: %s %s', (text, unit, wire) => {
    expect(typedNumber(text, unit)).toBe(wire)
  })
})

describe('a pay that a colleague changed', () => {
  it('says which rows changed, and to what', () => {
    const pay = (change: object) =>
      ({
        hours: [{ description: 'Ordinary hours', value: 38 }],
        leave: [{ name: 'Annual leave', hours: 7.6 }],
        allowances: [],
        bonuses: [],
        back_payments: [],
        deductions: [{ description: 'Union', amount: 10 }],
        pay_sacrifices: [],
        ...change,
      }) as unknown as Pay
    const now = pay({ hours: [{ description: 'Ordinary hours', value: 20 }], deductions: [] })
    expect(changedRows(pay({}), now)).toEqual([
      { name: 'Ordinary hours', before: '38 hours', after: '20 hours' },
      { name: 'Union', before: '$10.00', after: 'nothing' },
    ])
  })
})
