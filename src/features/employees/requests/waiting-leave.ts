import type { Tx } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { LeaveType } from '../../../payroll/words.ts'
import { leaveName } from './leave-types.ts'
import { readWaiting, writePayOfDays } from './queries.ts'

/** An approved day of leave that is not on a pay yet, as a pay row. */
export type WaitingLeave = {
  requestId: number
  description: string
  leave_type: LeaveType
  date: CivilDate
  hours: string
}

/** Loads the approved leave of these employees up to a day that is not on a pay yet, by employee. */
export async function loadWaitingLeave(
  tx: Tx,
  country: string,
  employeeIds: readonly number[],
  upTo: string,
): Promise<Map<number, WaitingLeave[]>> {
  const rows = await readWaiting(tx, employeeIds, upTo)
  const byEmployee = Map.groupBy(rows, (row) => row.employee_id)
  return new Map(
    [...byEmployee].map(([id, days]) => [
      id,
      days.map(({ request_id, date, hours, leave_type }) => ({
        requestId: request_id,
        description: leaveName(country, leave_type),
        leave_type,
        date,
        hours,
      })),
    ]),
  )
}

/** Records the pays that already have approved days of leave. */
export const putDaysOnPays: typeof writePayOfDays = writePayOfDays

/** Records which pay each of the approved days is on. */
export async function putLeaveOnPays(
  tx: Tx,
  waiting: ReadonlyMap<number, readonly WaitingLeave[]>,
  pays: readonly { id: number | null; employeeId: number }[],
): Promise<void> {
  await writePayOfDays(
    tx,
    pays.flatMap(({ id, employeeId }) =>
      id === null
        ? []
        : (waiting.get(employeeId) ?? []).map((day) => ({
            request_id: day.requestId,
            date: day.date,
            pay_id: id,
          })),
    ),
  )
}
