import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import { NEEDS_UPDATE, REPORTED } from '../../../../database/reported-pays.ts'
import { IS_SUPER_ONLY } from '../../../../database/super-only-pays.ts'
import { TAKEN } from '../../../lodgements/lodgements/index.ts'
import type { ReportRequest } from '../model/report.ts'
import { EMPLOYEE, PAYS, paysAsked } from './pays.ts'

/** The pays of one employee, and their reporting status. */
export type ReportedRow = {
  employee_number: string | null
  employee: string
  employee_id: number
  pays: number
  lodged: number
  changed: number
  tax: string
  guarantee: string
  filed_gross: string
  paye: string
}

/** Employees with pays in the span, and a row of zeros for each of the others (`alsoIds`). */
export async function readReported(
  tx: Tx,
  question: ReportRequest,
  alsoIds: readonly number[],
): Promise<ReportedRow[]> {
  const paid = await readPaid(tx, question)
  const known = new Set(paid.map((row) => row.employee_id))
  const others = alsoIds.filter((id) => !known.has(id))
  if (others.length === 0) return paid
  const { rows } = await sql<Pick<ReportedRow, 'employee_number' | 'employee' | 'employee_id'>>`
    select ${EMPLOYEE} from employees where employees.id = any(${others}::int[])
      and employees.company_id = ${question.company.id}
      and (${question.employeeId}::int is null or employees.id = ${question.employeeId}::int)
    order by 2, 3`.execute(tx)
  return [...paid, ...rows.map((row) => ({ ...NOTHING, ...row }))]
}

const NOTHING = { pays: 0, lodged: 0, changed: 0, tax: '0', guarantee: '0', filed_gross: '0', paye: '0' }

async function readPaid(tx: Tx, question: ReportRequest): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select ${EMPLOYEE}, count(*)::int as pays, (count(*) filter (where event.status = any(${TAKEN}::text[])))::int as lodged,
      (count(*) filter (where ${NEEDS_UPDATE}))::int as changed, sum(pays.tax) as tax,
      sum(coalesce(pays.compulsory_super, 0)) as guarantee, sum(coalesce(pays.filed_gross, 0)) as filed_gross,
      sum(coalesce(pays.paye, 0)) as paye
    from ${PAYS} left join submission_pays link on link.pay_id = pays.id and link.counts
    left join submissions event on event.id = link.submission_id
    ${REPORTED}
    where ${paysAsked(question)} and not ${IS_SUPER_ONLY}
    group by employees.id order by 2, 3`.execute(tx)
  return rows
}
