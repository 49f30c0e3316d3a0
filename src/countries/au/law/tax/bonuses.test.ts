import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, backPayment, bonusLine, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { periodsTouched } from '../../../../payroll/pay-periods.ts'
import type { AuPayInput, EarlierPay } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

function extraTax(change: Partial<AuPayInput>): string {
  const { figures } = calculateAuPay(auPay(change), auRates)
  return figures.extraTax.plus(figures.extraStudyLoan).toFixed()
}

function earlierWeek(end: string, taxable: string, tax: string): EarlierPay {
  const periodEnd = civilDate(end)
  return {
    payDate: periodEnd,
    periodStart: periodEnd,
    periodEnd,
    taxable: decimal(taxable),
    tax: decimal(tax),
  }
}

const JARROD = {
  payDate: civilDate('2024-08-15'),
  periodEnd: civilDate('2024-08-18'),
  hours: [hoursLine('1', '1400')],
}

describe('method A', () => {
  const bonuses = [bonusLine('900', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]

  it('withholds what the ATO’s example prints', () => {
    expect(extraTax({ ...JARROD, bonuses })).toBe('260')
    const total = calculateAuPay(auPay({ ...JARROD, bonuses }), auRates).figures.tax
    expect(total.toFixed()).toBe('532')
  })

  it('runs a second time on the study loan component', () => {
    const declaration = { ...auPay().declaration, hasStudyLoan: true }
    expect(extraTax({ ...JARROD, bonuses, declaration })).toBe('312')
    expect(calculateAuPay(auPay({ ...JARROD, bonuses, declaration }), auRates).figures.tax.toFixed()).toBe(
      '626',
    )
  })

  it('stops at 47%; spreading does not', () => {
    const hours = [hoursLine('1', '541')]
    expect(extraTax({ hours, bonuses: [bonusLine('100', { taxMethod: 'METHOD_A_WHOLE_YEAR' })] })).toBe('47')
    expect(
      extraTax({ hours, bonuses: [bonusLine('100', { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' })] }),
    ).toBe('52')
  })

  it('takes payments of one divisor together and others apart', () => {
    const half = { taxMethod: 'METHOD_A_WHOLE_YEAR' as const }
    expect(extraTax({ ...JARROD, bonuses: [bonusLine('400', half), bonusLine('500', half)] })).toBe('260')
    const range = { startDate: civilDate('2024-07-08'), endDate: civilDate('2024-08-18') }
    const apart = [
      bonusLine('900', half),
      bonusLine('600', { taxMethod: 'METHOD_A_SPECIFIC_RANGE', ...range }),
    ]
    // 600 over six weeks is 100 a week: 304 − 272 = 32, × 6 = 192.
    expect(extraTax({ ...JARROD, bonuses: apart })).toBe('452')
  })

  it('withholds a flat rate without a tax file number', () => {
    const declaration = { ...auPay().declaration, tfn: 'NOT_QUOTED' as const }
    expect(
      extraTax({
        ...JARROD,
        bonuses: [bonusLine('901.50', { taxMethod: 'METHOD_A_WHOLE_YEAR' })],
        declaration,
      }),
    ).toBe('423')
  })

  it('needs its range', () => {
    expect(() =>
      extraTax({ ...JARROD, bonuses: [bonusLine('1', { taxMethod: 'METHOD_A_SPECIFIC_RANGE' })] }),
    ).toThrow(/needs a start date and an end date/)
  })
})

describe('method B(i)', () => {
  const backPayments = [
    backPayment('200', {
      taxMethod: 'METHOD_B1',
      startDate: civilDate('2026-10-12'),
      endDate: civilDate('2026-11-08'),
    }),
  ]
  const earlierPays = ['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'].map((end) =>
    earlierWeek(end, '1000', '138'),
  )

  it('taxes the earlier pays again with their share of the back pay', () => {
    expect(extraTax({ hours: [hoursLine('1', '1050')], backPayments, earlierPays })).toBe('64')
  })

  it('counts this pay when its period lies in the range', () => {
    const range = {
      taxMethod: 'METHOD_B1' as const,
      startDate: civilDate('2026-11-09'),
      endDate: civilDate('2026-11-15'),
    }
    // The tax on 1,000 is 138, and on 1,100 it is 170.
    expect(extraTax({ hours: [hoursLine('1', '1000')], backPayments: [backPayment('100', range)] })).toBe(
      '32',
    )
  })

  it('is refused where the range holds no pay of the year', () => {
    expect(() => extraTax({ hours: [hoursLine('1', '1050')], backPayments })).toThrow(/there is none/)
  })
})

describe('method B(ii)', () => {
  const hours = [hoursLine('1', '1400')]
  const earlierPays = Array.from({ length: 19 }, (_, week) =>
    earlierWeek(`2026-0${week < 9 ? 8 : 9}-${(10 + week).toString()}`, '1400', '267'),
  )
  const bonuses = [bonusLine('900', { taxMethod: 'METHOD_B2' })]

  it('works on the average of the year so far', () => {
    expect(extraTax({ hours, earlierPays, bonuses })).toBe('260')
  })

  it('takes off what earlier additional payments bore', () => {
    const extras = { amount: decimal('900'), tax: decimal('260'), studyLoan: ZERO }
    const yearToDate = { ...auPay().yearToDate, extras }
    // 1,800 over 52 is 34 a week: 277.47 → 277, 277 − 267 = 10, × 52 = 520, less 260.
    expect(extraTax({ hours, earlierPays, bonuses, yearToDate })).toBe('260')
  })
})

describe('pay periods touched by a range', () => {
  it('count whole and part periods, at most a year of them', () => {
    const end = civilDate('2026-11-15')
    const touched = (period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY', from: string, to: string) =>
      periodsTouched(period, end, civilDate(from), civilDate(to))
    expect(touched('WEEKLY', '2026-11-09', '2026-11-15')).toBe(1)
    expect(touched('WEEKLY', '2026-11-08', '2026-11-09')).toBe(2)
    expect(touched('FORTNIGHTLY', '2026-11-01', '2026-11-02')).toBe(2)
    expect(touched('MONTHLY', '2026-01-31', '2026-03-01')).toBe(3)
    expect(touched('WEEKLY', '2024-01-01', '2026-11-15')).toBe(52)
    expect(touched('MONTHLY', '2024-01-01', '2026-11-15')).toBe(12)
  })
})
