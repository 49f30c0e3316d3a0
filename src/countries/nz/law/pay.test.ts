import { describe, expect, it } from 'vitest'
import { bonus, deduction, nzPay, nzRates, paidHours } from '../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, whole, ZERO } from '../../../kernel/values/money.ts'
import { redistributeByGross } from '../../../payroll/redistribute.ts'
import type { NzPayInput } from './input/input.ts'
import type { NzPayResult } from './input/result.ts'
import { calculateNzPay } from './pay.ts'

const pay = (changes: Partial<NzPayInput>): NzPayResult => calculateNzPay(nzPay(changes), nzRates)
const member = { ...nzPay().kiwiSaver, statusCode: 'AK' as const }
const week = paidHours(decimal('1000'))

describe('KiwiSaver', () => {
  it('takes the default rates of the payment date, not of the period', () => {
    const march = pay({ payDate: civilDate('2026-03-31'), hours: week, kiwiSaver: member }).figures
    const april = pay({ payDate: civilDate('2026-04-01'), hours: week, kiwiSaver: member }).figures
    expect([march.kiwisaverEmployee, march.kiwisaverEmployer].map(String)).toEqual(['30', '30'])
    expect([april.kiwisaverEmployee, april.kiwisaverEmployer].map(String)).toEqual(['35', '35'])
  })

  it('owes nothing for the employer under 18 before April 2026, under 16 after, and from 65', () => {
    const employer = (payDate: string, dateOfBirth: string): string =>
      pay({
        payDate: civilDate(payDate),
        dateOfBirth: civilDate(dateOfBirth),
        hours: week,
        kiwiSaver: member,
      }).figures.kiwisaverEmployer.toFixed(2)
    expect(employer('2026-03-31', '2008-06-01')).toBe('0.00')
    expect(employer('2026-04-01', '2008-06-01')).toBe('35.00')
    expect(employer('2026-04-01', '2010-06-01')).toBe('0.00')
    expect(employer('2026-10-01', '1961-10-02')).toBe('35.00')
    expect(employer('2026-10-02', '1961-10-02')).toBe('0.00')
  })

  it('follows the status code and a savings suspension', () => {
    const employee = (changes: Partial<NzPayInput['kiwiSaver']>): string =>
      pay({ hours: week, kiwiSaver: { ...member, ...changes } }).figures.kiwisaverEmployee.toFixed(2)
    expect(employee({ statusCode: 'NK' })).toBe('0.00')
    expect(employee({ statusCode: 'CT' })).toBe('0.00')
    expect(employee({ statusCode: 'CT', existingAction: 'OPT_IN' })).toBe('35.00')
    expect(employee({ statusCode: 'AE', existingAction: 'SAVINGS_SUSPENSION' })).toBe('0.00')
    expect(employee({ statusCode: 'OK', employeeRate: decimal('0.08') })).toBe('80.00')
  })

  it('lets an existing scheme meet the obligation, wholly or in part, each with its own ESCT', () => {
    const scheme = { ...member, cecObligation: 'EXISTING_SCHEME' as const, esctRate: decimal('0.30') }
    expect(pay({ hours: week, kiwiSaver: scheme }).figures.kiwisaverEmployer.eq(ZERO)).toBe(true)
    const half = pay({ hours: week, kiwiSaver: { ...scheme, complyingFundRate: decimal('0.0155') } }).figures
    expect(half.complyingFundEmployer.toFixed(2)).toBe('15.50')
    expect(half.kiwisaverEmployer.toFixed(2)).toBe('19.50')
    expect([half.complyingFundEsct, half.kiwisaverEsct].map((esct) => esct.toFixed(2))).toEqual([
      '4.50',
      '5.70',
    ])
  })

  it('under PAYE_NET pays the tax on the contribution out of the contribution', () => {
    const kiwiSaver = {
      ...member,
      employeeRate: decimal('0.04'),
      employerRate: decimal('0.03'),
      taxMethod: 'PAYE_NET' as const,
    }
    const { figures: f } = pay({ hours: paidHours(decimal('500.03')), kiwiSaver })
    expect(f.kiwisaverPayeGrossUplift.toFixed(2)).toBe('15.00')
    expect(f.paye.toFixed(2)).toBe('78.14')
    // 78.14 − 75.25 − the levy on 15.00
    expect(f.kiwisaverContributionTax.toFixed(2)).toBe('2.63')
    expect(f.tax.toFixed(2)).toBe('75.51')
    expect(f.kiwisaverEmployer.toFixed(2)).toBe('12.37')
    expect(f.kiwisaverEsct.eq(ZERO)).toBe(true)
  })

  it('splits a contribution between PAYE and ESCT by the fraction', () => {
    const kiwiSaver = { ...member, taxMethod: 'PAYE_GROSS' as const, payeFraction: decimal('0.5') }
    const { figures: f } = pay({ hours: week, kiwiSaver })
    expect(f.kiwisaverPayeGrossUplift.toFixed(2)).toBe('17.50')
    expect(f.kiwisaverEsct.toFixed(2)).toBe('1.78')
  })
})

describe('bonuses by their flags', () => {
  it('tax shares without money only when the employer withholds, and never pay them out', () => {
    const shares = { isNzEss: true }
    const plain = pay({ hours: week }).figures
    const filed = pay({ hours: week, bonuses: [bonus(decimal('2500'), shares)] }).figures
    expect([filed.gross, filed.tax, filed.filedEss].map(String)).toEqual([
      String(plain.gross),
      String(plain.tax),
      '2500',
    ])
    const withheld = pay({
      hours: week,
      bonuses: [bonus(decimal('2500'), { ...shares, withholdPaye: true })],
    }).figures
    // One week of 1,000 in the four weeks annualises to 13,000, or 15,500 with the benefit: 10.5%, no levy.
    expect(withheld.payeExtraPay.toFixed(2)).toBe('262.50')
    expect(withheld.gross.eq(plain.gross)).toBe(true)
  })

  it('pay a share scheme settled in cash as an extra pay without levy, with KiwiSaver', () => {
    const lines = [bonus(decimal('1000'), { isNzEss: true, isNzEssCashSettled: true })]
    const { figures: f } = pay({ hours: week, bonuses: lines, kiwiSaver: member })
    expect(f.gross.toFixed(2)).toBe('2000.00')
    expect(f.payeExtraPay.toFixed(2)).toBe('105.00')
    expect(f.kiwisaverEmployee.toFixed(2)).toBe('70.00')
    expect(f.notLiableForAcc.toFixed(2)).toBe('1000.00')
  })

  it('set the lump-sum indicator at the lowest rate only', () => {
    const low = pay({ bonuses: [bonus(decimal('10000'), { taxAsNzExtraPay: true })] })
    expect(low.lowRateIndicator).toBe(true)
    const high = pay({ hours: week, bonuses: [bonus(decimal('10000'), { taxAsNzExtraPay: true })] })
    expect(high.lowRateIndicator).toBe(false)
  })

  it('tax a regular bonus for several periods as if each had its part', () => {
    const lines = [
      bonus(decimal('400'), {
        taxMethod: 'SPREAD_OVER_SPECIFIC_RANGE',
        startDate: civilDate('2026-09-07'),
        endDate: civilDate('2026-10-04'),
      }),
    ]
    const part = pay({ hours: paidHours(decimal('1100')) }).figures.paye.minus(
      pay({ hours: week }).figures.paye,
    )
    const { figures: f } = pay({ hours: week, bonuses: lines })
    expect(f.paye.minus(f.payeOrdinary).eq(part.times('4'))).toBe(true)
  })

  it('leave a discretionary bonus out of gross earnings for holidays', () => {
    const lines = [bonus(decimal('300'), { isNzDiscretionary: true }), bonus(decimal('200'))]
    expect(pay({ hours: week, bonuses: lines }).figures.holidayGrossEarnings.toFixed(2)).toBe('1200.00')
  })

  it('honour a higher rate the employee asked for, never a lower one', () => {
    const bonuses = [bonus(decimal('1000'), { taxAsNzExtraPay: true })]
    const tax = (rate: string): string =>
      pay({ hours: week, bonuses, electedExtraPayRate: decimal(rate) }).figures.payeExtraPay.toFixed(2)
    expect(tax('0.39')).toBe('407.50')
    expect(tax('0.01')).toBe('122.50')
  })
})

describe('deductions', () => {
  it('leave 60% of net earnings to an employee who pays child support', () => {
    const result = pay({
      payDate: civilDate('2023-08-02'),
      hours: paidHours(decimal('1250')),
      deductions: [deduction(decimal('500'), 'CHILD_SUPPORT_DEDUCTION')],
    })
    expect(result.figures.childSupport.toFixed(2)).toBe('403.69')
    expect(result.childSupportCode).toBe('P')
    expect(result.warnings.join(' ')).toContain('403.69')
  })

  it('take child support before what the employee agreed to, whatever the order of the lines', () => {
    const result = pay({
      hours: week,
      deductions: [
        deduction(decimal('5000'), 'NORMAL'),
        deduction(decimal('100'), 'CHILD_SUPPORT_GARNISHEE'),
      ],
    })
    expect(result.lines.deductions[1]?.toFixed(2)).toBe('100.00')
    expect(result.figures.net.eq(ZERO)).toBe(true)
  })
})

describe('several pays', () => {
  it('carry a shared-out tax when departments split the pay', () => {
    const [share] = redistributeByGross(decimal('171.50'), [decimal('600'), decimal('400')])
    if (!share) throw new Error('no share')
    const { figures: f } = pay({ hours: paidHours(decimal('600')), taxShare: share })
    expect(f.tax.toFixed(2)).toBe('102.90')
  })
})

describe('a special tax code', () => {
  it('takes the rate of its certificate, and counts as no notification while that is not known', () => {
    const paye = (certificateRate: string | null): string =>
      pay({
        hours: week,
        tax: {
          code: 'STC',
          certificateRate: certificateRate === null ? null : decimal(certificateRate),
          schedularRate: null,
        },
      }).figures.paye.toFixed(2)
    expect(paye('0.2')).toBe('200.00')
    expect(paye(null)).toBe('467.50')
  })

  it('taxes redundancy without the levy', () => {
    const result = pay({
      tax: { code: 'STC', certificateRate: decimal('0.2'), schedularRate: null },
      leaveBalances: { annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: ZERO },
      termination: {
        terminationDate: civilDate('2026-10-01'),
        isManualLeaveAmounts: false,
        isPaymentInLieuPaid: true,
        paymentInLieuAmount: decimal('1000'),
        redundancyAmount: decimal('1000'),
        nonEtpAmount: null,
        unusedHolidayAmount: null,
        unusedAltHolidayAmount: null,
        nzYtdTaxable: ZERO,
      },
    })
    const parts = result.termination?.nzExtraPayTaxBreakdown
    expect(parts?.other.tax.toFixed(2)).toBe('200.00')
    expect(parts?.redundancy.tax.toFixed(2)).toBe('182.50')
  })
})

describe('schedular payments', () => {
  it('are taxed at 45% with no notification, and carry no levy, loan or KiwiSaver', () => {
    const { figures: f } = pay({
      hours: week,
      tax: { code: 'WT', certificateRate: null, schedularRate: null },
      kiwiSaver: member,
      studentLoan: { ...nzPay().studentLoan, hasLoan: true },
    })
    expect(f.tax.toFixed(2)).toBe('450.00')
    expect(f.notLiableForAcc.toFixed(2)).toBe('1000.00')
    expect(f.nzStudentLoan.plus(f.kiwisaverEmployee).plus(f.kiwisaverEmployer).eq(ZERO)).toBe(true)
  })
})

describe('leave', () => {
  const moves = (changes: Partial<NzPayInput>): string[] =>
    pay(changes).leaveMovements.map(({ balance, kind, amount }) => `${balance} ${kind} ${amount}`)
  const leave = (leaveType: NzPayInput['leave'][number]['leaveType'], hours: string) => ({
    description: leaveType,
    leaveType,
    date: civilDate('2026-10-01'),
    hours: decimal(hours),
    ratePerHour: decimal('25'),
    loadingAmount: null,
  })

  it('adds four weeks on the anniversary of the start, and ten sick days six months after it', () => {
    expect(moves({ startDate: civilDate('2025-10-01') })).toEqual(['annual_holidays_weeks accrued 4'])
    expect(moves({ startDate: civilDate('2026-04-01') })).toEqual(['sick_days accrued 10'])
    expect(moves({ startDate: civilDate('2026-10-01') })).toEqual([])
  })

  it('finds an anniversary that fell in an unpaid week, and does not count it again in a second pay', () => {
    const startDate = civilDate('2025-09-15')
    const before = civilDate('2026-09-13')
    const earlierPays = [{ payDate: before, periodEnd: before, ordinary: decimal('1000') }]
    expect(moves({ startDate, earlierPays })).toEqual(['annual_holidays_weeks accrued 4'])
    const periodEnd = civilDate('2026-10-04')
    const sameWeek = [{ payDate: periodEnd, periodEnd, ordinary: decimal('1000') }]
    expect(moves({ startDate: civilDate('2025-10-01'), earlierPays: sameWeek })).toEqual([])
  })

  it('tops sick leave up to twenty days at most', () => {
    const leaveBalances = { annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: whole(17) }
    expect(moves({ startDate: civilDate('2025-04-01'), leaveBalances })).toEqual(['sick_days accrued 3'])
  })

  it('takes annual holidays in weeks, alternative holidays in whole days, sick leave in days', () => {
    const lines = [leave('ANNUAL_HOLIDAYS', '20'), leave('ALT_HOLIDAY', '4'), leave('SICK', '8')]
    expect(moves({ leave: lines })).toEqual([
      'annual_holidays_weeks taken -0.5',
      'alt_holiday_days taken -1',
      'sick_days taken -1',
    ])
  })

  it('warns when annual holidays are paid below average weekly earnings', () => {
    const holidayHistory = { ...nzPay().holidayHistory, grossLast52Weeks: decimal('62400') }
    const { warnings } = pay({ leave: [leave('ANNUAL_HOLIDAYS', '8')], holidayHistory })
    expect(warnings.join(' ')).toContain('at least 30.00')
  })
})

describe('the Employment Leave Act 2026', () => {
  it('leaves pays without tables of its years refused, by the missing table', () => {
    const from = civilDate('2028-08-06')
    expect(nzRates.employmentLeave.entries.map((entry) => entry.from)).toEqual([from])
    expect(() => pay({ payDate: from, periodEnd: from, hours: week })).toThrow(
      'No PAYE table covers 2028-08-06',
    )
  })
})
