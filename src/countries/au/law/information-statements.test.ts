import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { casualStatements, casualStatementsAdvice } from './information-statements.ts'

const due = (since: string, employees: number, until: string) =>
  casualStatements({ since: civilDate(since), employees }, civilDate(until), auRates).map(
    ({ occasion, due: day }) => `${occasion} ${day}`,
  )

describe('the Casual Employment Information Statement', () => {
  it('is due at the start, after 6 and 12 months and each year, from 15 employees', () => {
    expect(due('2025-03-03', 15, '2028-04-01')).toEqual([
      'Start 2025-03-03',
      '6 months 2025-09-03',
      '12 months 2026-03-03',
      '24 months 2027-03-03',
      '36 months 2028-03-03',
    ])
  })

  it('is due at the start and after 12 months, below 15 employees', () => {
    expect(due('2025-03-03', 14, '2028-04-01')).toEqual(['Start 2025-03-03', '12 months 2026-03-03'])
  })

  it('was due at the start only, before 26 August 2024, and not at all before 27 March 2021', () => {
    expect(due('2023-07-03', 40, '2024-08-01')).toEqual(['Start 2023-07-03'])
    expect(due('2024-02-25', 40, '2024-09-30')).toEqual(['Start 2024-02-25'])
    expect(due('2024-02-26', 40, '2024-09-30')).toEqual(['Start 2024-02-26', '6 months 2024-08-26'])
    expect(due('2020-02-03', 40, '2024-08-25')).toEqual([])
  })

  it('ends a month on its last day', () => {
    expect(due('2025-08-31', 15, '2026-03-31')).toEqual(['Start 2025-08-31', '6 months 2026-02-28'])
  })

  it('is explained with both dates when someone is hired', () => {
    expect(casualStatementsAdvice(civilDate('2026-11-02'), auRates)).toEqual([
      'Give the Fair Work Information Statement and the Casual Employment Information Statement at the start and again on 2027-05-02 (6 months, from 15 employees) and 2027-11-02 (12 months) (Fair Work Act 2009 ss 125 and 125B). Record the day in casual_statement_given_on.',
    ])
  })
})
