import { sql } from 'kysely'
import type { Opening, OpeningContent } from '../../../../countries/contract/opening.ts'
import type { Queryable } from '../../../../database/connect.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { PastNeeds } from '../../../../payroll/history.ts'

type Row = { employee_id: number; as_at: CivilDate; content: OpeningContent }

/** The opening balances of these employees, unless they are older than the history needed. */
export async function loadOpenings(
  query: Queryable,
  questions: readonly { employeeId: number; needs: Pick<PastNeeds, 'from'> }[],
): Promise<Map<number, Opening>> {
  if (questions.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select opening.employee_id, as_at, content
    from unnest(${questions.map((question) => question.employeeId)}::int[],
        ${questions.map((question) => question.needs.from)}::date[]) as w (employee_id, from_date)
    join opening_balances opening on opening.employee_id = w.employee_id and opening.as_at >= w.from_date`.execute(
    query,
  )
  return new Map(rows.map((row) => [row.employee_id, { ...row.content, asAt: row.as_at }]))
}
