import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { ListedSubmission } from './queries.ts'

/** The outcome of one payee's line. */
export type LineOutcome = {
  employee_id: number
  first_name: string
  last_name: string
  part: 'employee' | 'beneficiary'
  outcome: 'created' | 'sent' | 'accepted' | 'rejected' | 'replaced' | 'withdrawn'
  reason: string | null
}

/** The lines of a message with their outcomes, in document order. */
export async function loadOutcomes(query: Queryable, submissionId: number): Promise<LineOutcome[]> {
  const { rows } = await sql<LineOutcome>`
    select line.employee_id, first_name, last_name, line.part, line.outcome, line.reason
    from lodged_lines line join employees on employees.id = line.employee_id
    where line.submission_id = ${submissionId} order by line.place`.execute(query)
  return rows
}

/** The employees whose documents the notes of an answer refer to. */
export async function employeesByPlace(
  query: Queryable,
  rows: readonly ListedSubmission[],
): Promise<Map<string, number>> {
  const named = rows.flatMap((row) =>
    (row.answer ?? []).map(({ document }) => [row.id, document ?? 0] as const),
  )
  if (named.length === 0) return new Map()
  const { rows: found } = await sql<{ submission_id: number; place: number; employee_id: number }>`
    select payee.submission_id, payee.place, payee.employee_id
    from unnest(${named.map(([id]) => id)}::int[], ${named.map(([, place]) => place)}::int[]) as wanted (id, place)
    join submission_payees payee on payee.submission_id = wanted.id and payee.place = wanted.place`.execute(
    query,
  )
  return new Map(found.map((row) => [`${row.submission_id}/${row.place}`, row.employee_id]))
}
