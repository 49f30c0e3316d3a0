import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum } from '../../../kernel/values/money.ts'
import { loadDraftRecipients, loadEmployeesById } from './context/employees.ts'
import { type DayAhead, loadLeaveAhead } from './context/leave-ahead.ts'
import type { Skipped } from './context/skipped.ts'
import { employeeOn } from './context/terms.ts'
import { timingOf } from './job/pay-job.ts'
import { aheadReason, aheadWords } from './paid-ahead.ts'
import { standardRow } from './standard-pay.ts'

/* Leave of a run's period that earlier pays have, for the check of the run. */

/** Explains who is not in the run because an earlier pay has all hours of the period. */
export async function explainPaidAhead(
  tx: Tx,
  run: PayRunRow,
  skipped: readonly Skipped[],
): Promise<Skipped[]> {
  if (skipped.length === 0) return []
  const timing = timingOf(run, civilDate(run.end_date))
  const employees = (await loadDraftRecipients(tx, run)).map((each) => employeeOn(each, timing))
  const ahead = await loadLeaveAhead(tx, run, employees)
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  return skipped.map((each) => {
    const [days, employee] = [ahead.get(each.employee_id), byId.get(each.employee_id)]
    if (!days || !employee) return each
    const standard = sum(standardRow(employee, timing).map(({ value }) => decimal(String(value))))
    return sumOf(days).gte(standard) ? { ...each, reason: aheadReason(days) } : each
  })
}

/** Employees whose entered hours and leave of earlier pays are together more than the hours of the period, with a sentence. */
export async function findPaidTwice(
  tx: Tx,
  company: Company,
  run: PayRunRow,
  entered: readonly { employee_id: number; hours: string }[],
): Promise<{ employeeId: number; message: string }[]> {
  if (entered.length === 0) return []
  const timing = timingOf(run, civilDate(run.end_date))
  const ids = entered.map(({ employee_id }) => employee_id)
  const employees = (await loadEmployeesById(tx, company.id, ids)).map((each) => employeeOn(each, timing))
  const ahead = await loadLeaveAhead(tx, run, employees)
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  return entered.flatMap(({ employee_id: id, hours }) => {
    const [days, employee] = [ahead.get(id), byId.get(id)]
    if (!days || !employee) return []
    const standard = sum(standardRow(employee, timing).map(({ value }) => decimal(String(value))))
    if (sumOf(days).plus(decimal(hours)).lte(standard)) return []
    const message = `${aheadWords(days)}, and ${shown(decimal(hours))} hours are entered here: together they are more than the ${shown(standard)} hours of the period.`
    return [{ employeeId: id, message }]
  })
}

const sumOf = (days: readonly DayAhead[]) => sum(days.map(({ hours }) => hours))
const shown = (hours: Decimal) => hours.toFixed()
