import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, backPayment, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput, EarlierPay } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/*
 * Method B(i) of Schedule 5 at the limits of its range and of the income year. The tax on a week of 1,520 is 305. With 100
 * more it is 0.32 × 1,620.99 − 181.7319 = 336.98, rounded to 337. So each week that gets 100 of back pay adds 32.
 */

const on = civilDate
const paid = (payDate: string, periodStart: string, periodEnd: string): EarlierPay => ({
  payDate: on(payDate),
  periodStart: on(periodStart),
  periodEnd: on(periodEnd),
  taxable: decimal('1520'),
  tax: decimal('305'),
})
/** The week that contains 1 July, and the week after it. */
const STRADDLING = paid('2026-07-03', '2026-06-29', '2026-07-05')
const SECOND = paid('2026-07-10', '2026-07-06', '2026-07-12')

/** The week of 13 to 19 July with its wages and B(i) back payments. Each back payment has an amount and a range. */
function pay(
  ranges: readonly [amount: string, start: string, end: string][],
  earlierPays: readonly EarlierPay[] = [SECOND, STRADDLING],
  change: Partial<AuPayInput> = {},
) {
  return calculateAuPay(
    auPay({
      ...{
        payDate: on('2026-07-17'),
        periodEnd: on('2026-07-19'),
        hours: [hoursLine('38', '40')],
        earlierPays,
      },
      backPayments: ranges.map(([amount, start, end]) =>
        backPayment(amount, { taxMethod: 'METHOD_B1', startDate: on(start), endDate: on(end) }),
      ),
      ...change,
    }),
    auRates,
  )
}
const taxOf = (...given: Parameters<typeof pay>) => pay(...given).figures.extraTax.toFixed()

describe('a back payment by method B(i)', () => {
  it('belongs to the paid periods that its range touches, this one included', () => {
    expect(taxOf([['300', '2026-07-01', '2026-07-19']])).toBe('96')
    // From the last day of one period to the first day of the next.
    expect(taxOf([['200', '2026-07-12', '2026-07-13']])).toBe('64')
    expect(taxOf([['100', '2026-07-13', '2026-07-19']])).toBe('32')
    expect(taxOf([['100', '2026-07-06', '2026-07-12']])).toBe('32')
    expect(() => pay([['100', '2026-07-20', '2026-07-26']])).toThrow('there is none')
  })

  it('shows what it is spread over, and each period that bears it', () => {
    const { steps } = pay([['300', '2026-07-01', '2026-07-19']])
    const shown = steps.filter(({ name }) => name === 'tax.extra.affected-pay').map(({ inputs }) => inputs)
    expect(shown.map(({ periodEnd, backPayment: share }) => `${periodEnd} ${share}`)).toEqual([
      '2026-07-12 100',
      '2026-07-05 100',
      '2026-07-19 100',
    ])
    expect(shown.every(({ earnings }) => String(earnings) === '1520')).toBe(true)
    const whole = (given: Parameters<typeof pay>[0]) => {
      const { payment, periods, from, to } =
        pay(given).steps.find(({ name }) => name === 'tax.extra')?.inputs ?? {}
      return [payment, periods, from, to].map((each) => (each === undefined ? '' : String(each)))
    }
    expect(whole([['300', '2026-07-01', '2026-07-19']])).toEqual(['300', '3', '2026-07-01', '2026-07-19'])
    // Two back payments have no single range.
    const two: [string, string, string][] = [
      ['100', '2026-07-06', '2026-07-12'],
      ['200', '2026-07-06', '2026-07-19'],
    ]
    expect(whole(two)).toEqual(['300', '2', '', ''])
  })

  it('counts periods that were paid in this income year', () => {
    const june = paid('2026-06-30', '2026-06-29', '2026-07-05')
    const first = paid('2026-07-01', '2026-06-29', '2026-07-05')
    expect([taxOf([['200', '2026-07-01', '2026-07-12']], [SECOND, first])]).toEqual(['64'])
    // The straddling week was paid on 30 June, so it belongs to the year before. The whole 200 falls on the one week of
    // this year. 0.32 × 1,720.99 − 181.7319 = 368.98, rounded to 369, less 305.
    expect(taxOf([['200', '2026-07-01', '2026-07-12']], [SECOND, june])).toBe('64')
    expect(
      pay([['200', '2026-07-01', '2026-07-12']], [SECOND, june])
        .steps.find(({ name }) => name === 'tax.extra')
        ?.inputs.periods?.toString(),
    ).toBe('1')
  })

  it('may begin before 1 July only in a week that was paid in this year', () => {
    expect(taxOf([['200', '2026-06-29', '2026-07-12']])).toBe('64')
    expect(() => pay([['200', '2026-06-28', '2026-07-12']])).toThrow(
      'Send the part for the days from 2026-06-28 to 2026-06-30',
    )
    expect(() => pay([['200', '2026-06-01', '2026-06-21']])).toThrow('the days from 2026-06-01 to 2026-06-21')
    expect(() => pay([['200', '2026-06-28', '2026-07-12']], [SECOND])).toThrow('2026-06-28 to 2026-06-30')
    // For a range that ends before 1 July, the message gives the end of the range.
    const old = { ...STRADDLING, periodStart: on('2026-06-25') }
    expect(() => pay([['200', '2026-06-20', '2026-06-26']], [SECOND, old])).toThrow(
      'the days from 2026-06-20 to 2026-06-26',
    )
  })

  it('may begin before 1 July in the own week of the first pay', () => {
    const own = { payDate: on('2026-07-03'), periodEnd: on('2026-07-05') }
    expect(taxOf([['100', '2026-06-29', '2026-07-05']], [], own)).toBe('32')
    expect(() => pay([['100', '2026-06-28', '2026-07-05']], [], own)).toThrow('2026-06-28 to 2026-06-30')
  })

  it('is taxed on top of what was spread over a period before', () => {
    // With the earlier 100, the tax on 1,520 is 337. Another 100 makes it 369.
    const before = { ...SECOND, spread: decimal('100') }
    expect(taxOf([['100', '2026-07-06', '2026-07-12']], [before])).toBe('32')
  })
})

describe('the edge of the income year', () => {
  const refused = (start: string, end: string, earlier: readonly EarlierPay[]) => {
    try {
      pay([['100', start, end]], earlier)
      return 'taken'
    } catch (error) {
      return /days from \S+ to \S+/.exec(String(error))?.[0] ?? String(error)
    }
  }

  it('is crossed by a period that this year paid, from its first day to its last', () => {
    const june = paid('2026-07-02', '2026-06-15', '2026-06-21')
    expect(refused('2026-06-15', '2026-07-12', [SECOND, june])).toBe('taken')
    expect(refused('2026-06-21', '2026-07-12', [SECOND, june])).toBe('taken')
    expect(refused('2026-06-22', '2026-07-12', [SECOND, june])).toBe('days from 2026-06-22 to 2026-06-30')
    expect(refused('2026-06-14', '2026-07-12', [SECOND, june])).toBe('days from 2026-06-14 to 2026-06-30')
  })

  it('is where the days end that have to be sent apart', () => {
    expect(refused('2026-06-01', '2026-06-29', [SECOND])).toContain('to 2026-06-29')
    expect(refused('2026-06-01', '2026-06-30', [SECOND])).toContain('to 2026-06-30')
    expect(refused('2026-06-01', '2026-07-01', [SECOND])).toContain('to 2026-06-30')
  })

  it('counts a pay of 1 July, none of 30 June, and this period once', () => {
    const onDay = (payDate: string) => paid(payDate, '2026-07-06', '2026-07-12')
    expect(taxOf([['200', '2026-07-06', '2026-07-19']], [onDay('2026-07-01')])).toBe('64')
    // The whole 200 falls on this week: 0.32 × 1,720.99 − 181.7319 = 368.98, rounded to 369. The tax is 64 again, but on
    // one period.
    const { steps } = pay([['200', '2026-07-06', '2026-07-19']], [onDay('2026-06-30')])
    expect(steps.filter(({ name }) => name === 'tax.extra.affected-pay')).toHaveLength(1)
    const twice = pay([['200', '2026-07-13', '2026-07-19']], [paid('2026-07-14', '2026-07-13', '2026-07-19')])
    expect(twice.steps.filter(({ name }) => name === 'tax.extra.affected-pay')).toHaveLength(1)
  })

  it('a range that starts on the last day of a period touches it', () => {
    const { steps } = pay([['100', '2026-07-12', '2026-07-12']])
    expect(steps.find(({ name }) => name === 'tax.extra.affected-pay')?.inputs.periodEnd).toBe('2026-07-12')
  })
})
