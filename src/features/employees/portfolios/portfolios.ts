import type { Tx } from '../../../database/connect.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from '../../access/oauth/index.ts'
import { approveOfficer } from '../people/index.ts'
import {
  companyNames,
  deletePortfolio,
  hasPortfolioNamed,
  insertPortfolio,
  ownCompanies,
  peopleOfPortfolio,
  putCompanies,
  renamePortfolio,
  selectPortfolios,
} from './queries.ts'
import type { Portfolio, PortfolioCreate, PortfolioUpdate } from './schema.ts'

/** The number of companies named in a summary. */
const NAMED_MAX = 20

/** Groups of companies for which roles can be given. */
export async function readPortfolios(service: Service, { customerId }: Caller): Promise<Portfolio[]> {
  const rows = await selectPortfolios(service.database.query, customerId)
  return rows.map((row) => ({ ...row, created_at: timestamp(row.created_at) }))
}

export function createPortfolio(
  service: Service,
  caller: Caller,
  { name, company_ids: companyIds = [] }: PortfolioCreate,
): Promise<Portfolio> {
  return service.database.transaction(async (tx) => {
    await requireFreeName(tx, caller.customerId, name, 0)
    const now = service.clock.now()
    const id = await insertPortfolio(tx, {
      customer_id: caller.customerId,
      name: name.trim(),
      created_at: now,
      created_by: caller.userId,
    })
    await fill(tx, caller, id, companyIds, now)
    recordAuditChange(
      `Portfolio ${id}, ${name.trim()}`,
      { companies: null },
      { companies: companyIds.join() },
    )
    return readOne(tx, caller, id)
  })
}

/**
 * Renames a portfolio or replaces its companies. People with a role for it can access the new companies from their next
 * request.
 */
export async function changePortfolio(
  service: Service,
  caller: Caller,
  id: number,
  { name, company_ids: companyIds }: PortfolioUpdate,
): Promise<Portfolio> {
  const changed = await service.database.transaction(async (tx) => {
    const before = await readOne(tx, caller, id)
    if (name !== undefined) {
      await requireFreeName(tx, caller.customerId, name, id)
      await renamePortfolio(tx, id, name.trim())
    }
    if (companyIds) {
      await approveWider(tx, caller, before, companyIds, service.clock.now())
      await fill(tx, caller, id, companyIds, service.clock.now())
    }
    const after = await readOne(tx, caller, id)
    recordAuditChange(
      `Portfolio ${id}, ${after.name}`,
      { name: before.name, companies: before.company_ids.join() },
      { name: after.name, companies: after.company_ids.join() },
    )
    return after
  })
  callersOf(service.database).forget('customer', caller.customerId)
  return changed
}

/** Deletes a portfolio for which no person has a role. */
export function removePortfolio(service: Service, caller: Caller, id: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    const { name, company_ids } = await readOne(tx, caller, id)
    const people = await peopleOfPortfolio(tx, id)
    if (people.length > 0)
      throw conflict(
        `These people have a role for the portfolio ${name}: ${people.join(', ')}. Change their access first.`,
      )
    await deletePortfolio(tx, id)
    recordAuditChange(`Portfolio ${id}, ${name}`, { companies: company_ids.join() }, { companies: null })
  })
}

/**
 * Adding companies to a portfolio gives its officers more companies, as if each officer had been given the
 * role there.
 */
async function approveWider(
  tx: Tx,
  caller: Caller,
  { id, name, company_ids: before }: Portfolio,
  companyIds: readonly number[],
  now: Date,
): Promise<void> {
  const added = companyIds.filter((company) => !before.includes(company))
  if (added.length === 0) return
  const officers = await peopleOfPortfolio(tx, id, 'member')
  if (officers.length === 0) return
  await approveOfficer(tx, caller, now, async () => {
    const companies = await companyNames(tx, caller.customerId, added)
    const people = officers.map(quoteName).join(', ')
    const named = nameSome(companies, NAMED_MAX, (row) => quoteName(row.legal_name))
    return {
      summary: `Makes the payroll officers of the portfolio ${quoteName(name)} (${people}) payroll officers of ${named}.`,
      outcome: [`portfolio ${id}`, companyIds.toSorted((a, b) => a - b)],
    }
  })
}

async function readOne(tx: Tx, { customerId }: Caller, id: number): Promise<Portfolio> {
  const [row] = await selectPortfolios(tx, customerId, id)
  if (!row) throw notFound('Portfolio not found.')
  return { ...present(row), created_at: timestamp(row.created_at) }
}

async function requireFreeName(tx: Tx, customerId: number, name: string, butId: number): Promise<void> {
  if (await hasPortfolioNamed(tx, customerId, name.trim(), butId))
    throw conflict(`A portfolio named ${name.trim()} already exists.`)
}

async function fill(tx: Tx, caller: Caller, id: number, ids: readonly number[], now: Date): Promise<void> {
  await requireCompanies(tx, caller.customerId, ids)
  await putCompanies(tx, { id, customerId: caller.customerId }, ids, now)
}

/** Checks that every id is a company of the customer. Throws a 400 that lists the others. */
export async function requireCompanies(tx: Tx, customerId: number, ids: readonly number[]): Promise<void> {
  const own = await ownCompanies(tx, customerId, ids)
  const others = ids.filter((id) => !own.has(id))
  if (others.length > 0)
    throw badRequest(`These are not companies of the account: ${[...new Set(others)].join(', ')}.`)
}
