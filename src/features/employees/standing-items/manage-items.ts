import { todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { StandingItem, StandingItemKind } from '../../../database/tables/standing-items.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { contentTag, requireMatch } from '../../../http/etag.ts'
import { saying } from '../../../http/view.ts'
import { conflict, invalid, notFound, unprocessable } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { daysOfItem } from '../../../payroll/item-terms.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import { claimAllowanceDescription, releaseAllowanceDescription } from '../../employer/allowances/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import {
  type AffectedPayView,
  differences,
  type PayEffects,
  paysStand,
  recordHistory,
  requireEmployee,
  requireNotDeleted,
} from '../employees/index.ts'
import { adviceOf } from './advice.ts'
import { checkAllowance, checkPayee } from './check-items.ts'
import {
  datedMembers,
  daysFor,
  ENDED,
  type ItemDays,
  lastValues,
  pick,
  STARTED,
  withChange,
} from './item-dates.ts'
import {
  closeEndedTwins,
  insertStandingItems,
  loadStandingItems,
  lockStandingItem,
  updateStandingItem,
} from './queries.ts'
import { contradiction, DEFAULTS, storedInput } from './rules.ts'
import type { ItemInput } from './schema.ts'
import { viewItem, viewItemOn } from './view.ts'

/** Identifies an employee's items of one kind. */
export type ItemsCall = {
  caller: Caller
  employeeId: number
  kind: StandingItemKind
  ifMatch?: string | undefined
  /** Finds the pays that a dated change would alter. */
  payEffects?: PayEffects
}

/** Returns the items of one kind and the ETag of their list. */
export async function readItems(service: Service, { caller, employeeId, kind }: ItemsCall) {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const { query } = service.database
  const company = await findCompany(query, service.cipher, employee.company_id)
  return listOf(await loadStandingItems(query, [employee.id], kind), todayFor(service, company))
}

function listOf(items: readonly StandingItem[], today: CivilDate) {
  // An item with a scheduled end drops off the list once the end date has passed.
  const living = items.filter((item) => (daysOfItem(item).to ?? today) >= today)
  const views = living.map((item) => viewItemOn(item, today))
  return { items: views, tag: contentTag(views) }
}

/** Adds a standing item, from the given day or from now. */
export function addItem(service: Service, call: ItemsCall, input: ItemInput) {
  const stored = newItem(call.kind, input)
  return inEmployee(service, call, input.effective_from, async (tx, { employee, days, affected }) => {
    await checkAllowance(service, tx, employee, call.kind, stored)
    await checkPayee(service, tx, employee, stored)
    const { now, today } = days
    const named = { ...stored, kind: call.kind, employee_id: employee.id }
    for (const twin of await closeEndedTwins(tx, named, today, now)) await release(tx, employee, twin)
    const [id = 0] = await insertStandingItems(tx, [
      {
        ...stored,
        kind: call.kind,
        customer_id: employee.customer_id,
        company_id: employee.company_id,
        employee_id: employee.id,
        terms: withChange({ terms: null }, STARTED.values, STARTED.before, days),
        created_at: now,
      },
    ])
    const item = present(await lockStandingItem(tx, employee.id, call.kind, id))
    recordAuditChange(aboutOf(employee, item), {}, { description: item.description, amount: item.amount })
    await record(tx, employee, now, null, item)
    return affected(viewItemOn(item, today), await adviceOf(tx, { before: null, after: item, input }))
  })
}

/** Builds a new item in stored form, with defaults. Rejects contradictory members. */
export function newItem(kind: StandingItemKind, input: ItemInput): StandingItem {
  const stored = { ...DEFAULTS, ...methodDefault(kind), ...storedInput(kind, input) } as StandingItem
  const wrong = contradiction(stored)
  if (wrong) throw invalid(['body', wrong.member], wrong.sentence)
  return stored
}

/** Changes the given members from a day. Without a day, existing pays do not change. */
export function changeItem(service: Service, call: ItemsCall, itemId: number, input: ItemInput) {
  return inEmployee(service, call, input.effective_from, async (tx, { employee, days, affected }) => {
    const item = await requireItem(tx, employee, call.kind, itemId)
    const change = storedInput(call.kind, input)
    const after = { ...item, ...change }
    const wrong = contradiction(after)
    if (wrong) throw unprocessable(`${wrong.sentence}.`)
    await checkAllowance(service, tx, employee, call.kind, after)
    if (after.payee_id !== item.payee_id || after.classification !== item.classification)
      await checkPayee(service, tx, employee, after, item)
    if (change.description !== undefined && change.description !== item.description) {
      await release(tx, employee, item)
      await claim(tx, employee, call.kind, after.description)
    }
    const { now, today } = days
    if (Object.keys(change).length === 0) return viewItemOn(item, today)
    const values = datedMembers(days.effectiveFrom ? change : differing(item, after, change))
    const terms = withChange(item, values, datedMembers(pick(item, Object.keys(values))), days)
    const last = terms ? lastValues({ ...after, terms }, days) : after
    const columns = pick(last, [...Object.keys(change), 'terms'])
    const changed = await updateStandingItem(tx, item.id, { ...columns, updated_at: now })
    await record(tx, employee, now, item, after)
    recordAuditChange(aboutOf(employee, item), viewItem(item), viewItem(after))
    return affected(viewItemOn(changed, today), await adviceOf(tx, { before: item, after, input }))
  })
}

/** Ends an item from a day, or for new pays. Returns the pays that would differ, if any. */
export function removeItem(service: Service, call: ItemsCall, itemId: number, effectiveFrom?: string) {
  return inEmployee(service, call, effectiveFrom, async (tx, { employee, days, affected }) => {
    const item = await requireItem(tx, employee, call.kind, itemId)
    const { now, today } = days
    const terms = withChange(item, ENDED.values, ENDED.before, days)
    // With a future end date, the item stays in the list until then.
    const isOver = days.effectiveFrom === null || days.effectiveFrom <= today
    if (isOver) await release(tx, employee, item)
    await updateStandingItem(tx, item.id, { terms, updated_at: now, ...(isOver ? { deleted_at: now } : {}) })
    recordAuditChange(aboutOf(employee, item), { description: item.description, amount: item.amount }, {})
    await record(tx, employee, now, item, null)
    return affected({}, [])
  })
}

/** Records in the history that an item was added, changed or ended, with the differences. */
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

type Work = {
  employee: Employee
  days: ItemDays
  /** Adds to the response the pays that the change would alter. */
  affected: <View extends object>(view: View, advice: readonly string[]) => Promise<View & ItemEffects>
}

/** The side effects of a change to an item. */
export type ItemEffects = { affected_pays?: AffectedPayView[]; warnings?: string[] }

/** Runs a transaction that locks the employee, so that changes to their items cannot overlap. */
function inEmployee<T>(
  service: Service,
  { caller, employeeId, kind, ifMatch, payEffects }: ItemsCall,
  effectiveFrom: unknown,
  work: (tx: Tx, work: Work) => Promise<T>,
): Promise<T> {
  return service.database
    .transaction(async (tx) => {
      const from = typeof effectiveFrom === 'string' ? civilDate(effectiveFrom) : null
      const { company_id } = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx })
      const company = present(await findCompany(tx, service.cipher, company_id))
      // Code that looks at pays must lock the company before it locks employees.
      if (from) await payEffects?.lock(tx, company)
      const employee = await requireEmployee(service, caller, employeeId, {
        answer: 404,
        query: tx,
        lock: true,
      })
      requireNotDeleted(employee)
      const today = todayFor(service, company)
      if (ifMatch !== undefined)
        requireMatch(ifMatch, listOf(await loadStandingItems(tx, [employee.id], kind), today).tag)
      const days = await daysFor(tx, employee, { effectiveFrom: from, today, now: service.clock.now() })
      const changes = from ? [{ employeeId: employee.id, from }] : []
      const touched = from ? await payEffects?.watch(service, tx, company, changes) : undefined
      return work(tx, {
        employee,
        days,
        affected: async (view, advice) => {
          const pays = (await touched?.())?.get(employee.id) ?? []
          const more = pays.length > 0 ? { affected_pays: pays } : {}
          return saying({ ...view, ...more }, [
            ...advice,
            ...(pays.length > 0 ? [paysStand(pays.length)] : []),
          ])
        },
      })
    })
    .catch((error) => {
      if (error?.code !== '23505') throw error
      throw conflict('The employee already has an item with this description.')
    })
}

const todayFor = (service: Service, company: { jurisdiction: Country } | undefined) =>
  todayOf(service, company ?? { jurisdiction: service.settings.region })

/** The members of a change whose values differ from the item's. */
function differing(item: StandingItem, after: StandingItem, change: Partial<StandingItem>) {
  const [was, is] = [viewItem(item), viewItem(after)]
  return pick(
    after,
    Object.keys(change).filter((name) => was[name] !== is[name]),
  )
}

async function requireItem(tx: Tx, employee: Employee, kind: StandingItemKind, itemId: number) {
  const item = await lockStandingItem(tx, employee.id, kind, itemId)
  if (!item) throw notFound('Item not found.')
  return item
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
