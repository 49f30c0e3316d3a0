import { expect, it } from 'vitest'
import { civilDate } from '../../../kernel/values/dates.ts'
import { loadRates } from '../../../load-rates.ts'
import { fieldOf } from './fields.ts'
import { lawRatesOn } from './law-rates.ts'

it('accrues what the National Employment Standards give where the employee has no rate of their own', () => {
  const standards = loadRates().au.leaveStandards.at(civilDate('2026-11-15')).value
  expect(standards.holiday.toFixed()).toBe(fieldOf('accrue_holiday_leave_per_hour').fallback)
  expect(standards.sick.toFixed()).toBe(fieldOf('accrue_sick_leave_per_hour').fallback)
  expect(standards.lsl.toFixed()).toBe(fieldOf('accrue_lsl_per_hour').fallback)
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
