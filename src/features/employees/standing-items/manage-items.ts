import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { StandingItem, StandingItemKind } from '../../../database/tables/standing-items.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { contentTag, requireMatch } from '../../../http/etag.ts'
import { saying } from '../../../http/view.ts'
import { badRequest, conflict, invalid, notFound, unprocessable } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import {
  checkAllowanceDescription,
  claimAllowanceDescription,
  releaseAllowanceDescription,
} from '../../employer/allowances/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { differences, recordHistory, requireEmployee } from '../employees/index.ts'
import { adviceOf } from './advice.ts'
import {
  insertStandingItems,
  isPayee,
  loadStandingItems,
  lockStandingItem,
  updateStandingItem,
} from './queries.ts'
import { contradiction, DEFAULTS, storedInput } from './rules.ts'
import type { ItemInput } from './schema.ts'
import { viewItem } from './view.ts'

/** Whose items, and of which kind. */
export type ItemsCall = {
  caller: Caller
  employeeId: number
  kind: StandingItemKind
  ifMatch?: string | undefined
}

/** The items of one kind with the ETag of their list. */
export async function readItems(service: Service, { caller, employeeId, kind }: ItemsCall) {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  return listOf(await loadStandingItems(service.database.query, [employee.id], kind))
}

function listOf(items: readonly StandingItem[]) {
  const views = items.map(viewItem)
  return { items: views, tag: contentTag(views) }
}

/** Adds a standing item from now on. */
export function addItem(service: Service, call: ItemsCall, input: ItemInput) {
  const stored = newItem(call.kind, input)
  return inEmployee(service, call, async (tx, employee) => {
    await checkAllowance(service, tx, employee, call.kind, stored)
    await checkPayee(tx, employee, stored.payee_id)
    const now = service.clock.now()
    const [id = 0] = await insertStandingItems(tx, [
      {
        ...stored,
        kind: call.kind,
        customer_id: employee.customer_id,
        company_id: employee.company_id,
        employee_id: employee.id,
        created_at: now,
      },
    ])
    const item = present(await lockStandingItem(tx, employee.id, call.kind, id))
    recordAuditChange(aboutOf(employee, item), {}, { description: item.description, amount: item.amount })
    await record(tx, employee, now, null, item)
    return saying(viewItem(item), await adviceOf(tx, { before: null, after: item, input }))
  })
}

/** A new item in stored form, with its defaults; members that contradict each other are refused. */
export function newItem(kind: StandingItemKind, input: ItemInput): StandingItem {
  const stored = { ...DEFAULTS, ...methodDefault(kind), ...storedInput(kind, input) } as StandingItem
  const wrong = contradiction(stored)
  if (wrong) throw invalid(['body', wrong.member], wrong.sentence)
  return stored
}

/** Changes the members given; pays that were made before keep what they have. */
export function changeItem(service: Service, call: ItemsCall, itemId: number, input: ItemInput) {
  return inEmployee(service, call, async (tx, employee) => {
    const item = await requireItem(tx, employee, call.kind, itemId)
    const change = storedInput(call.kind, input)
    const after = { ...item, ...change }
    const wrong = contradiction(after)
    if (wrong) throw unprocessable(`${wrong.sentence}.`)
    await checkAllowance(service, tx, employee, call.kind, after)
    if (after.payee_id !== item.payee_id) await checkPayee(tx, employee, after.payee_id)
    if (change.description !== undefined && change.description !== item.description) {
      await release(tx, employee, item)
      await claim(tx, employee, call.kind, after.description)
    }
    if (Object.keys(change).length === 0) return viewItem(item)
    const now = service.clock.now()
    const changed = await updateStandingItem(tx, item.id, { ...change, updated_at: now })
    await record(tx, employee, now, item, changed)
    recordAuditChange(aboutOf(employee, item), viewItem(item), viewItem(changed))
    return saying(viewItem(changed), await adviceOf(tx, { before: item, after: changed, input }))
  })
}

/** Ends an item: it no longer applies to new pays. */
export async function removeItem(service: Service, call: ItemsCall, itemId: number): Promise<void> {
  await inEmployee(service, call, async (tx, employee) => {
    const item = await requireItem(tx, employee, call.kind, itemId)
    await release(tx, employee, item)
    const now = service.clock.now()
    await updateStandingItem(tx, item.id, { deleted_at: now, updated_at: now })
    recordAuditChange(aboutOf(employee, item), { description: item.description, amount: item.amount }, {})
    await record(tx, employee, now, item, null)
  })
}

/** Writes down that an item came, changed or went: by its description, then what differs in it. */
async function record(
  tx: Tx,
  employee: Employee,
  now: Date,
  before: StandingItem | null,
  after: StandingItem | null,
): Promise<void> {
  const changes =
    before && after
      ? differences(viewItem(before), viewItem(after))
      : [{ field: 'amount', before: before && Number(before.amount), after: after && Number(after.amount) }]
  const named = {
    field: (after ?? before)?.kind ?? 'item',
    before: before?.description ?? null,
    after: after?.description ?? null,
  }
  if (changes.length > 0)
    await recordHistory(tx, now, [
      {
        employee,
        action: 'standing-item',
        changes: [named, ...changes.filter(({ field }) => field !== 'description')],
      },
    ])
}

const aboutOf = (employee: Employee, { kind, description }: StandingItem) =>
  `${kind} “${description}” of employee ${employee.id}, ${employee.first_name} ${employee.last_name}`

/** One transaction that holds the employee, so that two changes of their items follow each other. */
function inEmployee<T>(
  service: Service,
  { caller, employeeId, kind, ifMatch }: ItemsCall,
  work: (tx: Tx, employee: Employee) => Promise<T>,
): Promise<T> {
  return service.database
    .transaction(async (tx) => {
      const employee = await requireEmployee(service, caller, employeeId, {
        answer: 404,
        query: tx,
        lock: true,
      })
      if (employee.is_deleted) throw conflict('The employee is deleted. Restore the employee first.')
      if (ifMatch !== undefined)
        requireMatch(ifMatch, listOf(await loadStandingItems(tx, [employee.id], kind)).tag)
      return work(tx, employee)
    })
    .catch((error) => {
      if (error?.code !== '23505') throw error
      throw conflict('The employee already has an item with this description.')
    })
}

async function requireItem(tx: Tx, employee: Employee, kind: StandingItemKind, itemId: number) {
  const item = await lockStandingItem(tx, employee.id, kind, itemId)
  if (!item) throw notFound('Item not found.')
  return item
}

/** An employee's allowance is reported like a company's, so it keeps to the same rules. */
async function checkAllowance(
  service: Service,
  tx: Tx,
  employee: Employee,
  kind: StandingItemKind,
  item: Pick<StandingItem, 'description' | 'allowance_category'>,
): Promise<void> {
  if (kind !== 'allowance') return
  const company = await findCompany(tx, service.cipher, employee.company_id)
  checkAllowanceOf(item, company?.jurisdiction ?? service.settings.region)
}

export function checkAllowanceOf(
  item: Pick<StandingItem, 'description' | 'allowance_category'>,
  jurisdiction: Country,
): void {
  checkAllowanceDescription(item.description, jurisdiction)
  if (countryOf(jurisdiction).law.isAllowanceCategoryNeeded && item.allowance_category === null)
    throw badRequest('allowance_category is required for an employee of an Australian company.')
}

async function checkPayee(tx: Tx, employee: Employee, payeeId: number | null): Promise<void> {
  if (payeeId !== null && !(await isPayee(tx, employee.company_id, payeeId)))
    throw badRequest(`The company has no payee with the id ${payeeId}.`)
}

const methodDefault = (kind: StandingItemKind) =>
  kind === 'bonus' || kind === 'back_payment' ? { tax_method: 'NORMAL_EARNINGS' } : {}

const claim = (tx: Tx, employee: Employee, kind: StandingItemKind, description: string) =>
  kind === 'allowance'
    ? claimAllowanceDescription(tx, employee.company_id, description, { kind: 'employee' })
    : undefined

const release = (tx: Tx, employee: Employee, item: StandingItem) =>
  item.kind === 'allowance'
    ? releaseAllowanceDescription(tx, employee.company_id, item.description, { kind: 'employee' })
    : undefined
