import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending, fullPay, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { EtpCode } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { capFor, splitCode, withholdOnEtp } from './etp.ts'

const rates = auRates.etpRates.at(civilDate('2026-11-12')).value
type EtpMethod = Parameters<typeof withholdOnEtp>[4]
const RESIDENT: EtpMethod = { flat: null, scale: 'scale-2', isForeignResident: false } as never

function tax(
  taxable: string,
  code: EtpCode,
  change: { by?: object; cap?: string; isPreserved?: boolean } = {},
) {
  const by = { ...RESIDENT, ...change.by } as EtpMethod
  const cap = change.cap === undefined ? null : decimal(change.cap)
  const { formula, inputs, make } = withholdOnEtp(
    decimal(taxable),
    code,
    cap,
    change.isPreserved ?? false,
    by,
    rates,
  )
  return `${make(inputs).toFixed(2)} ${formula}`
}

const WITHIN = 'rate × the part within the cap + top rate × the rest, to the nearest dollar'

describe('tax on a termination payment', () => {
  it('is the rate of its code up to the cap and the top rate above', () => {
    expect(tax('1000', 'O')).toBe(`320.00 ${WITHIN}`)
    expect(tax('1000', 'R', { isPreserved: true })).toBe(`170.00 ${WITHIN}`)
    expect([tax('1000', 'D'), tax('1000', 'N'), tax('1000', 'B')]).toEqual([
      `0.00 ${WITHIN}`,
      `320.00 ${WITHIN}`,
      `320.00 ${WITHIN}`,
    ])
    expect([
      tax('1000', 'O', { cap: '1000' }),
      tax('1000', 'O', { cap: '400' }),
      tax('1000', 'O', { cap: '-5' }),
    ]).toEqual([`320.00 ${WITHIN}`, `410.00 ${WITHIN}`, `470.00 ${WITHIN}`])
    expect(tax('1001.57', 'O')).toBe(`321.00 ${WITHIN}`)
  })

  it('is nothing for an estate', () => {
    expect(tax('1000', 'T')).toBe('0.00 nothing is withheld')
  })

  it('of a foreign resident leaves the Medicare levy out, never below nil', () => {
    const by = { isForeignResident: true, scale: 'scale-3' }
    expect([tax('1000', 'O', { by }), tax('1000', 'O', { by, cap: '0' }), tax('1000', 'D', { by })]).toEqual([
      `300.00 ${WITHIN}`,
      `450.00 ${WITHIN}`,
      `0.00 ${WITHIN}`,
    ])
  })

  it('without a tax file number is one rate on everything, but for a dependant', () => {
    const flat = { rate: decimal('0.47'), dropsCents: true }
    const by = { flat, scale: 'scale-4' }
    const one = 'rate × payment, cents dropped'
    expect(tax('999.99', 'O', { by })).toBe(`469.00 ${one}`)
    expect(tax('1000', 'O', { by: { ...by, isForeignResident: true } })).toBe(`450.00 ${one}`)
    expect(tax('1000', 'D', { by })).toBe(`0.00 ${WITHIN}`)
  })

  it('of someone with a flat rate is that rate on whole dollars', () => {
    const by = (dropsCents: boolean) => ({ flat: { rate: decimal('0.15'), dropsCents }, scale: 'flat' })
    expect(tax('1003.99', 'O', { by: by(false) })).toBe('150.00 rate × whole dollars, to the nearest dollar')
    expect(tax('1005.99', 'O', { by: by(true) })).toBe('150.00 rate × whole dollars, cents dropped')
  })
})

describe('codes', () => {
  it('are bounded by their cap', () => {
    const left = { etpCap: decimal('100'), wholeOfIncomeCap: decimal('60') }
    const caps = (['R', 'O', 'S', 'P', 'D', 'N', 'B', 'T'] as const).map(
      (code) => capFor(code, left)?.toFixed() ?? null,
    )
    expect(caps).toEqual(['100', '60', '100', '60', '100', '100', '100', null])
    expect(capFor('O', { etpCap: decimal('50'), wholeOfIncomeCap: decimal('60') })?.toFixed()).toBe('50')
  })

  it('change where the first part fell in an earlier year', () => {
    const codes = ['R', 'O', 'N', 'D', 'T', 'S'] as const
    expect(codes.map((code) => splitCode(code, true))).toEqual(['S', 'P', 'B', 'D', 'T', 'S'])
    expect(codes.map((code) => splitCode(code, false))).toEqual([...codes])
  })
})

describe('an ending without a rate', () => {
  const leaving = (change: object, termination = {}) =>
    calculateAuPay(
      auPay({
        hours: [hoursLine('1', '40')],
        isRateFromPays: true,
        termination: ending(termination),
        ...change,
      }),
      auRates,
    )
  const holiday = { leaveBalances: { ...auPay().leaveBalances, holiday: decimal('10') } }
  const notice = {
    isPaymentInLieuPaid: true,
    paymentInLieuType: 'NOTICE_HOURS' as const,
    noticeHours: decimal('5'),
  }
  const none = { ratePerHour: ZERO, leaveSettings: { ...auPay().leaveSettings, isEnabled: false } }

  it('is refused where hours have to be valued and no pay tells one', () => {
    const refused = /no hourly rate and no earlier pay/
    expect(() => leaving({ ...none, ...holiday })).toThrow(refused)
    const lsl = { leaveBalances: { ...auPay().leaveBalances, lsl: decimal('1') } }
    expect(() => leaving({ ...none, ...lsl }, { isUnusedLslPaid: true })).toThrow(refused)
    // A resignation after six years in New South Wales. No long service leave is due, so no hours are valued.
    expect(() => leaving({ ...none, ...lsl })).not.toThrow()
    const sick = { leaveBalances: { ...auPay().leaveBalances, sick: decimal('1') } }
    expect(() => leaving({ ...none, ...sick }, { isUnusedSickPaid: true })).toThrow(refused)
    expect(() => leaving({ ...none, ...sick })).not.toThrow()
    expect(() => leaving({ ...none, ...holiday }, { isUnusedHolidayPaid: false })).not.toThrow()
    expect(() => leaving(none, notice)).toThrow(refused)
    expect(() => leaving(none, { ...notice, noticeHours: null })).not.toThrow()
    expect(() =>
      leaving(none, { ...notice, paymentInLieuType: 'NOTICE_LUMP_SUM', noticeLumpSum: decimal('5') }),
    ).not.toThrow()
    expect(() => leaving(none)).not.toThrow()
    const manual = { isManualLeaveAmounts: true }
    expect(() => leaving({ ...none, ...holiday }, manual)).toThrow(refused)
    const given = { ...manual, unusedHolidayAmount: decimal('400') }
    const { warnings } = leaving({ ...none, ...holiday }, given)
    expect(warnings.join()).not.toContain('no hourly rate')
    const derived = leaving({ ratePerHour: decimal('40'), ...holiday, lastFullPay: fullPay('1520') })
    expect(derived.warnings.join()).toContain('valued at 40.00, the rate of the last full pay')
    expect(() => leaving({ ...none, ...holiday, isRateFromPays: false })).not.toThrow()
  })

  it('shows where its rate comes from', () => {
    const rate = (change: object) => {
      const step = leaving({ ratePerHour: decimal('40'), ...holiday, ...change }).steps.find(
        ({ name }) => name === 'termination.rate',
      )
      return (
        step &&
        `${step.amount.toFixed(2)} ${Object.entries(step.inputs)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`
      )
    }
    expect(rate({ lastFullPay: fullPay('1520') })).toBe('40.00 periodEnd 2026-11-08, taxable 1520, hours 38')
    expect(rate({ lastFullPay: { ...fullPay('1000'), hours: ZERO } })).toBe(
      '26.32 periodEnd 2026-11-08, taxable 1000, hours 38',
    )
    expect(rate({ lastFullPay: null })).toBeUndefined()
    expect(rate({ lastFullPay: fullPay('1520'), isRateFromPays: false })).toBeUndefined()
  })
})
