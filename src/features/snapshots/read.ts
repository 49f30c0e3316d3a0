import type { Queryable } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { present } from '../../payroll/present.ts'
import type { Service } from '../../service.ts'
import { collectEmployees } from './collect.ts'
import { type RememberedEmployee, type RememberedEmployer, readEmployee, readEmployer } from './content.ts'
import { reconstructSnapshots } from './keep.ts'
import { loadSnapshots } from './queries.ts'
import { openNumbers } from './seal.ts'

type PayOf = {
  id: number
  status: string
  employee_id: number
  snapshot_id: number | null
  employer_snapshot_id: number | null
}

/** What one pay remembers. A draft remembers nothing: it shows how things stand. */
export type PayMemory = {
  employee: RememberedEmployee
  employer: RememberedEmployer
  takenAt: Date | null
  isReconstructed: boolean
}

export async function recall(service: Service, company: Company, pay: PayOf): Promise<PayMemory> {
  const { query } = service.database
  if (pay.status !== 'processed') {
    const [employee] = await rememberNow(service, query, [pay.employee_id])
    return {
      employee: present(employee),
      employer: company,
      takenAt: null,
      isReconstructed: false,
    }
  }
  if (pay.snapshot_id === null) {
    await reconstructSnapshots(service, undefined, { payIds: [pay.id] })
    const row = await query
      .selectFrom('pays')
      .select(['id', 'status', 'employee_id', 'snapshot_id', 'employer_snapshot_id'])
      .where('id', '=', pay.id)
      .executeTakeFirstOrThrow()
    return recall(service, company, row)
  }
  const ids = [pay.snapshot_id, pay.employer_snapshot_id ?? 0]
  const rows = await loadSnapshots(query, ids)
  const [own, employer] = ids.map((id) => rows.find((row) => row.id === id))
  if (!own || !employer) throw new Error(`pay ${pay.id} names a snapshot that is not there`)
  return {
    employee: readEmployee(own.content, openNumbers(service.cipher, own.id, own.numbers)),
    employer: readEmployer(employer.content, openNumbers(service.cipher, employer.id, employer.numbers)),
    takenAt: own.created_at,
    isReconstructed: own.is_reconstructed,
  }
}

/** The snapshots with these ids, opened; by id. */
export async function loadRemembered(
  service: Service,
  query: Queryable,
  ids: readonly number[],
): Promise<Map<number, RememberedEmployee>> {
  const rows = await loadSnapshots(query, [...new Set(ids)])
  return new Map(
    rows.map((row) => [row.id, readEmployee(row.content, openNumbers(service.cipher, row.id, row.numbers))]),
  )
}

/** These employees as they stand today. */
export async function rememberNow(
  service: Service,
  query: Queryable,
  employeeIds: readonly number[],
): Promise<RememberedEmployee[]> {
  if (employeeIds.length === 0) return []
  const rows = await query
    .selectFrom('employees')
    .selectAll()
    .where('id', 'in', [...new Set(employeeIds)])
    .execute()
  return collectEmployees(query, service.cipher, rows)
}
