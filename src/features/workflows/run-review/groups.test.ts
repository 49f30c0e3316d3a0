import { describe, expect, it } from 'vitest'
import { boundFindings, type WordedFinding } from './groups.ts'

const finding = (employee: number, change: Partial<WordedFinding> = {}): WordedFinding => ({
  area: 'super',
  severity: 'blocks',
  employee_id: employee,
  pay_id: employee + 1000,
  format_name: `Person ${employee}`,
  message: 'No super fund on file.',
  mend: 'super-funds',
  ...change,
})
const people = (count: number, change: Partial<WordedFinding> = {}) =>
  Array.from({ length: count }, (_, index) => finding(index + 1, change))

describe('the findings of a check', () => {
  it('are counted once for each cause, in a sentence', () => {
    const { groups, finding_count } = boundFindings(
      [...people(25, { many: 'have no super fund' }), finding(7, { area: 'bank', message: 'No account.' })],
      false,
    )
    expect(finding_count).toBe(26)
    expect(groups.map(({ message, count }) => [message, count])).toEqual([
      ['25 people have no super fund.', 25],
      ['No account.', 1],
    ])
    expect(groups[1]?.people).toEqual([{ employee_id: 7, pay_id: 1007, format_name: 'Person 7' }])
  })

  it('with other figures have one cause; with other words two', () => {
    const { groups } = boundFindings(
      [
        finding(1, { message: 'Leave is at -5.5 hours.' }),
        finding(2, { message: 'Leave is at -7 hours.' }),
        finding(3, { message: 'The rate is below the minimum.' }),
        finding(4, { employee_id: null, format_name: null, message: 'The rate is below the minimum.' }),
      ],
      false,
    )
    expect(groups.map(({ message }) => message)).toEqual([
      '2 people, for example Person 1: Leave is at -5.5 hours.',
      'The rate is below the minimum.',
      'The rate is below the minimum.',
    ])
    expect(groups[2]?.people).toEqual([])
  })

  it('of a thousand people stay small, and what must be confirmed is always listed', () => {
    const rows = [...people(1000), ...people(3, { needs_confirmation: true, severity: 'look' })]
    const bounded = boundFindings(rows, false)
    expect(bounded.findings).toHaveLength(503)
    expect(bounded.groups[0]).toMatchObject({ count: 1000, people: { length: 25 } })
    expect(JSON.stringify(bounded).length).toBeLessThan(150_000)
    expect(boundFindings(rows, true).findings).toHaveLength(1003)
    expect(bounded.findings[0]).not.toHaveProperty('many')
  })
})
