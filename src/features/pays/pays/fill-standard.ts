import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { loadWaitingLeave, putDaysOnPays, type WaitingLeave } from '../../employees/requests/index.ts'
import { type DayAhead, loadLeaveAhead } from './context/leave-ahead.ts'
import type { PayJob } from './job/pay-job.ts'
import { type PaidDay, splitWaiting, withoutPaidAhead } from './paid-ahead.ts'
import { standardRow, withLeave } from './standard-pay.ts'

/** Fills pays that were sent without hours and leave, like a draft. Once per employee. */
export async function fillStandard(tx: Tx, company: Company, jobs: readonly PayJob[]) {
  const unfilled = jobs.filter(
    ({ request, termination }) => !request?.hours && !request?.leave && !termination,
  )
  const open = new Set(new Map(unfilled.toReversed().map((job) => [job.employee.id, job])).values())
  const leave = new Map<number, WaitingLeave[]>()
  const ahead = new Map<number, DayAhead[]>()
  const paidBefore: PaidDay[] = []
  for (const [run, group] of Map.groupBy(open, (job) => job.run)) {
    const employees = group.map(({ employee }) => employee)
    const ids = employees.map(({ id }) => id)
    for (const [id, days] of await loadLeaveAhead(tx, run, employees)) ahead.set(id, days)
    for (const [id, days] of await loadWaitingLeave(tx, company.jurisdiction, ids, run.end_date)) {
      const { waiting, paid } = splitWaiting(days, ahead.get(id) ?? [])
      leave.set(id, waiting)
      paidBefore.push(...paid)
    }
  }
  await putDaysOnPays(tx, paidBefore)
  const filled = jobs.map((job) => {
    if (!open.has(job)) return job
    const hours = standardRow(job.employee, job.timing)
    const standard = { ...job, request: { ...job.request, hours }, isProposed: true }
    const days = ahead.get(job.employee.id) ?? []
    const own = withLeave(standard, leave.get(job.employee.id) ?? [])
    return days.length === 0 ? own : (withoutPaidAhead([own], days)[0] ?? own)
  })
  return { jobs: filled, leave, open }
}
