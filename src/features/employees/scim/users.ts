import { inCellOf } from '../../../database/cell-of-customer.ts'
import type { Tx } from '../../../database/connect.ts'
import { lockAccount } from '../../../database/lock-account.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { Voided } from '../../access/oauth/index.ts'
import { endAccess, forgetCallers } from '../people/index.ts'
import {
  countOwners,
  findScimUser,
  forgetScimUser,
  hasVerifiedDomain,
  insertScimUser,
  listScimUsers,
  markScimRemoved,
  reviveScimUser,
  type ScimRow,
  updateScimUser,
  wasRemovedByOwner,
} from './queries.ts'
import { invalidValue, type Wanted } from './resource.ts'
import { ScimProblem } from './scim-error.ts'

/** Runs one transaction in the account's cell. */
const inAccount = <T>({ database }: Service, customerId: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inCellOf(database.query, customerId, () => database.transaction(work))

const notFound = (id: string) => new ScimProblem(404, `User ${id} not found.`)

export async function readScimUser(service: Service, customerId: number, id: string): Promise<ScimRow> {
  return requireUser(await findScimUser(service.database.query, customerId, idOf(id)), id)
}

const idOf = (id: string) => (/^\d{1,9}$/.test(id) ? Number(id) : 0)

function requireUser(row: ScimRow | undefined, id: string): ScimRow {
  if (!row) throw notFound(id)
  return row
}

/** Adds a user with the lowest role and no company yet. Only addresses in the account's verified domains are accepted. */
export function createScimUser(service: Service, customerId: number, wanted: Wanted): Promise<ScimRow> {
  return inAccount(service, customerId, async (tx) => {
    await lockAccount(tx, customerId)
    const { userName: email, name, externalId } = wanted
    if (!(await hasVerifiedDomain(tx, customerId, email.split('@').at(-1) ?? '')))
      throw invalidValue(`userName must be an address of a domain that the account has verified.`)
    const known = await listScimUsers(tx, customerId, { userName: email }, { offset: 0, limit: 1 })
    if (known.total > 0) throw new ScimProblem(409, `A user with the userName ${email} exists.`, 'uniqueness')
    if (await wasRemovedByOwner(tx, customerId, email))
      throw new ScimProblem(
        409,
        `An owner removed ${email} from the account. An owner can invite them again.`,
      )
    const id = await insertScimUser(tx, { customerId, email, name, externalId, now: service.clock.now() })
    recordAuditChange(`${name} (${email})`, { role: null }, { role: 'reader, no company' })
    const row = present(await findScimUser(tx, customerId, id))
    if (!wanted.isActive) await deactivate(service, tx, customerId, row)
    return present(await findScimUser(tx, customerId, id))
  })
}

/** Updates a user. `change` receives the current values. */
export async function changeScimUser(
  service: Service,
  customerId: number,
  id: string,
  change: (now: Wanted) => Wanted,
): Promise<ScimRow> {
  const { row, voided } = await inAccount(service, customerId, async (tx) => {
    await lockAccount(tx, customerId)
    const before = requireUser(await findScimUser(tx, customerId, idOf(id)), id)
    const now = wantedOf(before)
    const wanted = change(now)
    // The address identifies the person. A different address would give another person this one's access.
    if (wanted.userName !== now.userName)
      throw new ScimProblem(400, 'userName cannot be changed. Create a new user.', 'mutability')
    await updateScimUser(tx, before.id, wanted)
    recordAuditChange(
      `${before.name} (${before.email})`,
      { name: now.name, external_id: now.externalId },
      { name: wanted.name, external_id: wanted.externalId },
    )
    const ended = now.isActive && !wanted.isActive ? await deactivate(service, tx, customerId, before) : null
    if (!now.isActive && wanted.isActive) await revive(tx, before)
    return { row: present(await findScimUser(tx, customerId, before.id)), voided: ended }
  })
  if (voided) forgetCallers(service, row.id, voided)
  return row
}

const wantedOf = (row: ScimRow): Wanted => ({
  userName: row.email,
  name: row.name,
  externalId: row.scim_external_id,
  isActive: row.is_active,
})

async function revive(tx: Tx, row: ScimRow): Promise<void> {
  await reviveScimUser(tx, row.id)
  recordAuditChange(`${row.name} (${row.email})`, { role: null }, { role: 'reader, no company' })
}

/** Ends the person's sessions, tokens and granted access at once. */
async function deactivate(service: Service, tx: Tx, customerId: number, row: ScimRow): Promise<Voided> {
  if (row.role === 'owner' && (await countOwners(tx, customerId)) < 2)
    throw new ScimProblem(403, `${row.email} is the last owner of the account and cannot be removed.`)
  const voided = await endAccess(service, tx, row)
  await markScimRemoved(tx, row.id)
  return voided
}

/** Removes a person from the account and hides them from SCIM. */
export async function deleteScimUser(service: Service, customerId: number, id: string): Promise<void> {
  const { userId, voided } = await inAccount(service, customerId, async (tx) => {
    await lockAccount(tx, customerId)
    const row = requireUser(await findScimUser(tx, customerId, idOf(id)), id)
    const ended = row.is_active ? await deactivate(service, tx, customerId, row) : null
    await forgetScimUser(tx, row.id)
    recordAuditChange(`${row.name} (${row.email})`, { is_managed: true }, { is_managed: false })
    return { userId: row.id, voided: ended }
  })
  if (voided) forgetCallers(service, userId, voided)
}
