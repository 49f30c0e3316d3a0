import { expect, it } from 'vitest'
import { isDated } from '../../web/employees/dated-fields.ts'

it('asks from which day a change of the rate, the salary or the hours applies', () => {
  for (const name of ['pay_rate_per_hour', 'annual_salary', 'standard_hours_per_day', 'pay_period'])
    expect([name, isDated({ first_name: 'Mia', [name]: '1' })]).toEqual([name, true])
  expect(isDated({ first_name: 'Mia' })).toBe(false)
})
