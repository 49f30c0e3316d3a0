import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { type Opening, type OpeningPeriod, superEarningsOf } from '../../../contract/opening.ts'
import { openingPays } from './opening.ts'

/* Opening figures as pay history entries. Every total counts once. */

const on = civilDate
const period = (end: string, change: Partial<OpeningPeriod> = {}): OpeningPeriod => ({
  ...{ payPeriod: 'WEEKLY' as const, periodStart: on('2026-10-26'), periodEnd: on(end), payDate: on(end) },
  ...{ gross: '1000.00', counted: null, tax: '170.00', hours: '38', daysPaid: null },
  ...{ irregular: null, unpaidLeaveHours: null },
  ...change,
})
const LAST = period('2026-11-01')
const ETP = {
  payDate: on('2026-08-01'),
  code: 'O' as const,
  taxable: '500.00',
  taxFree: '0.00',
  withheld: '160.00',
  lumpSumD: '0.00',
}

const opening = (change: Partial<Opening> = {}): Opening => ({
  ...{ asAt: on('2026-11-05'), paidTo: on('2026-11-01'), previousPayrollId: null, previousBmsId: null },
  ...{ leave: {}, totals: {}, stp: null, etps: [], lastFullPay: null, history: [LAST] },
  ...change,
})
const hours = { hoursPerDay: decimal('7.6'), daysPerWeek: decimal('5') }
const rows = (change: Partial<Opening> = {}) => openingPays(opening(change), hours)
const restOf = (change: Partial<Opening>) => rows(change).find(({ id }) => id === -1)

const NO_SUPER = {
  ...{
    super: '0',
    superPaid: '0',
    superBase: '0',
    superBaseCounted: '0',
    compulsorySuper: '0',
    aboveCompulsorySuper: '0',
  },
  superDueDate: null,
}
const NO_METHOD_B2 = { methodB2Amount: '0', methodB2Tax: '0', methodB2StudyLoan: '0', taxCarried: '0' }
const NO_DETAILS = {
  ...{ extras: '0', extraTax: '0', extraStudyLoan: '0', netBeforeDeductions: '0', childSupport: '0' },
  ...{
    hoursPaid: '0',
    hoursPerDay: '7.6',
    daysPerWeek: '5',
    lines: [],
    etps: [],
    ratePerHour: '0',
    workersCompensation: '0',
  },
}

describe('a period that is known', () => {
  it('is a pay of its own with what it earned and withheld', () => {
    const [made] = rows()
    expect(made).toEqual({
      ...{ ...NO_SUPER, ...NO_METHOD_B2, advances: [], isTermination: false },
      ...{ id: -2, payDate: '2026-11-01', payPeriod: 'WEEKLY' },
      ...{ periodStart: '2026-10-26', periodEnd: '2026-11-01' },
      ...{ taxableGross: '1000.00', tax: '170.00', periodTaxable: '1000.00', periodTax: '170.00' },
      details: {
        ...{ ...NO_DETAILS, netBeforeDeductions: '830', hoursPaid: '38' },
        lines: [expect.objectContaining({ kind: 'hours', amount: '1000.00', quantity: '38' })],
      },
    })
  })

  it('says what of it was taxed with the period, and stands without hours', () => {
    const [made] = rows({ history: [{ ...LAST, counted: '900.00', hours: null }] })
    expect([made?.taxableGross, made?.periodTaxable, made?.details?.hoursPaid]).toEqual([
      '900.00',
      '900.00',
      '0',
    ])
  })

  it('comes latest first, the last full pay among them once', () => {
    const before = period('2026-10-25')
    const ids = (change: Partial<Opening>) => rows(change).map(({ id, periodEnd }) => `${id} ${periodEnd}`)
    expect(ids({ history: [before, LAST], lastFullPay: LAST })).toEqual([
      '-2 2026-11-01',
      '-3 2026-10-25',
      '-1 2026-11-01',
    ])
    expect(ids({ history: [LAST], lastFullPay: before })).toEqual([
      '-2 2026-11-01',
      '-3 2026-10-25',
      '-1 2026-11-01',
    ])
    expect(ids({ history: [] })).toEqual(['-1 2026-11-01'])
  })
})

describe('the rest of the year', () => {
  const totals = { gross: '20000.00', tax: '4000.00' }

  it('is what the known periods do not hold, and belongs to no period', () => {
    expect(restOf({ totals })).toEqual({
      ...{ ...NO_SUPER, ...NO_METHOD_B2, advances: [], isTermination: false },
      ...{ id: -1, isSum: true, payDate: '2026-11-05', payPeriod: 'WEEKLY' },
      ...{ periodStart: '2026-11-01', periodEnd: '2026-11-01' },
      ...{ taxableGross: '19000', tax: '3830', periodTaxable: '0', periodTax: '0' },
      details: NO_DETAILS,
    })
    expect(restOf({ totals: {} })).toMatchObject({ taxableGross: '0', tax: '0' })
    const given = restOf({ totals: { ...totals, taxable_gross: '15000.00' }, history: [] })
    expect(given?.taxableGross).toBe('15000')
    const counted = restOf({ totals, history: [{ ...LAST, counted: '900.00' }] })
    expect(counted?.taxableGross).toBe('19100')
  })

  it('counts periods paid from 1 July up to the day of the figures', () => {
    const grossBeside = (end: string) => restOf({ totals, history: [period(end)] })?.taxableGross
    expect(grossBeside('2026-06-30')).toBe('20000')
    expect(grossBeside('2026-07-01')).toBe('19000')
    expect(grossBeside('2026-11-05')).toBe('19000')
    expect(grossBeside('2026-11-06')).toBe('20000')
  })

  it('brings super and payments by method B(ii)', () => {
    const given = { super: '2400.00', method_b2_amount: '5000.00', method_b2_tax: '1500.00' }
    expect(restOf({ totals: { ...given, method_b2_study_loan: '70.00' } })).toMatchObject({
      ...{ super: '2400.00', superBaseCounted: '0' },
      ...{ methodB2Amount: '5000.00', methodB2Tax: '1500.00', methodB2StudyLoan: '70.00' },
    })
  })

  it('holds the termination payments of the income year up to its day', () => {
    const paidOn = (date: string) => restOf({ etps: [{ ...ETP, payDate: on(date) }] })?.details?.etps.length
    expect(restOf({ etps: [ETP] })?.details?.etps).toEqual([ETP])
    expect([paidOn('2026-06-30'), paidOn('2026-07-01')]).toEqual([0, 1])
    expect([paidOn('2026-11-05'), paidOn('2026-11-06')]).toEqual([1, 0])
  })
})

describe('earnings that super was worked out on', () => {
  const counted = (asAt: string, totals: Opening['totals']) =>
    rows({ asAt: on(asAt), totals, history: [] }).map(
      ({ id, payDate, superBaseCounted }) => `${id} ${payDate} ${superBaseCounted}`,
    )

  it('stand in the quarter that they were paid in, as far as that was said', () => {
    expect(counted('2026-11-05', { super_earnings: '20000', super_earnings_in_quarter: '4000' })).toEqual([
      '-1 2026-11-05 4000',
      '-1001 2026-09-30 16000',
    ])
    expect(counted('2026-11-05', { super_earnings: '20000' })).toEqual([
      '-1 2026-11-05 0',
      '-1001 2026-09-30 20000',
    ])
    expect(counted('2026-11-05', { super_earnings: '4000', super_earnings_in_quarter: '4000' })).toEqual([
      '-1 2026-11-05 4000',
    ])
  })

  it('are all of it in the first quarter of the year, and none where none was given', () => {
    expect(counted('2026-09-30', { super_earnings: '20000', super_earnings_in_quarter: '4000' })).toEqual([
      '-1 2026-09-30 20000',
    ])
    expect(counted('2026-10-01', { super_earnings: '20000' })).toEqual([
      '-1 2026-10-01 0',
      '-1001 2026-09-30 20000',
    ])
    expect(counted('2026-11-05', {})).toEqual(['-1 2026-11-05 0'])
  })

  it('are the gross where super was given without them, as the tax office is told', () => {
    const totals = { gross: '250000', super: '30000' }
    const made = rows({ totals, history: [] })
    expect(made.map(({ superBaseCounted }) => superBaseCounted)).toEqual(['0', '250000'])
    expect(made[0]?.details?.superEarningsFromGross).toBe('250000')
    expect(superEarningsOf({ totals })).toBe('250000')
    expect(superEarningsOf({ totals: { ...totals, super_earnings: '200000' } })).toBe('200000')
    expect(superEarningsOf({ totals: { gross: '250000' } })).toBe('0')
    expect(counted('2026-11-05', { gross: '250000' })).toEqual(['-1 2026-11-05 0'])
    const given = rows({ totals: { ...totals, super_earnings: '200000' }, history: [] })
    expect(given[0]?.details).not.toHaveProperty('superEarningsFromGross')
  })

  it('of earlier quarters stand on the day before this one, and are nothing else', () => {
    const made = rows({ totals: { super_earnings: '20000' }, history: [] })
    expect(made[1]).toEqual({
      ...{ ...NO_SUPER, ...NO_METHOD_B2, advances: [], isTermination: false },
      ...{ id: -1001, isSum: true, payDate: '2026-09-30', payPeriod: 'WEEKLY' },
      ...{ periodStart: '2026-09-30', periodEnd: '2026-09-30', superBaseCounted: '20000' },
      ...{ taxableGross: '0', tax: '0', periodTaxable: '0', periodTax: '0', details: NO_DETAILS },
    })
  })
})

describe('what later pays read of a period that was paid elsewhere', () => {
  it('is leave that was paid in advance, also for a period that is still to come', () => {
    const inAdvance = { amount: '1520.00', tax: '305.00' }
    const ahead = period('2026-11-08', { gross: '0', tax: '0', payDate: on('2026-11-01'), inAdvance })
    const [first] = rows({ history: [LAST, ahead] })
    expect(first?.advances).toEqual([{ periodEnd: '2026-11-08', taxable: '1520.00', tax: '305.00' }])
    // The coming period has no pay yet, so leave by the year is still granted in it.
    expect([first?.periodEnd, first?.periodTaxable]).toEqual(['2026-11-01', '0'])
    const paid = period('2026-11-01', { inAdvance })
    expect(rows({ history: [paid] })[0]?.advances).toHaveLength(1)
  })

  it('is the back payment that method B(i) spread', () => {
    const backPay = { amount: '450.00', start: on('2026-10-05'), end: on('2026-11-01') }
    const lines = rows({ history: [period('2026-11-01', { backPay })] })[0]?.details?.lines
    expect(lines?.at(-1)).toMatchObject({
      ...{ kind: 'back-payment', amount: '450.00', taxMethod: 'METHOD_B1' },
      ...{ startDate: '2026-10-05', endDate: '2026-11-01' },
    })
  })

  it('is whether it was paid in full, said by the period or by a last full pay before it', () => {
    const isFull = (change: Partial<Opening>) => rows(change)[0]?.details?.isFullPay
    expect(isFull({ history: [period('2026-11-01', { isFullPay: false })] })).toBe(false)
    expect(isFull({ lastFullPay: period('2026-10-25') })).toBe(false)
    expect(isFull({})).toBeUndefined()
  })

  it('is the tax that its net could not cover', () => {
    expect(restOf({ totals: { tax_carried: '85.00' } })?.taxCarried).toBe('85.00')
  })
})
