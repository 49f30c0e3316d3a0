import { expect, it } from 'vitest'
import { civilDate } from '../kernel/values/dates.ts'
import { employmentOn, employmentsOf } from './employments.ts'

const employment = (start: string, end: string | null, isContinued = false) => ({
  start: civilDate(start),
  end: end === null ? null : civilDate(end),
  isContinued,
})
const first = employment('2024-02-05', '2025-03-28')
const second = employment('2025-06-02', null)

it('a day belongs to the last employment that had begun', () => {
  const startOn = (day: string) => employmentOn(employmentsOf([first, second]), civilDate(day))?.start
  expect(startOn('2025-03-28')).toBe('2024-02-05')
  expect(startOn('2025-05-01')).toBe('2024-02-05')
  expect(startOn('2025-06-02')).toBe('2025-06-02')
  expect(startOn('2020-01-01')).toBe('2024-02-05')
})

it('service starts again, or continues through all that were continued', () => {
  const serviceOf = (...recorded: Parameters<typeof employmentsOf>) =>
    employmentsOf(...recorded).map(({ serviceStart }) => serviceStart)
  const third = employment('2026-01-12', '2026-03-27', true)
  const fourth = employment('2026-04-07', null)
  expect(serviceOf([first, second])).toEqual(['2024-02-05', '2025-06-02'])
  expect(
    serviceOf([{ ...first, isContinued: true }, { ...second, isContinued: true }, third, fourth]),
  ).toEqual(['2024-02-05', '2024-02-05', '2024-02-05', '2024-02-05'])
  expect(serviceOf([first, second, third, fourth]).slice(2)).toEqual(['2026-01-12', '2026-01-12'])
})

it('opening figures speak of the first employment', () => {
  const opening = civilDate('2019-07-01')
  expect(employmentsOf([first, second], opening).map(({ serviceStart }) => serviceStart)).toEqual([
    '2019-07-01',
    '2025-06-02',
  ])
})
