import { expect, it } from 'vitest'
import { civilDate } from '../kernel/values/dates.ts'
import { employmentOn } from './employments.ts'

const employment = (start: string, end: string | null, serviceStart = start) => ({
  start: civilDate(start),
  end: end === null ? null : civilDate(end),
  serviceStart: civilDate(serviceStart),
})
const first = employment('2024-02-05', '2025-03-28')
const second = employment('2025-06-02', null)

it('a day belongs to the last employment that had begun', () => {
  const startOn = (day: string) => employmentOn([first, second], civilDate(day))?.start
  expect(startOn('2025-03-28')).toBe('2024-02-05')
  expect(startOn('2025-05-01')).toBe('2024-02-05')
  expect(startOn('2025-06-02')).toBe('2025-06-02')
  expect(startOn('2020-01-01')).toBe('2024-02-05')
})
