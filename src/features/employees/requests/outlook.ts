import { countryOf } from '../../../countries/index.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { addDays, type CivilDate, daysBetween } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, whole, ZERO } from '../../../kernel/values/money.ts'
import type { LeaveType } from '../../../payroll/words.ts'
import { type Pace, readPaces } from './calendar-queries.ts'
import { balanceOf } from './leave-types.ts'

/** The accrual rate is estimated from the pays of this many days. */
const PACE_DAYS = 92
const BALANCES: Partial<Record<LeaveType, string>> = { HOLIDAY: 'holiday', SICK: 'sick', LONG_SERVICE: 'lsl' }

export type Outlook = { on_day: number; after: number } | null

/** The expected balance on the first day of leave and after the leave, if leave keeps accruing at the recent rate. */
export type FindOutlook = (
  employee: Employee,
  asked: { leave_type: LeaveType; start_date: CivilDate; hours: Decimal; waiting: Decimal },
) => Outlook

export async function loadOutlooks(
  query: Queryable | Tx,
  employees: readonly Pick<Employee, 'id'>[],
  country: string,
  today: CivilDate,
): Promise<FindOutlook> {
  const ids = employees.map(({ id }) => id)
  const isEarned = countryOf(country).leave.isAccruedBySettings && ids.length > 0
  const paces = isEarned ? await readPaces(query, ids, addDays(today, -PACE_DAYS)) : []
  return (employee, { leave_type, start_date, hours, waiting }) => {
    const balance = balanceOf(employee, leave_type)
    if (balance === null) return null
    const pace = paces.find((row) => row.employee_id === employee.id && row.balance === BALANCES[leave_type])
    const onDay = sum([balance, earnedBefore(pace, start_date)]).minus(waiting)
    return { on_day: Number(onDay.toFixed(2)), after: Number(onDay.minus(hours).toFixed(2)) }
  }
}

/** The leave expected to accrue after the last pay and before this day. */
function earnedBefore(pace: Pace | undefined, day: CivilDate): Decimal {
  if (!pace) return ZERO
  const ahead = daysBetween(pace.to, day) - 1
  if (ahead <= 0) return ZERO
  return decimal(pace.earned)
    .times(whole(ahead))
    .div(whole(daysBetween(pace.from, pace.to) + 1))
}
