import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { type CivilDate, completedYears } from '../../../payroll/dates.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../payroll/money.ts'
import type { HoursDetails } from '../resolve/lines.ts'
import type { PayTask } from '../task.ts'
import type { PayEmployee } from './employees.ts'
import type { HistoryQuestion } from './past.ts'

const ADULT_AGE = 18

type HoursRow = Pick<HoursDetails, 'units'> & { value: number | string }

/**
 * All hours of the period of employees under 18, whose super hangs on them: those of the call's pays and of the other processed
 * pays of the run. Hours in two departments are hours of one week.
 */
export async function loadJuniorHours(
  tx: Tx,
  tasks: readonly PayTask[],
  questions: readonly HistoryQuestion[],
): Promise<Map<number, Decimal>> {
  const juniors = new Map(
    tasks
      .filter((task) => isJunior(task.employee, task.place.payDate))
      .map((task) => [task.employee.id, task.employee]),
  )
  if (juniors.size === 0) return new Map()
  const stored = await loadStoredHours(
    tx,
    questions.filter((question) => juniors.has(question.employeeId)),
  )
  const hours = new Map<number, Decimal>()
  const add = (employeeId: number, row: HoursRow) => {
    const perDay = decimal(juniors.get(employeeId)?.standard_hours_per_day ?? '7.6')
    const more = hoursBehind({ units: row.units, value: decimal(String(row.value)) }, perDay)
    hours.set(employeeId, sum([hours.get(employeeId) ?? ZERO, more]))
  }
  for (const { employee_id, details } of stored) add(employee_id, details)
  for (const task of tasks)
    if (juniors.has(task.employee.id)) for (const row of hoursOf(task)) add(task.employee.id, row)
  return hours
}

function isJunior({ date_of_birth: born }: PayEmployee, payDate: CivilDate): boolean {
  return born !== null && completedYears(born as CivilDate, payDate) < ADULT_AGE
}

function hoursOf({ request, lines }: PayTask): HoursRow[] {
  if (!lines) return request?.hours ?? []
  return lines.flatMap((line) => (line.kind === 'hours' ? [line.details] : []))
}

async function loadStoredHours(tx: Tx, questions: readonly HistoryQuestion[]) {
  const employees = questions.map((question) => question.employeeId)
  const runs = questions.map((question) => question.runId)
  const selves = questions.map((question) => question.selfId)
  const { rows } = await sql<{ employee_id: number; details: HoursDetails }>`
    select p.employee_id, line.details
    from unnest(${employees}::int[], ${runs}::int[], ${selves}::int[]) as w (employee_id, run_id, self_id)
    join pays p on p.employee_id = w.employee_id and p.pay_run_id = w.run_id and p.id <> w.self_id
    join pay_lines line on line.pay_id = p.id and line.kind = 'hours'
    where p.status = 'processed'`.execute(tx)
  return rows
}
