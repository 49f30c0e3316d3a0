import { describe, expect, it } from 'vitest'
import type { Obligation } from '../../web/api/types.ts'
import { groupAway } from '../../web/employees/away-days.ts'
import { isUsedIn } from '../../web/employees/sections.ts'
import { groupDue } from '../../web/home/group-due.ts'
import { isPreparedBy, waitingFor } from '../../web/home/waiting-for.ts'

const due = (kind: Obligation['kind'], day: string, status: Obligation['status'], amount: number | null) =>
  ({ kind, status, amount, due_date: day, period_start: day, period_end: day }) as Obligation

describe('the approvals that wait for a person', () => {
  it('leave out those that the person prepared', () => {
    const by = (id: number, user_id: number | null) => ({
      id,
      summary: 'Process the run',
      prepared_by: { user_id, name: null },
      prepared_at: '2026-11-01T00:00:00',
    })
    const all = [by(1, 7), by(2, 8), by(3, null)]
    const found = waitingFor({ id: 7, opened_by: null }, all)
    expect(found.map(({ id }) => id)).toEqual([2, 3])
    // A partner works in the owner's session, prepares for the owner, and approves nothing.
    const officers = { ...by(4, 7), prepared_by: { user_id: 7, name: null, officer: { name: 'Pat' } } }
    expect(waitingFor({ id: 7, opened_by: null }, [officers])).toEqual([officers])
    const partner = { id: 7, opened_by: { name: 'Bureau' } }
    expect(waitingFor(partner, all)).toEqual([])
    expect([
      isPreparedBy(partner, officers.prepared_by),
      isPreparedBy(partner, by(1, 7).prepared_by),
    ]).toEqual([true, false])
  })
})

describe('the list of what is due', () => {
  it('joins obligations of a kind, overdue ones apart, and adds their amounts', () => {
    const groups = groupDue([
      due('super', '2026-11-01', 'overdue', 0.1),
      due('stp-pay-event', '2026-11-01', 'overdue', null),
      due('super', '2026-11-08', 'overdue', 0.2),
      due('super', '2026-11-15', 'open', 5),
    ])
    expect(groups.map(({ kind, isLate, count, amount }) => [kind, isLate, count, amount])).toEqual([
      ['super', true, 2, 0.3],
      ['stp-pay-event', true, 1, 0],
      ['super', false, 1, 5],
    ])
    expect(groups[0]).toMatchObject({ period_start: '2026-11-01', period_end: '2026-11-08' })
  })

  it('keeps skipped periods apart, because each needs its own run', () => {
    const skipped = ['2026-11-01', '2026-11-08'].map((day) => due('skipped-period', day, 'overdue', null))
    expect(groupDue(skipped)).toHaveLength(2)
  })

  it.each(['stp-update', 'stp-finalisation'] as const)('keeps each %s to its income year', (kind) => {
    const days = ['2026-05-01', '2026-06-30', '2026-07-01']
    const groups = groupDue(days.map((day) => due(kind, day, 'overdue', null)))
    expect(groups.map(({ period_end, count }) => [period_end, count])).toEqual([
      ['2026-06-30', 2],
      ['2026-07-01', 1],
    ])
  })
})

it('shows terms of the company’s country only', () => {
  expect(['nz_tax_code', 'pay_period', 'is_super_enabled'].map((name) => isUsedIn('AU', name))).toEqual([
    false,
    true,
    true,
  ])
})

describe('the people on leave', () => {
  const day = (employee_id: number, date: string, name = 'Annual leave', is_requested = false) => ({
    ...{ employee_id, date, name, is_requested },
    ...{ format_name: `Person ${employee_id}`, hours: 7.6 },
  })

  it('are shown once for an absence over a weekend, and again for another one', () => {
    const days = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-29'].map((date) => day(1, date))
    expect(groupAway([...days.toReversed(), day(2, '2026-11-21')])).toMatchObject([
      { employee_id: 1, from: '2026-11-20', to: '2026-11-24' },
      { employee_id: 2, from: '2026-11-21', to: '2026-11-21' },
      { employee_id: 1, from: '2026-11-29', to: '2026-11-29' },
    ])
  })

  it('are kept apart by leave type, and requests from leave that is granted', () => {
    const days = [day(1, '2026-11-20'), day(1, '2026-11-21', 'Sick leave')]
    expect(groupAway([...days, day(1, '2026-11-22', 'Annual leave', true)])).toHaveLength(3)
  })
})
