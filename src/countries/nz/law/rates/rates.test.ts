import { describe, expect, it } from 'vitest'
import { nzRates } from '../../../../../test/support/nz-pay.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { workDaysFor } from '../../../../payroll/work-days.ts'
import { observedHolidays } from '../public-holidays/public-holidays.ts'
import { parseNzRates } from './rates.ts'

describe('the New Zealand rate files', () => {
  it('hold flat rates that are income tax rate + levy, as the tables print them', () => {
    for (const combined of nzRates.combinedFlatRates.entries) {
      const flat = nzRates.flatCodes.at(combined.from).value
      const levy = nzRates.earnersLevy.at(combined.from).value.rate
      for (const code of Object.keys(flat) as (keyof typeof flat)[]) {
        expect(flat[code].plus(levy).eq(combined.value[code])).toBe(true)
      }
    }
  })

  it('keep the old extra pay limits after ordinary PAYE moved on 31 July 2024', () => {
    const day = civilDate('2024-07-31')
    expect(nzRates.paye.at(day).value.bands[0]?.to?.toString()).toBe('15600')
    expect(nzRates.extraPay.at(day).value.bands[0]?.to?.toString()).toBe('14000')
    expect(nzRates.paye.at(civilDate('2024-07-30')).value.bands[0]?.to?.toString()).toBe('14000')
  })

  it('refuse a date before the first table', () => {
    expect(() => nzRates.studentLoan.at(civilDate('2020-01-01'))).toThrow('No student loan table covers')
  })

  it('refuse a date after the last published year, and hold today', () => {
    const yearly = [
      'paye',
      'flatCodes',
      'earnersLevy',
      'studentLoan',
      'esct',
      'extraPay',
      'schedular',
    ] as const
    for (const name of yearly) {
      const last = nzRates[name].entries.at(-1)?.to ?? civilDate('2099-12-31')
      expect(() => nzRates[name].at(addDays(last, 1)), name).toThrow(
        `table covers ${addDays(last, 1)}; the last one before it ends on ${last}. Days covered: 20`,
      )
      expect(() => nzRates[name].at(civilDate('2031-05-01')), name).toThrow('covers 2031-05-01')
      expect(nzRates[name].at(civilDate('2027-03-31')).from <= '2027-03-31').toBe(true)
    }
    expect(() => nzRates.holidays.at(civilDate('2028-08-06'))).toThrow('ends on 2028-08-05')
  })

  it('are refused with path and reason when one is missing, unknown or wrong', () => {
    expect(() => parseNzRates([])).toThrow('rates/nz/paye: there is no rate file')
    const bad = { path: 'paye/2030-04-01.yaml', data: { effective_from: '2030-04-01', bands: [] } }
    expect(() => parseNzRates([bad])).toThrow('rates/nz/paye/2030-04-01.yaml: source is not a map')
  })
})

describe('public holidays', () => {
  it('move from a weekend to Monday or Tuesday for those who do not work it', () => {
    const weekdays = workDaysFor(decimal('5'))
    // 2027: Christmas is a Saturday, Boxing Day a Sunday and Waitangi Day a Saturday.
    expect(observedHolidays(2027, weekdays, null, nzRates)).toEqual(
      expect.arrayContaining(['2027-12-27', '2027-12-28', '2027-02-08', '2027-04-26']),
    )
    expect(observedHolidays(2027, workDaysFor(decimal('7')), null, nzRates)).toContain('2027-12-25')
  })

  it('include the anniversary of the region', () => {
    expect(observedHolidays(2026, workDaysFor(decimal('5')), 'otago', nzRates)).toContain('2026-03-23')
  })
})
