import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { saying } from '../../../http/view.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { requireEmployeesOf } from '../companies/index.ts'
import { adviceOf } from './advice.ts'
import {
  claimAllowanceDescription,
  descriptionKey,
  releaseAllowanceDescription,
} from './description-queries.ts'
import {
  type AllowanceRow,
  attachEmployees,
  deleteAllowance,
  findAllowance,
  insertAllowance,
  listAllowances,
  renamePayLines,
  updateAllowance,
} from './queries.ts'
import { checkAllowance, requireCategory } from './rules.ts'
import type { CompanyAllowanceCreate, CompanyAllowanceUpdate, CompanyAllowanceView } from './schema.ts'
import { viewAllowance } from './view.ts'

type Preview = { isDryRun?: boolean }

/** Lists the company's allowances, by description. */
export async function readAllowances(service: Service, company: Company): Promise<CompanyAllowanceView[]> {
  return (await listAllowances(service.database.query, company.id)).map(viewAllowance)
}

export async function readAllowance(
  service: Service,
  company: Company,
  allowanceId: number,
): Promise<CompanyAllowanceView> {
  const row = await findAllowance(service.database.query, company.id, allowanceId)
  if (!row) throw notFound('Allowance not found.')
  return viewAllowance(row)
}

/** Creates an allowance template and attaches it to employees. */
export function createAllowance(
  service: Service,
  company: Company,
  body: CompanyAllowanceCreate,
  options: Preview = {},
): Promise<CompanyAllowanceView> {
  const work = async (tx: Tx) => {
    const view = await createAllowanceIn(service, tx, company, body)
    return options.isDryRun ? Object.assign(view, { id: null }) : view
  }
  return service.database.transaction(work, { dryRun: options.isDryRun })
}

/** Creates an allowance inside an existing transaction. */
export async function createAllowanceIn(
  service: Service,
  tx: Tx,
  company: Company,
  body: CompanyAllowanceCreate,
): Promise<CompanyAllowanceView> {
  const { description = '', amount = '', ...fields } = checkAllowance(body, company.jurisdiction)
  requireCategory(body, company.jurisdiction)
  const now = service.clock.now()
  const employeeIds = await requireEmployeesOf(tx, company.id, body.employee_ids ?? [])
  const id = await insertAllowance(tx, {
    customer_id: company.customer_id,
    company_id: company.id,
    description,
    amount,
    ...fields,
    created_at: now,
    updated_at: now,
  })
  await claimAllowanceDescription(tx, company.id, description, { kind: 'company', allowanceId: id })
  await attachEmployees(tx, id, employeeIds)
  const row = await requireAllowance(tx, company.id, id)
  recordAuditChange(aboutOf(row), {}, factsOf(row))
  return saying(viewAllowance(row), await adviceOf(tx, { before: null, after: row, body }))
}

/** Changes an allowance template. Processed pays change only on request, and then only their description. */
export function changeAllowance(
  service: Service,
  company: Company,
  allowanceId: number,
  body: CompanyAllowanceUpdate,
  options: Preview & { renameHistory: boolean },
): Promise<CompanyAllowanceView> {
  const fields = checkAllowance(body, company.jurisdiction)
  const work = async (tx: Tx) => {
    const before = await requireAllowance(tx, company.id, allowanceId)
    if (fields.description !== undefined) await moveDescription(tx, before, fields.description)
    if (Object.keys(body).length > 0)
      await updateAllowance(tx, allowanceId, { ...fields, updated_at: service.clock.now() })
    if (body.employee_ids)
      await attachEmployees(tx, allowanceId, await requireEmployeesOf(tx, company.id, body.employee_ids))
    if (options.renameHistory && fields.description !== undefined)
      await renamePayLines(tx, allowanceId, fields.description)
    const after = await requireAllowance(tx, company.id, allowanceId)
    recordAuditChange(aboutOf(before), factsOf(before), factsOf(after))
    return saying(viewAllowance(after), await adviceOf(tx, { before, after, body }))
  }
  return service.database.transaction(work, { dryRun: options.isDryRun })
}

/** Deletes an allowance template. While employees are attached, this needs `force`. Returns those employees' ids. */
export async function removeAllowance(
  service: Service,
  company: Company,
  allowanceId: number,
  options: Preview & { force: boolean },
): Promise<number[]> {
  const work = async (tx: Tx) => {
    const before = await requireAllowance(tx, company.id, allowanceId)
    const attached = before.employee_ids
    recordAuditChange(aboutOf(before), factsOf(before), {})
    if (attached.length > 0 && !options.force)
      throw conflict(
        `The allowance is still attached to employees ${attached.join(', ')}. Detach them first, or delete with force=true.`,
      )
    await deleteAllowance(tx, allowanceId)
    return attached
  }
  return service.database.transaction(work, { dryRun: options.isDryRun })
}

/** The facts about an allowance for the audit log. */
function factsOf(row: AllowanceRow) {
  const {
    id: _id,
    company_id: _company,
    created_at: _created,
    updated_at: _updated,
    ...facts
  } = viewAllowance(row)
  return facts
}

const aboutOf = ({ description }: AllowanceRow) => `Company allowance “${description}”`

async function requireAllowance(tx: Tx, companyId: number, allowanceId: number): Promise<AllowanceRow> {
  const row = await findAllowance(tx, companyId, allowanceId, { lock: true })
  if (!row) throw notFound('Allowance not found.')
  return row
}

/** A change of case or spaces keeps the claim on the description. A different description needs a new claim. */
async function moveDescription(tx: Tx, allowance: AllowanceRow, description: string): Promise<void> {
  if (descriptionKey(description) === descriptionKey(allowance.description)) return
  const holder = { kind: 'company', allowanceId: allowance.id } as const
  await releaseAllowanceDescription(tx, allowance.company_id, allowance.description, holder)
  await claimAllowanceDescription(tx, allowance.company_id, description, holder)
}
