import { sql } from 'kysely'
import { money, type ReportRequest, type Row } from '../model/report.ts'
import { PAYS, paysAsked, STATE } from './pays.ts'

/* Wages as payroll tax law and workers compensation insurers define them. */

const REDUNDANCY = sql`coalesce((termination.result ->> 'lump_sum_d')::numeric, 0)`
const COMPENSATION = sql`coalesce(pays.workers_compensation, 0)`
const PARENTAL = sql`coalesce((select sum(line.amount) from pay_lines line
    where line.pay_id = pays.id and line.kind = 'leave' and line.details ->> 'leave_type' = 'PAID_PARENTAL'), 0)`

/** Super paid by the employer on top of earnings. Sacrificed super is already part of the earnings. */
export const EMPLOYER_SUPER = sql`(coalesce(pays.super, 0) - coalesce(pays.sacrificed_super, 0))`

/** Sums over pays and their terminations, if any. */
export const WAGES = sql`
  sum(pays.gross) as gross, sum(coalesce(pays.super, 0)) as super, sum(${REDUNDANCY}) as redundancy,
  sum(${COMPENSATION}) as compensation, sum(${PARENTAL}) as parental,
  sum(pays.gross + coalesce(pays.super, 0) - ${REDUNDANCY} - ${COMPENSATION} - ${PARENTAL}) as taxable`

export const WAGE_COLUMNS = [
  money('gross', 'Gross'),
  money('super', 'Super'),
  money('redundancy', 'less genuine redundancy'),
  money('compensation', 'less workers compensation'),
  money('parental', 'less paid parental leave'),
  money('taxable', 'Taxable wages'),
]

export type StateWages = { state: string; taxable: string }

/** The wages of each state. */
export async function readWages(question: ReportRequest): Promise<(Row & StateWages)[]> {
  const { rows } = await sql<Row & StateWages>`
    select ${STATE} as state, ${WAGES} from ${PAYS} left join terminations termination on termination.pay_id = pays.id
    where ${paysAsked(question)} group by 1 order by 1`.execute(question.service.database.query)
  return rows
}
