import { describe, expect, it } from 'vitest'
import { addUpReporting } from './reported-year.ts'
import { readReporting, type StoredReporting } from './stored-reporting.ts'

const SINGLE = [
  'gross',
  'overtime',
  'bonusesAndCommissions',
  'directorsFees',
  'lumpSumW',
  'lumpSumB',
  'lumpSumD',
  'sacrificedToSuper',
  'sacrificedToOther',
  'taxWithheld',
] as const
const LEAVE = ['C', 'U', 'P', 'W', 'A', 'O'] as const
const ALLOWANCES = ['CD', 'AD', 'LD', 'MD', 'RD', 'TD', 'KN', 'QN', 'OD'] as const
const DEDUCTIONS = [
  'CHARITY',
  'CHILD_SUPPORT_DEDUCTION',
  'CHILD_SUPPORT_GARNISHEE',
  'NORMAL',
  'NZ_ATTACHMENT_ORDER',
  'NZ_FINES',
  'NZ_IR_ARREARS',
  'NZ_MSD',
  'UNION_FEES',
] as const

const numbered = (names: readonly string[], from: number) =>
  Object.fromEntries(names.map((name, index) => [name, `${from + index}.50`]))

/** The stored reporting of a pay, with a different amount in every member. */
function stored(change: object = {}): unknown {
  return {
    ...numbered(SINGLE, 100),
    paidLeave: numbered(LEAVE, 200),
    allowances: numbered(ALLOWANCES, 300),
    deductions: numbered(DEDUCTIONS, 400),
    lumpSumE: [{ incomeYear: '2025', amount: '7.00' }],
    lumpSumA: { type: 'R', amount: '9.00' },
    etps: [{ etpCode: 'R', taxWithheld: '1', taxableComponent: '2', taxFreeComponent: '3', lumpSumD: '4' }],
    cessation: { date: '2026-11-12', code: 'V' },
    ...change,
  }
}

const texts = (record: Readonly<Record<string, { toFixed(places: number): string }>>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value.toFixed(2)]))

describe('what a pay stores for Single Touch Payroll', () => {
  it('comes back as it is, with every member', () => {
    expect(readReporting(stored())).toEqual(stored())
    const bare = stored({
      paidLeave: {},
      allowances: {},
      deductions: {},
      lumpSumE: [],
      lumpSumA: null,
      etps: [],
      cessation: null,
    })
    expect(readReporting(bare)).toEqual(bare)
  })

  it('is refused by the member that is not as it should be', () => {
    expect(() => readReporting(stored({ gross: 1 }))).toThrow('reporting.gross is not a text')
    expect(() => readReporting(stored({ paidLeave: { X: '1' } }))).toThrow('reporting.paidLeave.X')
    expect(() => readReporting(stored({ lumpSumA: { type: 'X', amount: '1' } }))).toThrow('one of R, T')
    expect(() => readReporting(stored({ cessation: { date: '2026-11-12', code: 'X' } }))).toThrow(
      'one of V, I, D, R, F, C, T',
    )
    expect(() => readReporting(stored({ more: 1 }))).toThrow('reporting.more')
  })
})

describe('the pays of a year', () => {
  const pay = (change: object = {}): StoredReporting => readReporting(stored(change))

  it('are added up, each category by itself', () => {
    const year = addUpReporting([
      pay(),
      pay({ paidLeave: {}, allowances: {}, deductions: {}, lumpSumA: null }),
    ])
    const { paidLeave, allowances, deductions, lumpSumA, lumpSumE, ...single } = year
    expect(texts(single)).toEqual(
      Object.fromEntries(SINGLE.map((name, index) => [name, `${2 * (100 + index) + 1}.00`])),
    )
    expect(texts(paidLeave)).toEqual(numbered(LEAVE, 200))
    expect(texts(allowances)).toEqual(numbered(ALLOWANCES, 300))
    expect(texts(deductions)).toEqual(numbered(DEDUCTIONS, 400))
    expect(texts(lumpSumA)).toEqual({ R: '9.00', T: '0.00' })
    expect(lumpSumE.map(({ incomeYear, amount }) => [incomeYear, amount.toFixed(2)])).toEqual([
      ['2025', '14.00'],
    ])
  })

  it('have lump sums A by type, and E by year, the oldest first', () => {
    const year = addUpReporting([
      pay({
        lumpSumA: { type: 'T', amount: '1.00' },
        lumpSumE: [
          { incomeYear: '2025', amount: '1' },
          { incomeYear: '2023', amount: '2' },
        ],
      }),
      pay({ lumpSumA: { type: 'R', amount: '2.00' }, lumpSumE: [{ incomeYear: '2024', amount: '4' }] }),
      pay({ lumpSumA: { type: 'T', amount: '4.00' }, lumpSumE: [{ incomeYear: '2023', amount: '8' }] }),
    ])
    expect(texts(year.lumpSumA)).toEqual({ R: '2.00', T: '5.00' })
    expect(year.lumpSumE.map(({ incomeYear, amount }) => `${incomeYear} ${amount}`)).toEqual([
      '2023 10',
      '2024 4',
      '2025 1',
    ])
  })
})
