import { expect, it } from 'vitest'
import { civilDate, dayNumber } from '../kernel/values/dates.ts'
import { loadRates } from '../load-rates.ts'
import { onBusinessDay, onBusinessDayBefore } from '../payroll/business-days.ts'
import { australia } from './au/index.ts'
import { SHIPPED } from './index.ts'
import { newZealand } from './nz/index.ts'

const rates = loadRates()

it('banks do not pay on the public holidays of their country', () => {
  const calendars = [australia, newZealand].map((country) => country.bankHolidays(rates))
  const closed = (day: string) => calendars.map((isHoliday) => isHoliday(dayNumber(civilDate(day))))
  expect(closed('2026-01-26')).toEqual([true, false])
  expect(closed('2026-02-06')).toEqual([false, true])
  expect(closed('2026-04-03')).toEqual([true, true])
  expect(closed('2027-02-08')).toEqual([false, true])
  expect(closed('2026-09-02')).toEqual([false, false])
})

it('a payment moves off weekends and holidays, forwards or backwards', () => {
  const isHoliday = newZealand.bankHolidays(rates)
  // Good Friday to Easter Monday 2026.
  const moved = (day: string) => [
    onBusinessDayBefore(civilDate(day), isHoliday),
    onBusinessDay(civilDate(day), isHoliday),
  ]
  for (const day of ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'])
    expect(moved(day)).toEqual(['2026-04-02', '2026-04-07'])
  expect(moved('2026-04-02')).toEqual(['2026-04-02', '2026-04-02'])
})

it('each country has its own law', () => {
  expect(SHIPPED.map(({ name }) => name)).toEqual(['Australia', 'New Zealand'])
})
