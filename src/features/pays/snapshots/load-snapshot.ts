import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { SnapshotRow } from '../../../database/tables/snapshots.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { type RememberedEmployee, type RememberedEmployer, readEmployee, readEmployer } from './content.ts'
import { reconstructSnapshots } from './keep-queries.ts'
import { collectEmployees } from './load-details.ts'
import { findSnapshotIds, loadSnapshots } from './queries.ts'
import { openNumbers } from './seal.ts'

type PayOf = {
  id: number
  status: string
  employee_id: number
  snapshot_id: number | null
  employer_snapshot_id: number | null
}

/** The snapshot of one pay. A draft has none and shows current data. */
export type PayMemory = {
  employee: RememberedEmployee
  employer: RememberedEmployer
  takenAt: Date | null
  isReconstructed: boolean
}

export async function recall(service: Service, company: Company, pay: PayOf): Promise<PayMemory> {
  return present((await recallAll(service, company, [pay])).get(pay.id))
}

/** Loads the snapshots of these pays of the company in a few queries, by pay id. */
export async function recallAll(
  service: Service,
  company: Company,
  pays: readonly PayOf[],
): Promise<Map<number, PayMemory>> {
  const { query } = service.database
  const processed = pays.filter((pay) => pay.status === 'processed')
  const forgotten = processed.filter((pay) => pay.snapshot_id === null).map((pay) => pay.id)
  if (forgotten.length > 0) await reconstructSnapshots(service, undefined, { payIds: forgotten })
  const known = [
    ...processed.filter((pay) => pay.snapshot_id !== null),
    ...(await findSnapshotIds(query, forgotten)),
  ]
  const ids = known.flatMap((pay) => [pay.snapshot_id ?? 0, pay.employer_snapshot_id ?? 0])
  const rows = new Map((await loadSnapshots(query, [...new Set(ids)])).map((row) => [row.id, row]))
  const employers = new Map<number, RememberedEmployer>()
  const drafts = pays.filter((pay) => pay.status !== 'processed')
  const today = await rememberNow(
    service,
    query,
    drafts.map((pay) => pay.employee_id),
  )
  return new Map([
    ...known.map((pay): [number, PayMemory] => [pay.id, memoryOf(service, pay, rows, employers)]),
    ...drafts.map((pay): [number, PayMemory] => {
      const employee = present(today.find(({ id }) => id === pay.employee_id))
      return [pay.id, { employee, employer: company, takenAt: null, isReconstructed: false }]
    }),
  ])
}

function memoryOf(
  { cipher }: Service,
  pay: Pick<PayOf, 'id' | 'snapshot_id' | 'employer_snapshot_id'>,
  rows: ReadonlyMap<number, SnapshotRow>,
  employers: Map<number, RememberedEmployer>,
): PayMemory {
  const own = rows.get(pay.snapshot_id ?? 0)
  const employer = rows.get(pay.employer_snapshot_id ?? 0)
  if (!own || !employer) throw new Error(`pay ${pay.id} names a snapshot that does not exist`)
  const opened =
    employers.get(employer.id) ??
    readEmployer(employer.content, openNumbers(cipher, employer.id, employer.numbers))
  employers.set(employer.id, opened)
  return {
    employee: readEmployee(own.content, openNumbers(cipher, own.id, own.numbers)),
    employer: opened,
    takenAt: own.created_at,
    isReconstructed: own.is_reconstructed,
  }
}

/** The employer of each of these pays, as its snapshot has it. */
export async function loadEmployersOf(
  { cipher }: Service,
  query: Queryable,
  payIds: readonly number[],
): Promise<Map<number, RememberedEmployer>> {
  const pays = await query
    .selectFrom('pays')
    .select(['id', 'employer_snapshot_id'])
    .where(sql<boolean>`id = any(${payIds}::int[])`)
    .execute()
  const rows = await loadSnapshots(query, [...new Set(pays.flatMap((pay) => pay.employer_snapshot_id ?? []))])
  const employers = new Map(
    rows.map((row) => [row.id, readEmployer(row.content, openNumbers(cipher, row.id, row.numbers))]),
  )
  return new Map(
    pays.flatMap((pay) => {
      const employer = employers.get(pay.employer_snapshot_id ?? 0)
      return employer ? [[pay.id, employer]] : []
    }),
  )
}

/** Loads and decrypts the snapshots with these ids, by id. */
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

/** The current details of these employees, in snapshot form. */
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
