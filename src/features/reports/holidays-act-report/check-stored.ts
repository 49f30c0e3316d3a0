import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { invalid } from '../../../kernel/problem.ts'
import { addYears, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { type CheckedPay, checkLeaveOf } from '../../pays/pays/index.ts'
import { createReport, type PaymentOwner, tooMany } from './collect.ts'
import { requireNewZealand } from './new-zealand.ts'
import { listPaysOf } from './queries.ts'
import type { HolidaysActReport } from './schema.ts'

/** The number of employees whose pays are read at a time. */
const EMPLOYEES_AT_ONCE = 10
/** Claims reach back six years, and remediation projects go back further. */
const YEARS_MAX = 10
/** The maximum number of pays in one report: 400 employees paid weekly over ten years. */
const PAYS_MAX = 210_000

/** Recalculates what the Act required for every leave payment and public holiday in a period of pay dates. */
export async function checkStored(
  service: Service,
  company: Company,
  { from, to, employeeId }: { from: string; to: string; employeeId?: number },
  query: Queryable = service.database.query,
): Promise<HolidaysActReport> {
  requireNewZealand(company)
  if (to < from) throw invalid(['query', 'to_date'], 'to_date must not be before from_date')
  if (addYears(civilDate(from), YEARS_MAX) < civilDate(to))
    throw invalid(['query', 'to_date'], `the period must not be longer than ${YEARS_MAX} years`)
  const report = createReport()
  const yieldIfDue = createYielder()
  const found = await listPaysOf(
    query,
    company.id,
    { from, to, ...(employeeId === undefined ? {} : { employeeId }) },
    PAYS_MAX + 1,
  )
  if (found.length > PAYS_MAX) throw tooMany()
  const employees = [...Map.groupBy(found, (pay) => pay.employee_id).values()]
  for (let at = 0; at < employees.length; at += EMPLOYEES_AT_ONCE) {
    const ids = employees.slice(at, at + EMPLOYEES_AT_ONCE).flatMap((pays) => pays.map(({ id }) => id))
    for await (const { pay, payments, unchecked } of checkLeaveOf(query, ids, service.rates.nz)) {
      report.add(ownerOf(pay), payments)
      if (unchecked !== null) report.leaveUnchecked(ownerOf(pay), pay.run.end_date, unchecked)
      await yieldIfDue()
    }
  }
  return report.finish(from, to)
}

function ownerOf({ row, run, employee }: CheckedPay['pay']): PaymentOwner {
  return {
    employee: `${employee.first_name} ${employee.last_name}`.trim(),
    employee_id: employee.id,
    pay_id: row.id,
    pay_date: row.processed_date,
    period_end: run.end_date,
  }
}
