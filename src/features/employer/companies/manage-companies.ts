import type { Updateable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { CompaniesTable, Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { type Caller, hasScope, managesAccount } from '../../../http/caller.ts'
import { contentTag, requireMatch } from '../../../http/etag.ts'
import { saying } from '../../../http/view.ts'
import { badRequest, forbidden, notFound } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { periodEndFor, periodStartFor } from '../../../payroll/pay-periods.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { inheritRules } from '../company-rules/index.ts'
import { changedAdvice, createdAdvice } from './advice.ts'
import { chooseJurisdiction, tidyFields } from './fields.ts'
import { identitySteps } from './identity.ts'
import { openAccountNumber } from './numbers.ts'
import { requireOwnDefault } from './own-period.ts'
import { approvePayerAccount } from './payer-account.ts'
import {
  type CompanyWithNames,
  clearDefaultCompany,
  companyHasPays,
  freeNumbers,
  insertCompany,
  lastPeriods,
  listCompanies,
  listEmployeeNames,
  lockCompany,
  lockEmployeesOf,
  setDefaultCompany,
  updateCompany,
} from './queries.ts'
import { refusedLater } from './reported.ts'
import {
  type CompanyChanged,
  type CompanyCreate,
  type CompanyPartialUpdate,
  CompanyPartialUpdate as CompanyPartialUpdateSchema,
  type CompanyUpdate,
  type CompanyView,
} from './schema.ts'
import { viewCompany } from './view.ts'

/** Yields the companies the caller may see, in chunks. Yields none without a payroll scope. */
export async function* readCompanies(service: Service, caller: Caller): AsyncGenerator<CompanyChanged[]> {
  if (!hasScope(caller, 'payroll.read')) return
  for await (const part of listCompanies(service.database.query, service.cipher, caller))
    yield part.map((company) => showCompany(service, company))
}

/** One company with its employees' names, and warnings about values its authority would reject. */
async function readCompanySaying(
  service: Service,
  query: Queryable,
  company: Company,
): Promise<CompanyChanged> {
  return saying(await readCompany(service, query, company), refusedLater(company))
}

/** One company with its employees' names. */
export async function readCompany(
  service: Service,
  query: Queryable,
  company: Company,
): Promise<CompanyView> {
  return viewCompany(service.cipher, company, await listEmployeeNames(query, [company.id]))
}

/** Shows the company in the path. The access check has already loaded the employees' names (`findCompanyWithNames`). */
export function showCompany(
  service: Service,
  company: Company & Partial<Pick<CompanyWithNames, 'names'>>,
): CompanyChanged {
  const { names = [], ...rest } = company
  return saying(viewCompany(service.cipher, rest, names), refusedLater(rest))
}

/** Creates a company for the caller's customer. The first one becomes the default company. */
export function createCompany(
  service: Service,
  caller: Caller,
  body: CompanyCreate,
): Promise<CompanyChanged> {
  return service.database.transaction(async (tx) => {
    const view = await createCompanyIn(service, tx, caller.customerId, body)
    return saying(view, [...createdAdvice(body, view), ...refusedLater(view)])
  })
}

/** Creates a company inside an existing transaction. */
export async function createCompanyIn(
  service: Service,
  tx: Tx,
  customerId: number,
  body: CompanyCreate,
): Promise<CompanyView> {
  const { id: _id, employees: _employees, jurisdiction: _jurisdiction, ...fields } = body
  const jurisdiction = chooseJurisdiction(body, service.settings.region)
  requireOwnDefault({ jurisdiction, default_pay_period: body.default_pay_period })
  const now = service.clock.now()
  const company = await insertCompany(tx, service.cipher, {
    ...tidyFields(fields),
    legal_name: body.legal_name.trim(),
    customer_id: customerId,
    jurisdiction,
    created_at: now,
    updated_at: now,
  })
  await inheritRules(tx, company)
  await setDefaultCompany(tx, customerId, company.id, { onlyIfNone: true })
  return announceCompany(service, tx, 'company.created', company)
}

const CHANGEABLE = keysOf(CompanyPartialUpdateSchema.properties)

/** The ETag of a company, over all its changeable fields but not its employees. */
export function companyTag(view: Pick<CompanyView, (typeof CHANGEABLE)[number]>): string {
  return contentTag(CHANGEABLE.map((name) => view[name]))
}

function requireCompanyMatch(service: Service, company: Company, ifMatch: string | undefined): void {
  if (ifMatch !== undefined) requireMatch(ifMatch, companyTag(viewCompany(service.cipher, company, [])))
}

/** Changes the given fields. A request that changes nothing leaves no trace. */
export function changeCompany(
  service: Service,
  companyId: number,
  { identity_change: identityChange, ...body }: CompanyUpdate,
  ifMatch?: string,
): Promise<CompanyChanged> {
  return service.database.transaction(async (tx) => {
    const company = await lockCompany(tx, service.cipher, companyId)
    if (!company) throw notFound('Company not found')
    requireCompanyMatch(service, company, ifMatch)
    return changeLocked(service, tx, company, body, identityChange)
  })
}

/** Fills in missing fields of a company, without overwriting any that the owner entered. */
export async function fillCompany(
  service: Service,
  tx: Tx,
  companyId: number,
  known: CompanyPartialUpdate,
): Promise<void> {
  const company = await lockCompany(tx, service.cipher, companyId)
  if (!company) return
  const stored: Record<string, unknown> = { ...company }
  const missing = Object.entries(known).filter(([name]) => stored[name] === null)
  await changeLocked(service, tx, company, Object.fromEntries(missing))
}

async function changeLocked(
  service: Service,
  tx: Tx,
  company: Company,
  body: CompanyPartialUpdate,
  identityChange?: CompanyUpdate['identity_change'],
): Promise<CompanyChanged> {
  const { jurisdiction, ...fields } = body
  const wanted = { ...tidyFields(fields), ...(jurisdiction ? { jurisdiction } : {}) }
  const change = differing(service.cipher, company, wanted)
  if (Object.keys(change).length === 0) return readCompanySaying(service, tx, company)
  if (change.jurisdiction && (await companyHasPays(tx, company.id)))
    throw badRequest('jurisdiction cannot change once the company has pays')
  if (change.default_pay_period || change.jurisdiction) requireOwnDefault(company, change)
  await approvePayerAccount(service, tx, company, change)
  const steps = await identitySteps(service, tx, company, change, identityChange)
  const changed = await updateCompany(tx, service.cipher, company.id, {
    ...change,
    updated_at: service.clock.now(),
  })
  const stood = { ...company, bank_account_number: openAccountNumber(service.cipher, company) }
  recordAuditChange(
    `Company ${company.id}, ${changed.legal_name}`,
    Object.fromEntries(Object.entries(stood).filter(([name]) => name in change)),
    change,
    ['bank_account_number', 'ird_number'],
  )
  const moved = change.pay_cycle_anchor ? await overlaps(tx, changed) : []
  const view = await announceCompany(service, tx, 'company.updated', changed)
  return saying(view, [...moved, ...steps, ...changedAdvice(fields, company, view), ...refusedLater(view)])
}

/** With a new cycle, the next period may overlap days that were already paid. They are then taxed together. */
async function overlaps(tx: Tx, { id, pay_cycle_anchor }: Company): Promise<string[]> {
  const anchor = civilDate(pay_cycle_anchor)
  return (await lastPeriods(tx, id)).flatMap(({ pay_period, end_date }) => {
    const end = periodEndFor(pay_period, civilDate(end_date), anchor)
    if (end === end_date) return []
    return `The ${pay_period} period ${periodStartFor(pay_period, end)} to ${end} overlaps the one paid up to ${end_date}: pays of both are taxed together as one period.`
  })
}

type Owed = {
  kind: string
  reference: string
  due_date: string
  status: string
  employer?: { identity_id: number | null }
}
/** Lists a company's obligations. `app.ts` injects this, because it belongs to features that depend on companies. */
export type ListObligations = (company: Company) => Promise<readonly Owed[]>

const STILL_OWED = ['open', 'overdue', 'under-way']

/**
 * Marks a company as deleted. Its records are kept for the statutory seven years. Owners and admins only. The audit log
 * and the event list the open obligations.
 */
export async function deleteCompany(
  service: Service,
  caller: Caller,
  found: Company,
  obligationsOf: ListObligations,
  ifMatch?: string,
): Promise<void> {
  if (!managesAccount(caller)) throw forbidden('Only an owner or admin of the account can delete a company.')
  const owed = (await obligationsOf(found)).filter(({ status }) => STILL_OWED.includes(status))
  await service.database.transaction(async (tx) => {
    const company = await lockCompany(tx, service.cipher, found.id)
    if (!company) throw notFound('Company not found')
    requireCompanyMatch(service, company, ifMatch)
    const now = service.clock.now()
    const deleted = await updateCompany(tx, service.cipher, company.id, { deleted_at: now, updated_at: now })
    await clearDefaultCompany(tx, company.id)
    await freeNumbers(tx, company.id)
    if (owed.length > 0)
      recordAuditChange(
        `Company ${company.id}, ${company.legal_name}`,
        {},
        Object.fromEntries(
          owed.map(({ kind, reference, due_date, employer }) => [
            `${kind} for ${reference}${employer?.identity_id ? ' (former employer number)' : ''}`,
            `open, due ${due_date}`,
          ]),
        ),
      )
    const said = owed.map(
      ({ kind, reference, due_date }) =>
        `Open when the company was deleted: ${kind} for ${reference}, due ${due_date}.`,
    )
    await announceCompany(service, tx, 'company.deleted', deleted, said)
  })
}

/**
 * Returns the distinct ids if all are employees of the company who are not deleted. Otherwise throws a 400 that lists the
 * others.
 */
export async function requireEmployeesOf(
  tx: Tx,
  companyId: number,
  employeeIds: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(employeeIds)]
  if (ids.length === 0) return []
  const found = new Set(await lockEmployeesOf(tx, companyId, ids))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0)
    throw badRequest(
      `employee_ids must be employees of this company that are not deleted; these are not: ${missing.join(', ')}`,
    )
  return ids
}

export async function announceCompany(
  service: Service,
  tx: Tx,
  type: EventType,
  company: Company,
  said: readonly string[] = [],
): Promise<CompanyView> {
  const read = await readCompanySaying(service, tx, company)
  const view = said.length > 0 ? { ...read, warnings: [...(read.warnings ?? []), ...said] } : read
  await service.events.record(tx, {
    type,
    customerId: company.customer_id,
    entities: [{ id: company.id, data: () => view }],
  })
  return view
}

function differing(
  cipher: FieldCipher,
  company: Company,
  wanted: CompanyPartialUpdate,
): Updateable<CompaniesTable> {
  const stored: Record<string, unknown> = {
    ...company,
    bank_account_number: openAccountNumber(cipher, company),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && value !== stored[name]),
  )
}
