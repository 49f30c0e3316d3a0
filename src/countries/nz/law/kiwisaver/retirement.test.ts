import { describe, expect, it } from 'vitest'
import { nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { SacrificeLine } from '../../../../payroll/input.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzKiwiSaver, NzPayInput, NzTaxCode } from '../input/input.ts'
import { calculateNzPay } from '../pay.ts'
import { esctOn, esctRateFor } from './retirement.ts'

const member: NzKiwiSaver = { ...nzPay().kiwiSaver, statusCode: 'AK' }
const week = paidHours(decimal('1000'))
const pay = (kiwiSaver: Partial<NzKiwiSaver>, changes: Partial<NzPayInput> = {}) =>
  calculateNzPay(nzPay({ hours: week, kiwiSaver: { ...member, ...kiwiSaver }, ...changes }), nzRates)

describe('who contributes', () => {
  it('is decided by status, action and tax code', () => {
    const employee = (kiwiSaver: Partial<NzKiwiSaver>, code: NzTaxCode = 'M'): string =>
      pay(kiwiSaver, {
        tax: { code, certificateRate: decimal('0.2'), schedularRate: null },
      }).figures.kiwisaverEmployee.toFixed(2)
    expect([employee({}), employee({ statusCode: 'OK' }), employee({ statusCode: 'AE' })]).toEqual([
      '35.00',
      '35.00',
      '35.00',
    ])
    expect(employee({ statusCode: 'NK' })).toBe('0.00')
    expect(employee({ existingAction: 'SAVINGS_SUSPENSION' })).toBe('0.00')
    expect(employee({ statusCode: 'CT', existingAction: 'CONTINUE' })).toBe('35.00')
    expect(employee({ statusCode: 'CT', existingAction: 'OPT_IN' })).toBe('35.00')
    expect(employee({ statusCode: 'CT', existingAction: 'NONE' })).toBe('0.00')
    expect([employee({}, 'NSW'), employee({}, 'WT'), employee({}, 'ND')]).toEqual(['0.00', '0.00', '35.00'])
  })

  it('gets a warning for a rate that the law does not know, and for one that needs a reduction', () => {
    const warnings = (employeeRate: string | null): string =>
      pay({ employeeRate: employeeRate === null ? null : decimal(employeeRate) }).warnings.join()
    expect(warnings(null)).toBe('')
    expect(warnings('0.04')).toBe('')
    expect(warnings('0.03')).toBe('KiwiSaver at 3% needs a temporary rate reduction; the default is 3.5%.')
    expect(warnings('0.05')).toBe('5% is not one of the KiwiSaver employee rates at 2026-10-01.')
    expect(pay({ statusCode: 'NK', employeeRate: decimal('0.05') }).warnings).toEqual([])
  })

  it('is warned of an automatic enrolment under 18', () => {
    const warnings = (dateOfBirth: string | null, statusCode: NzKiwiSaver['statusCode'] = 'AE'): number =>
      pay(
        { statusCode, isEmployerVoluntary: true },
        { dateOfBirth: dateOfBirth === null ? null : civilDate(dateOfBirth) },
      ).warnings.length
    expect(warnings('2008-10-01')).toBe(0)
    expect(warnings('2008-10-02')).toBe(1)
    expect(warnings('2008-10-02', 'AK')).toBe(0)
    expect(warnings(null)).toBe(0)
    expect(warnings('2008-10-02', 'NK')).toBe(0)
  })
})

describe('the employer', () => {
  const employer = (kiwiSaver: Partial<NzKiwiSaver>, changes: Partial<NzPayInput> = {}): string =>
    pay(kiwiSaver, changes).figures.kiwisaverEmployer.toFixed(2)

  it('contributes from 16 to 64, and beyond where it chose to', () => {
    const aged = (dateOfBirth: string, changes: Partial<NzKiwiSaver> = {}): string =>
      employer(changes, { dateOfBirth: civilDate(dateOfBirth) })
    expect([aged('2010-10-01'), aged('2010-10-02')]).toEqual(['35.00', '0.00'])
    expect([aged('1961-10-02'), aged('1961-10-01')]).toEqual(['35.00', '0.00'])
    expect(aged('2010-10-02', { isEmployerVoluntary: true })).toBe('35.00')
    const unknown = pay({}, { dateOfBirth: null })
    expect(unknown.figures.kiwisaverEmployer.toFixed(2)).toBe('35.00')
    expect(unknown.warnings).toEqual([
      'No date of birth: the ages for KiwiSaver employer contributions were not checked.',
    ])
  })

  it('contributes alone where the employee’s own share is nothing', () => {
    const { figures } = pay({ employeeRate: ZERO })
    expect([figures.kiwisaverEmployee, figures.totalKiwiSaver].map((each) => each.toFixed(2))).toEqual([
      '0.00',
      '31.33',
    ])
    const alone = pay({ cecObligation: 'NOT_REQUIRED' }).figures
    expect([alone.kiwisaverEmployer, alone.totalKiwiSaver].map((each) => each.toFixed(2))).toEqual([
      '0.00',
      '35.00',
    ])
  })

  it('owes nothing where it is not required, or where an existing scheme meets all of it', () => {
    expect(employer({ cecObligation: 'NOT_REQUIRED' })).toBe('0.00')
    expect(employer({ cecObligation: 'NOT_REQUIRED', isEmployerVoluntary: true })).toBe('35.00')
    expect(employer({ cecObligation: 'EXISTING_SCHEME' })).toBe('0.00')
    expect(employer({ statusCode: 'NK', isEmployerVoluntary: true })).toBe('0.00')
  })

  it('pays the rest of its share where a scheme takes a part, never less than nothing', () => {
    const scheme = { cecObligation: 'EXISTING_SCHEME' as const, complyingFundRate: decimal('0.05') }
    const { figures } = pay(scheme)
    expect([figures.complyingFundEmployer.toFixed(2), figures.kiwisaverEmployer.toFixed(2)]).toEqual([
      '50.00',
      '0.00',
    ])
    expect(pay({ complyingFundRate: decimal('0.05') }).figures.complyingFundEmployer.eq(ZERO)).toBe(true)
    expect(pay({ ...scheme, statusCode: 'NK' }).figures.complyingFundEmployer.eq(ZERO)).toBe(true)
  })

  it('is warned below the minimum, unless it matches a reduced rate of the employee', () => {
    const warnings = (employerRate: string, employeeRate: string | null = null): string =>
      pay({
        employerRate: decimal(employerRate),
        employeeRate: employeeRate === null ? null : decimal(employeeRate),
      }).warnings.join()
    expect(warnings('0.035')).toBe('')
    expect(warnings('0.034')).toBe('The KiwiSaver employer rate 3.4% is below the minimum 3.5%.')
    expect(warnings('0.03', '0.03')).not.toContain('below the minimum')
    expect(warnings('0.03', '0.04')).toContain('below the minimum')
    expect(pay({ statusCode: 'NK', employerRate: decimal('0.01') }).warnings).toEqual([])
  })
})

describe('the base of contributions', () => {
  const base = (changes: Partial<NzPayInput>): string | undefined =>
    pay({}, changes)
      .steps.find(({ name }) => name === 'kiwisaver.base')
      ?.amount.toString()
  const allowance = (isTaxable: boolean, isInSuper: boolean) => ({
    description: 'Tools',
    amountPerUnit: decimal('10'),
    units: decimal('1'),
    category: null,
    isTaxable,
    isItemised: false,
    isInSuper,
  })
  const sacrifice = (isInSuper: boolean, isSuper = false): SacrificeLine => ({
    description: 'Car',
    sacrificedFrom: null,
    amountType: 'FIXED',
    amount: decimal('100'),
    limitPerPay: null,
    limitLeft: null,
    isInSuper,
    isSuper,
  })
  const backPayment = (isInSuper: boolean): NzPayInput['backPayments'][number] => ({
    description: 'Back pay',
    amount: decimal('40'),
    stpCategory: 'GROSS',
    taxMethod: 'NORMAL_EARNINGS',
    startDate: null,
    endDate: null,
    isInSuper,
  })

  it('holds taxable rows that count for it', () => {
    expect(base({})).toBe('1000')
    expect(
      base({ allowances: [allowance(true, true), allowance(true, false), allowance(false, true)] }),
    ).toBe('1010')
    expect(base({ backPayments: [backPayment(true), backPayment(false)] })).toBe('1040')
    expect(base({ sacrifices: [sacrifice(true), sacrifice(false)] })).toBe('900')
    expect(base({ hours: paidHours(decimal('-10')) })).toBe('0')
  })

  it('of sacrificed super bears ESCT of its own', () => {
    const { figures } = pay({ statusCode: 'NK' }, { sacrifices: [sacrifice(true, true), sacrifice(true)] })
    expect([figures.sacrificedSuper, figures.sacrificedSuperEsct].map((figure) => figure.toFixed(2))).toEqual(
      ['100.00', '10.50'],
    )
  })
})

describe('ESCT', () => {
  it('is taken from whole dollars and cut to the cent', () => {
    const on = (amount: string, rate: string) =>
      esctOn(decimal(amount), decimal(rate), 'esct', new Trace()).toFixed(2)
    expect([on('35.99', '0.105'), on('36', '0.105'), on('0.99', '0.33'), on('0', '0.33')]).toEqual([
      '3.67',
      '3.78',
      '0.00',
      '0.00',
    ])
  })

  it('leaves out what is treated as salary', () => {
    const { figures } = pay({
      taxMethod: 'PAYE_GROSS',
      payeFraction: decimal('0.3'),
      esctRate: decimal('0.3'),
    })
    // 35 × 0.3 = 10.50. 24 whole dollars × 30% = 7.20.
    expect([figures.kiwisaverPayeGrossUplift, figures.kiwisaverEsct].map((each) => each.toFixed(2))).toEqual([
      '10.50',
      '7.20',
    ])
    expect(figures.totalKiwiSaver.toFixed(2)).toBe('62.80')
    expect(
      pay({ taxMethod: 'ESCT', payeFraction: decimal('0.3') }).figures.kiwisaverPayeGrossUplift.eq(ZERO),
    ).toBe(true)
  })

  it('takes the rate of the band that the whole dollars fall in', () => {
    const table = nzRates.esct.at(civilDate('2026-10-01'))
    const [first, second] = table.value
    const rate = (amount: string) => esctRateFor(decimal(amount), table, new Trace()).toString()
    const limit = first?.to?.toString() ?? ''
    expect([rate(limit), rate(`${limit}.99`), rate(decimal(limit).plus('1').toString())]).toEqual([
      first?.rate.toString(),
      first?.rate.toString(),
      second?.rate.toString(),
    ])
  })
})

describe('PAYE paid out of a contribution', () => {
  it('exists under PAYE_NET only, and is what the contribution adds to the PAYE of the period', () => {
    const tax = (taxMethod: NzKiwiSaver['taxMethod'], changes: Partial<NzPayInput> = {}) =>
      pay({ taxMethod }, { hours: paidHours(decimal('800')), ...changes }).figures.kiwisaverContributionTax
    expect([tax('ESCT'), tax('PAYE_GROSS')].every((each) => each.eq(ZERO))).toBe(true)
    // 28 more in the 17.5% band, or in the 33% band when the period has already paid 2,000.
    expect(tax('PAYE_NET').toFixed(1)).toBe('4.9')
    const periodSoFar = { ...nzPay().periodSoFar, ordinary: decimal('2000'), payeOrdinary: decimal('400') }
    expect(tax('PAYE_NET', { periodSoFar }).toFixed(1)).toBe('9.2')
  })
})
