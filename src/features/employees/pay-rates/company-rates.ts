import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { saying } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { requireEmployeesOf } from '../../employer/companies/index.ts'
import { companyRateAdvice, priceAdvice, unlistedAdvice } from './advice.ts'
import { changePrice, readPrice } from './price.ts'
import {
  deletePayRate,
  draftsPricedBy,
  findOrMakeAward,
  findOrMakeGroup,
  findPayRate,
  insertPayRate,
  listForEmployees,
  listPayRates,
  listRateEmployees,
  type PayRateRow,
  updatePayRate,
} from './queries.ts'
import type {
  CompanyPayRateCreate,
  CompanyPayRateUpdate,
  CompanyPayRateView,
  PayRateGroup,
} from './schema.ts'
import { viewGroups, viewPayRate } from './view.ts'

export type RateFilter = {
  award?: string | undefined
  classification?: string | undefined
  includeEmployees: boolean
}

/** Lists the company's rates that match the filter, in groups. */
export async function readPayRates(
  service: Service,
  company: Company,
  filter: RateFilter,
): Promise<PayRateGroup[]> {
  const { query } = service.database
  const rows = (await listPayRates(query, company.id)).filter(
    (row) => isInAward(row, filter.award) && matches(row.group_id, row.group_name, filter.classification),
  )
  if (!filter.includeEmployees) return viewGroups(rows)
  const ids = rows.map((row) => row.id)
  return viewGroups(rows, await listRateEmployees(query, ids))
}

const NO_AWARD = ['none', 'null']

function isInAward(row: PayRateRow, wanted: string | undefined): boolean {
  if (wanted !== undefined && NO_AWARD.includes(wanted.trim().toLowerCase())) return row.award_id === null
  return matches(row.award_id, row.award_name, wanted)
}

/** A filter matches a group by id, or by name ignoring case. */
function matches(id: number | null, name: string | null, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const text = wanted.trim()
  return id !== null && (String(id) === text || name?.toLowerCase() === text.toLowerCase())
}

/** Adds a rate to the company. Creates the award and classification if they are new. */
export function createPayRate(
  service: Service,
  company: Company,
  body: CompanyPayRateCreate,
): Promise<CompanyPayRateView> {
  return service.database.transaction((tx) => createPayRateIn(service, tx, company, body))
}

/** Creates a rate inside an existing transaction. */
export async function createPayRateIn(
  service: Service,
  tx: Tx,
  company: Company,
  body: CompanyPayRateCreate,
): Promise<CompanyPayRateView> {
  const price = readPrice(body)
  const employeeIds = await requireEmployeesOf(tx, company.id, body.employee_ids ?? [])
  const place = await findPlace(tx, company.id, body.award_name ?? null, body.classification_name ?? null)
  const rate = { description: body.description.trim(), ...price, ...place }
  const id = await insertPayRate(tx, company.id, rate, service.clock.now())
  await listForEmployees(tx, id, employeeIds)
  const view = await readPayRate(tx, company.id, id)
  recordAuditChange(aboutOf(view), {}, factsOf(view))
  return saying(view, companyRateAdvice(body, view))
}

/** Changes a rate. Its reference stays the same. */
export function changePayRate(
  service: Service,
  company: Company,
  rateId: number,
  body: CompanyPayRateUpdate,
): Promise<CompanyPayRateView> {
  return service.database.transaction(async (tx) => {
    const stored = await findPayRate(tx, company.id, rateId, { lock: true })
    if (!stored) throw notFound('Pay rate not found.')
    const place = await findPlace(
      tx,
      company.id,
      body.award_name === undefined ? stored.award_name : body.award_name,
      body.classification_name === undefined ? stored.group_name : body.classification_name,
    )
    const rate = {
      description: body.description?.trim() ?? stored.description,
      ...changePrice({ rate: stored.rate, multiplier: stored.multiplier }, body),
      ...place,
    }
    const before = await readPayRate(tx, company.id, rateId)
    if (Object.keys(body).length > 0) await updatePayRate(tx, rateId, rate, service.clock.now())
    if (body.employee_ids)
      await listForEmployees(tx, rateId, await requireEmployeesOf(tx, company.id, body.employee_ids))
    const view = await readPayRate(tx, company.id, rateId)
    recordAuditChange(aboutOf(before), factsOf(before), factsOf(view))
    const drafts = await draftsPricedBy(tx, company.id, view.reference)
    return saying(view, [
      ...priceAdvice(stored, view, drafts),
      ...companyRateAdvice(body, view),
      ...unlistedAdvice(before, view),
    ])
  })
}

/** Deletes a rate. Existing pays keep their amounts. */
export async function removePayRate(service: Service, company: Company, rateId: number): Promise<void> {
  await service.database.transaction(async (tx) => {
    const rate = await readPayRate(tx, company.id, rateId)
    recordAuditChange(aboutOf(rate), factsOf(rate), {})
    await deletePayRate(tx, company.id, rateId)
  })
}

/** The facts about a rate for the audit log. */
const factsOf = ({
  description,
  rate,
  multiplier,
  award_name,
  classification_name,
  employee_ids,
}: CompanyPayRateView) => ({
  description,
  rate,
  multiplier,
  award_name,
  classification_name,
  employee_ids,
})

const aboutOf = ({ description }: CompanyPayRateView) => `Pay rate “${description}”`

async function findPlace(tx: Tx, companyId: number, award: string | null, classification: string | null) {
  const awardId = award === null ? null : await findOrMakeAward(tx, companyId, award.trim())
  const groupId =
    classification === null ? null : await findOrMakeGroup(tx, companyId, awardId, classification.trim())
  return { award_id: awardId, group_id: groupId }
}

async function readPayRate(tx: Tx, companyId: number, rateId: number): Promise<CompanyPayRateView> {
  const row = await findPayRate(tx, companyId, rateId)
  if (!row) throw notFound('Pay rate not found.')
  const employees = await listRateEmployees(tx, [rateId])
  return viewPayRate(
    row,
    employees.map((employee) => employee.id),
  )
}
