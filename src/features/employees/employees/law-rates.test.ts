import { expect, it } from 'vitest'
import { civilDate } from '../../../kernel/values/dates.ts'
import { loadRates } from '../../../load-rates.ts'
import { lawRatesOn } from './law-rates.ts'
import { fallbacksUnder } from './prepare.ts'

it('accrues what the National Employment Standards give where the employee has no rate of their own', () => {
  // Per hour worked: 4 weeks in 52, 10 days in 260, one week in sixty.
  expect(fallbacksUnder(lawRatesOn({ rates: loadRates() }, civilDate('2026-11-15')))).toMatchObject({
    accrue_holiday_leave_per_hour: '0.076923',
    accrue_sick_leave_per_hour: '0.038462',
    accrue_lsl_per_hour: '0.016667',
  })
})

it('gives long service leave by the state: 1.3 weeks a year in South Australia and the Northern Territory', () => {
  const { lsl } = lawRatesOn({ rates: loadRates() }, civilDate('2026-11-15'))
  expect(lsl.get('AU')).toEqual({
    NSW: '0.016667',
    VIC: '0.016667',
    QLD: '0.016667',
    SA: '0.025',
    WA: '0.016667',
    TAS: '0.016667',
    ACT: '0.016667',
    NT: '0.025',
  })
})
