import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { ListedSubmission } from './queries.ts'

/** Whose documents the notes of an answer are about. */
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
