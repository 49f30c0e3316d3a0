import type { Queryable } from '../../../database/connect.ts'

/** The document number of each employee in a message; the first one for an employee with two documents. */
export async function placesOf(query: Queryable, submissionId: number): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('submission_payees')
    .select(['employee_id', 'place'])
    .where('submission_id', '=', submissionId)
    .orderBy('place', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.employee_id, row.place]))
}

/** The document numbers of a message. */
export async function listPlaces(query: Queryable, submissionId: number): Promise<Set<number>> {
  const rows = await query
    .selectFrom('submission_payees')
    .select('place')
    .where('submission_id', '=', submissionId)
    .execute()
  return new Set(rows.map((row) => row.place))
}

/** The employees in a message. */
export async function employeeIdsOf(query: Queryable, submissionId: number): Promise<number[]> {
  return [...(await placesOf(query, submissionId)).keys()]
}
