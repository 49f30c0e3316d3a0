import { isDeepStrictEqual } from 'node:util'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { openIrdNumber } from '../../employer/companies/index.ts'
import { findBrandingVersion } from '../../platform/branding/index.ts'
import { fundKey, readEmployer, writeEmployee, writeEmployer } from './content.ts'
import { collectEmployees } from './load-details.ts'
import {
  findLatestEmployer,
  giveToOldPays,
  insertSnapshots,
  keepAsCurrent,
  listUnremembered,
  lockEmployees,
  type NewSnapshot,
  nameOldFunds,
  takeIds,
} from './queries.ts'
import { openNumbers, sealNumbers } from './seal.ts'

/** The employee for a snapshot, with the id of the current snapshot if it is still valid. */
export type SnapshotOwner = { id: number; snapshot_id: number | null }

/** The snapshots for new pays of these employees. Most employees have one, and it is created for the others. */
export async function ensureSnapshots(
  service: Service,
  tx: Tx,
  company: Company,
  employees: readonly SnapshotOwner[],
): Promise<Map<number, number>> {
  const current = new Map(
    employees.flatMap(({ id, snapshot_id: snapshot }): [number, number][] =>
      snapshot === null ? [] : [[id, snapshot]],
    ),
  )
  const missing = [...new Set(employees.map(({ id }) => id).filter((id) => !current.has(id)))]
  if (missing.length === 0) return current
  const made = await makeSnapshots(service, tx, company, missing, false)
  await keepAsCurrent(tx, made)
  for (const { id, employeeId } of made) if (employeeId !== null) current.set(employeeId, id)
  return current
}

/** The employer's snapshot for new pays. A new one is created if anything has changed. */
export async function ensureEmployerSnapshot(
  { cipher, clock }: Service,
  tx: Tx,
  company: Company,
): Promise<number> {
  // Two statements: with cells, branding may be on another machine.
  const [branding, latest] = await settleAll([
    findBrandingVersion(tx, company.customer_id),
    findLatestEmployer(tx, company.id),
  ])
  const written = writeEmployer(company, branding)
  if (latest) {
    const stored = readEmployer(latest.content, openNumbers(cipher, latest.id, latest.numbers))
    if (isDeepStrictEqual(stored, readEmployer(JSON.parse(written.content), written.numbers)))
      return latest.id
  }
  const id = present((await takeIds(tx, 1))[0])
  const numbers = sealNumbers(cipher, id, written.numbers)
  const whose = { customerId: company.customer_id, companyId: company.id, employeeId: null }
  const row = { ...whose, id, content: written.content, numbers }
  await insertSnapshots(tx, [{ ...row, isReconstructed: false, funds: [] }], clock.now())
  return id
}

async function makeSnapshots(
  { cipher, clock }: Service,
  tx: Tx,
  company: Company,
  employeeIds: readonly number[],
  isReconstructed: boolean,
): Promise<NewSnapshot[]> {
  const rows = await lockEmployees(tx, employeeIds)
  const [remembered, ids] = [await collectEmployees(tx, cipher, rows), await takeIds(tx, rows.length)]
  const made = remembered.map((employee, index): NewSnapshot => {
    const id = present(ids[index])
    const { content, numbers } = writeEmployee(employee)
    return {
      id,
      customerId: company.customer_id,
      companyId: company.id,
      employeeId: employee.id,
      content,
      numbers: sealNumbers(cipher, id, numbers),
      isReconstructed,
      funds: employee.funds.map((fund) => ({ rank: fund.rank, key: fundKey(fund) })),
    }
  })
  await insertSnapshots(tx, made, clock.now())
  return made
}

const PAYS_AT_ONCE = 2000

/**
 * Adds the missing snapshots to pays of version 0.1, from today's records and marked as reconstructed. Can be interrupted
 * and resumed. `only` handles pays that are requested in the meantime.
 */
export async function reconstructSnapshots(
  service: Service,
  stopped?: AbortSignal,
  only: { payIds?: readonly number[]; companyId?: number } = {},
): Promise<void> {
  while (!stopped?.aborted) {
    const pays = await listUnremembered(service.database.query, PAYS_AT_ONCE, only)
    if (pays.length === 0) return
    for (const [companyId, group] of Map.groupBy(pays, (pay) => pay.company_id)) {
      const employeeIds = [...new Set(group.map((pay) => pay.employee_id))]
      await service.database.transaction((tx) => reconstruct(service, tx, companyId, employeeIds))
    }
  }
}

async function reconstruct(service: Service, tx: Tx, companyId: number, employeeIds: readonly number[]) {
  const row = await tx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const company = openIrdNumber(service.cipher, row)
  const made = await makeSnapshots(service, tx, company, employeeIds, true)
  await nameOldFunds(tx, service.cipher, made)
  await giveToOldPays(tx, await ensureEmployerSnapshot(service, tx, company), made)
}
