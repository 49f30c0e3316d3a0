import { expect, it } from 'vitest'
import { loadRates } from '../../load-rates.ts'
import { civilDate } from '../../payroll/dates.ts'
import { fieldOf } from './fields.ts'

it('accrues what the National Employment Standards give where the employee has no rate of their own', () => {
  const standards = loadRates().au.leaveStandards.at(civilDate('2026-11-15')).value
  expect(standards.holiday.toFixed()).toBe(fieldOf('accrue_holiday_leave_per_hour').fallback)
  expect(standards.sick.toFixed()).toBe(fieldOf('accrue_sick_leave_per_hour').fallback)
  expect(standards.lsl.toFixed()).toBe(fieldOf('accrue_lsl_per_hour').fallback)
})
