import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { expectOutcome, recordAuditChange } from '../../../database/transaction-hooks.ts'
import { requireMatch, versionTag } from '../../../http/etag.ts'
import { mapYielding } from '../../../http/yield-to-event-loop.ts'
import { badRequest, invalid } from '../../../kernel/problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../kernel/read-error.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { lockEmployeeCap } from '../../access/customers/index.ts'
import { adviceOf } from './advice.ts'
import { insertChanges, type NewChange } from './change-queries.ts'
import { refuseFutureBirths, refuseUnknownActivities, refuseUnknownTransfers } from './check-values.ts'
import { changeRow, leaveLeft, refusalOfSchedule } from './dated.ts'
import type { ItemErrors } from './declarations.ts'
import { recordUpdated } from './events.ts'
import { type EmployeeField, SENSITIVE_FIELDS } from './fields.ts'
import { findUnknownFunds, unknownFund } from './funds.ts'
import { differences, recordHistory } from './history.ts'
import { lawRatesOn } from './law-rates.ts'
import { NumberBook } from './numbers.ts'
import { differingFields, prepareChange } from './prepare.ts'
import {
  type EmploymentOptions,
  findNumberHolders,
  loadEmployees,
  loadEmploymentOptions,
  type OpenEmployee,
  openEmployee,
  revokeMovedInvitations,
  writeEmployees,
} from './queries.ts'
import type { EmployeeResult, EmployeeUpdate } from './schema.ts'
import { viewEmployee } from './view.ts'

export type UpdateOptions = {
  identifierType: 'employee_id' | 'employee_number'
  ifMatch: string | undefined
  isDryRun?: boolean
}

/** An employee while the batch is worked through: as stored, opened, and as it will be. */
type Draft = { stored: Employee; opened: OpenEmployee; current: OpenEmployee }

/** Changes the employees of one request; each item succeeds or fails on its own, in the order of the request. */
export async function updateEmployees(
  service: Service,
  company: Company,
  items: readonly EmployeeUpdate[],
  options: UpdateOptions,
): Promise<EmployeeResult[]> {
  if (items.length === 0) throw badRequest('The list of employees is empty.')
  checkKeys(items, options)
  refuseFutureBirths(items, service.clock.today())
  refuseUnknownActivities(items, service.rates)
  refuseUnknownTransfers(items)
  const change = (tx: Tx) => updateEmployeesIn(service, tx, company, items, options)
  return service.database.transaction(change, { dryRun: options.isDryRun })
}

/** The same inside a transaction that does more with them. */
export async function updateEmployeesIn(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly EmployeeUpdate[],
  options: UpdateOptions,
): Promise<EmployeeResult[]> {
  const employment = await loadEmploymentOptions(service.database.query, company.customer_id)
  const unknown = await findUnknownFunds(
    service,
    items.map((item) => item.default_employee_fund_usi),
  )
  const work = await startWork(service, tx, company, items, options)
  const results = await mapYielding(items, (item) =>
    applyItem(service, company, work, item, employment, unknown, options),
  )
  await write(service, tx, work)
  await insertChanges(tx, work.changes)
  await recordScheduled(service, tx, work)
  const answers = await mapYielding(results, (result) => result())
  if (!answers.every((answer) => answer.employee)) expectOutcome(207)
  return answers
}

/** `changes`: those that carry their date, to be written down. */
type Work = { drafts: Map<number | string, Draft>; book: NumberBook; changes: NewChange[] }

async function startWork(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly EmployeeUpdate[],
  { identifierType, ifMatch }: UpdateOptions,
): Promise<Work> {
  const byId = identifierType === 'employee_id'
  const numbers = byId ? items.flatMap((item) => (typeof item.number === 'string' ? item.number : [])) : []
  // Numbers are given away under the customer's lock, as on create.
  if (numbers.length > 0) await lockEmployeeCap(service, tx, company.customer_id)
  const keys = byId
    ? { ids: items.map((item) => item.id as number) }
    : { numbers: items.map((item) => item.number as string) }
  const rows = await loadEmployees(tx, company.id, keys, { lock: true })
  if (ifMatch !== undefined && rows[0]) requireMatch(ifMatch, versionTag(rows[0].version))
  const drafts = await mapYielding(rows, (stored): [number | string, Draft] => {
    const opened = openEmployee(service.cipher, stored)
    return [byId ? stored.id : (stored.number as string), { stored, opened, current: opened }]
  })
  const book = new NumberBook(await findNumberHolders(tx, company.customer_id, numbers))
  return { drafts: new Map(drafts), book, changes: [] }
}

/** Applies one item to its draft; the answer is made after the write, which counts the version. */
function applyItem(
  service: Service,
  company: Company,
  { drafts, book, changes }: Work,
  item: EmployeeUpdate,
  employment: EmploymentOptions,
  unknown: Set<string>,
  { identifierType }: UpdateOptions,
): () => EmployeeResult {
  const byId = identifierType === 'employee_id'
  const { id, effective_from, ...input } = item
  const draft = drafts.get((byId ? id : item.number) as number | string)
  if (!draft) return () => ({ errors: { detail: unknownSentence(item, byId) } })
  const { current } = draft
  const law = lawRatesOn(service, service.clock.today())
  const { fields, errors } = prepareChange(current, input, company.jurisdiction, employment, law)
  const refusals: ItemErrors = { ...errors }
  const usi = input.default_employee_fund_usi
  if (typeof usi === 'string' && unknown.has(usi)) refusals.default_employee_fund_usi = unknownFund(usi)
  const refusal = byId ? book.refusal(fields.number, current.id) : undefined
  if (refusal) refusals.number = refusal
  if (Object.keys(refusals).length > 0) return () => ({ errors: refusals })

  const before = current.number
  const warnings = [
    ...adviceOf(current, fields, input, company.jurisdiction),
    ...leaveLeft(current, fields.employment_status),
  ]
  if (effective_from !== undefined) {
    const effectiveFrom = civilDate(effective_from)
    const isScheduled = effectiveFrom > service.clock.today(countryOf(company.jurisdiction).timeZone)
    const refusal = isScheduled ? refusalOfSchedule(input) : null
    if (refusal) return () => ({ errors: { effective_from: refusal } })
    changes.push(
      changeRow(company, current.id, {
        effectiveFrom,
        input,
        before: current,
        isScheduled,
        now: service.clock.now(),
      }),
    )
    if (isScheduled) return () => scheduled(service, current, effectiveFrom, warnings)
    warnings.push(
      `The change holds from ${effectiveFrom}: GET /api/employees/${current.id}/changes names stale drafts and the back pay owed.`,
    )
  }
  draft.current = { ...current, ...fields }
  if (byId) book.take(draft.current, before)
  const after = draft.current
  return () => ({
    employee: viewEmployee(after, law),
    errors: {},
    ...(warnings.length > 0 ? { warnings } : {}),
  })
}

async function recordScheduled(service: Service, tx: Tx, { drafts, changes }: Work): Promise<void> {
  const stored = new Map([...drafts.values()].map((draft) => [draft.stored.id, draft.stored]))
  const entries = changes
    .filter(({ status }) => status === 'scheduled')
    .map((change) => ({
      employee: present(stored.get(change.employee_id)),
      action: 'scheduled' as const,
      changes: [
        ...differences(change.before ?? {}, change.fields),
        { field: 'effective_from', before: null, after: change.effective_from },
      ],
    }))
  await recordHistory(tx, service.clock.now(), entries)
}

/** A change that waits leaves the employee as it is. */
function scheduled(
  service: Service,
  employee: OpenEmployee,
  day: CivilDate,
  warnings: string[],
): EmployeeResult {
  return {
    employee: viewEmployee(employee, lawRatesOn(service, service.clock.today())),
    errors: {},
    warnings: [`The change takes effect on ${day}; until then the employee stays as it is.`, ...warnings],
  }
}

async function write(service: Service, tx: Tx, { drafts }: Work): Promise<void> {
  const now = service.clock.now()
  const compared = await mapYielding([...drafts.values()], (draft) => ({
    ...draft,
    changed: differingFields(draft.opened, draft.current),
  }))
  const touched = compared.filter(({ changed }) => changed.length > 0)
  if (touched.length === 0) return
  for (const { opened, current, changed } of touched)
    recordAuditChange(
      `Employee ${current.id}, ${current.first_name} ${current.last_name}`,
      Object.fromEntries(changed.map((name) => [name, opened[name]])),
      Object.fromEntries(changed.map((name) => [name, current[name]])),
      SENSITIVE_FIELDS,
    )
  const rows = await mapYielding(touched, ({ stored, current, changed }) => ({
    ...current,
    ...sealedFields(service, stored, current, changed),
    version: stored.version + 1,
    updated_at: now,
  }))
  const columns = new Set<EmployeeField | 'version' | 'updated_at'>(['version', 'updated_at'])
  for (const { changed } of touched) for (const name of changed) columns.add(name)
  await writeInOrder(tx, rows, [...columns])
  const moved = touched.filter(({ changed }) => changed.includes('email_address'))
  await revokeMovedInvitations(
    tx,
    moved.map(({ stored }) => stored.id),
    now,
  )
  await recordHistory(
    tx,
    now,
    touched.map(({ stored, opened, current, changed }) => ({
      employee: stored,
      action: 'changed',
      changes: differences(opened, current, changed),
    })),
  )
  await recordUpdated(service, tx, rows)
}

/** One statement for all. A number that moves from one employee to another needs them one after the other. */
async function writeInOrder(tx: Tx, rows: Employee[], columns: (EmployeeField | 'version' | 'updated_at')[]) {
  await sql`savepoint employees`.execute(tx)
  try {
    await writeEmployees(tx, rows, columns)
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error
    await sql`rollback to savepoint employees`.execute(tx)
    await writeEmployees(
      tx,
      rows.map((row) => ({ ...row, number: null })),
      ['number'],
    )
    await writeEmployees(tx, rows, columns)
  }
}

function sealedFields(
  service: Service,
  stored: Employee,
  current: OpenEmployee,
  changed: readonly EmployeeField[],
) {
  return Object.fromEntries(
    SENSITIVE_FIELDS.map((name) => {
      const plain = current[name]
      if (!changed.includes(name) || typeof plain !== 'string')
        return [name, changed.includes(name) ? null : stored[name]]
      return [name, service.cipher.seal(`employees.${name}`, stored.id, plain)]
    }),
  ) as Partial<Employee>
}

/** The key of an item depends on the query, so the schema alone cannot ask for it. */
function checkKeys(items: readonly EmployeeUpdate[], { identifierType, ifMatch }: UpdateOptions): void {
  if (ifMatch !== undefined && items.length > 1)
    throw invalid(['header', 'if-match'], 'If-Match needs a list with exactly one employee')
  for (const [index, item] of items.entries()) {
    if (identifierType === 'employee_id' && item.id === undefined)
      throw invalid(['body', index, 'id'], 'id is required', 'missing')
    if (identifierType === 'employee_number' && typeof item.number !== 'string')
      throw invalid(['body', index, 'number'], 'number is required', 'missing')
    if (identifierType === 'employee_number' && item.id !== undefined)
      throw invalid(['body', index, 'id'], 'Unknown field: id', 'extra_forbidden')
  }
}

function unknownSentence(item: EmployeeUpdate, byId: boolean): string {
  return byId
    ? `There is no employee with id ${item.id} in this company.`
    : `There is no employee with number ${item.number} in this company.`
}
