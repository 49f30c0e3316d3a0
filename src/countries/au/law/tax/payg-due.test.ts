import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { readRateFiles } from '../../../../load-rates.ts'
import type { PaydaySums } from '../../../contract/authority.ts'
import { AU_AUTHORITY } from '../../authority.ts'
import { parseAuRates } from '../rates/rates.ts'
import { paygCycle, paygPeriod } from './payg-due.ts'

const none = () => false
const rule = auRates.paygDue.at(civilDate('2026-07-01')).value
const due = (payDate: string, cycle: Parameters<typeof paygPeriod>[1]) =>
  paygPeriod(civilDate(payDate), cycle, rule, none).due

describe('a withholding period', () => {
  const days = (payDate: string, cycle: Parameters<typeof paygPeriod>[1]) => {
    const { start, end } = paygPeriod(civilDate(payDate), cycle, rule, none)
    return `${start} ${end}`
  }

  it('is the quarter, the month or the day of the payday', () => {
    expect(
      ['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map((day) => days(day, 'quarterly')),
    ).toEqual([
      '2026-01-01 2026-03-31',
      '2026-01-01 2026-03-31',
      '2026-04-01 2026-06-30',
      '2026-10-01 2026-12-31',
    ])
    expect([days('2028-02-10', 'monthly'), days('2026-12-01', 'monthly')]).toEqual([
      '2028-02-01 2028-02-29',
      '2026-12-01 2026-12-31',
    ])
    expect(days('2026-07-06', 'large')).toBe('2026-07-06 2026-07-06')
  })

  it('of a large withholder ends on days of the week that the file names', () => {
    const files = readRateFiles(join(import.meta.dirname, '../../../../../rates/au'))
    expect(parseAuRates(files).paygDue.at(civilDate('2026-07-01')).value.largeWeekdays).toEqual([1, 4])
  })
})

describe('withholding payments', () => {
  it('are made more often by those who withhold more', () => {
    expect(['25000', '25000.01', '1000000.01'].map((amount) => paygCycle(decimal(amount), rule))).toEqual([
      'quarterly',
      'monthly',
      'large',
    ])
  })

  it('are due on the 28th after a quarter, in February after the December quarter', () => {
    expect(due('2026-08-14', 'quarterly')).toBe('2026-10-28')
    expect(due('2026-12-31', 'quarterly')).toBe('2027-03-01')
  })

  it('are due on the 21st after a month, moved off a weekend', () => {
    expect(due('2026-07-10', 'monthly')).toBe('2026-08-21')
    expect(due('2026-12-10', 'monthly')).toBe('2027-01-21')
    expect(due('2026-10-10', 'monthly')).toBe('2026-11-23')
  })

  it('are due six to nine days after the payday of a large withholder', () => {
    // A Monday, a Wednesday, a Friday and a Saturday.
    expect(['2026-07-06', '2026-07-08', '2026-07-10', '2026-07-11'].map((day) => due(day, 'large'))).toEqual([
      '2026-07-13',
      '2026-07-16',
      '2026-07-16',
      '2026-07-20',
    ])
  })
})

describe('a large withholder by the financial year before', () => {
  const rates = { au: auRates } as Parameters<typeof AU_AUTHORITY.payments.of>[1]
  const payday = (day: string, tax: string) =>
    ({ pay_date: civilDate(day), tax, deducted: '0', parts: {} }) as unknown as PaydaySums

  it('pays after each payday from September on, though the last twelve months are below the limit', () => {
    const paydays = [
      payday('2025-09-10', '1187040'),
      payday('2026-08-04', '500'),
      payday('2026-10-06', '500'),
    ]
    const periods = AU_AUTHORITY.payments.of(paydays, rates, civilDate('2026-10-07'))
    expect(periods.map(({ start, end }) => `${start} ${end}`)).toEqual([
      '2025-07-01 2025-09-30',
      '2026-07-01 2026-09-30',
      '2026-10-06 2026-10-06',
    ])
  })
})
