import { todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { requireMatch, versionTag } from '../../../http/etag.ts'
import { mapYielding } from '../../../http/yield-to-event-loop.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { TermsChange } from '../../../payroll/terms.ts'
import type { Service } from '../../../service.ts'
import { lockEmployeeCap } from '../../access/customers/index.ts'
import { needsAccountReview } from '../../platform/approvals/index.ts'
import { adviceOf, paysStand } from './advice.ts'
import type { AffectedPayView, PayEffects } from './affected-schema.ts'
import { refuseImpossibleValues } from './check-values.ts'
import type { ItemErrors } from './declarations.ts'
import { followingTerms, recordOn } from './follow-terms.ts'
import { findUnknownFunds, unknownFund } from './funds.ts'
import { lawRatesOn } from './law-rates.ts'
import { leaveLeft } from './leave-left.ts'
import { NumberBook } from './numbers.ts'
import { prepareChange } from './prepare.ts'
import {
  type EmploymentOptions,
  findNumberHolders,
  loadEmployees,
  loadEmploymentOptions,
  type OpenEmployee,
  openEmployee,
} from './queries.ts'
import { recordScheduled } from './record-scheduled.ts'
import type { EmployeeInput, EmployeeResult, EmployeeUpdate } from './schema.ts'
import { insertTerms, loadLastPaidDays, loadTerms, type NewTerms } from './term-queries.ts'
import {
  appliedToday,
  changeOf,
  datedTerms,
  firstDayOf,
  followedTerms,
  laterFields,
  type PendingTerms,
  refusalOfSchedule,
  undatedTerms,
} from './terms.ts'
import { checkKeys, type KeyOptions, unknownSentence } from './update-keys.ts'
import { viewEmployee } from './view.ts'
import { hadIrdNumber } from './without-declaration.ts'
import { type Draft, type DueChange, writeChanges } from './write-changes.ts'

export type UpdateOptions = KeyOptions & {
  isDryRun?: boolean
  /** The scheduled change that is due. Its terms are already recorded. */
  due?: DueChange
  /** Finds the pays that dated changes would alter. */
  payEffects?: PayEffects
}

/** Updates the employees of one request, in order. Each item succeeds or fails on its own. */
export async function updateEmployees(
  service: Service,
  company: Company,
  items: readonly EmployeeUpdate[],
  options: UpdateOptions,
): Promise<EmployeeResult[]> {
  if (items.length === 0) throw badRequest('The list of employees is empty.')
  checkKeys(items, options)
  refuseImpossibleValues(service, company.jurisdiction, items)
  const change = (tx: Tx) => updateEmployeesIn(service, tx, company, items, options)
  return service.database.transaction(change, { dryRun: options.isDryRun })
}

/** Updates employees inside an existing transaction. */
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
  const isDated = items.some((item) => item.effective_from !== undefined)
  const effects = isDated ? options.payEffects : undefined
  // Code that changes pays must lock the company before it locks employees.
  await effects?.lock(tx, company)
  const work = await startWork(service, tx, company, items, options)
  const touched = await effects?.watch(service, tx, company, datesIn(items, work, options))
  const results = await mapYielding(items, (item) =>
    applyItem(service, company, work, item, employment, unknown, options),
  )
  await writeChanges(service, tx, [...work.drafts.values()], options.due)
  const isLater = work.changes.some(({ status }) => status === 'scheduled')
  const isReviewed = isLater && (await needsAccountReview(tx, company))
  await insertTerms(tx, await datesOf(service, tx, company, work), isReviewed)
  await recordScheduled(service, tx, work.drafts.values(), work.changes)
  const affected = await touched?.()
  const answers = await mapYielding(results, (result) => withAffected(result(), affected))
  if (!answers.every((answer) => answer.employee)) expectOutcome(207)
  return answers
}

/** The employees with a dated change, and the date. */
function datesIn(items: readonly EmployeeUpdate[], { drafts }: Work, { identifierType }: UpdateOptions) {
  return items.flatMap((item) => {
    const draft = drafts.get((identifierType === 'employee_id' ? item.id : item.number) ?? '')
    if (!draft || item.effective_from === undefined) return []
    return [{ employeeId: draft.stored.id, from: civilDate(item.effective_from) }]
  })
}

/** Adds the affected pays to the result. */
function withAffected(
  result: EmployeeResult,
  affected: ReadonlyMap<number, AffectedPayView[]> | undefined,
): EmployeeResult {
  const pays = result.employee && affected?.get(result.employee.id)
  if (!pays) return result
  return { ...result, affected_pays: pays, warnings: [...(result.warnings ?? []), paysStand(pays.length)] }
}

/** Whether terms of the employee change on a coming day. What is derived on it may follow from a change of today. */
const hasComingTerms = ({ term_timelines: stored }: Employee, today: CivilDate): boolean =>
  Object.values(stored ?? {}).some(({ changes }) => changes.some(({ from }) => from > today))

/** `recorded` has the existing changes of employees with a dated or coming change. `changes` has the ones this request adds. */
type Work = {
  drafts: Map<number | string, Draft>
  book: NumberBook
  recorded: Map<number, TermsChange[]>
  changes: PendingTerms[]
}

async function startWork(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly EmployeeUpdate[],
  { identifierType, ifMatch }: UpdateOptions,
): Promise<Work> {
  const byId = identifierType === 'employee_id'
  const numbers = byId ? items.flatMap((item) => (typeof item.number === 'string' ? item.number : [])) : []
  // Numbers are assigned under the customer's lock, as on create.
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
  const book = new NumberBook(company.id, await findNumberHolders(tx, company.customer_id, numbers))
  const isDated = items.some((item) => item.effective_from !== undefined)
  const today = todayOf(service, company)
  const own = rows.filter((row) => isDated || hasComingTerms(row, today)).map((row) => row.id)
  const terms = await loadTerms(tx, own)
  const recorded = new Map([...terms].map(([id, changes]) => [id, changes.map(changeOf)]))
  return { drafts: new Map(drafts), book, recorded, changes: [] }
}

/** Sets the effective day of undated changes. */
async function datesOf(
  service: Service,
  tx: Tx,
  company: Company,
  { drafts, changes }: Work,
): Promise<NewTerms[]> {
  const undated = changes.filter((change) => change.effective_from === null)
  const ids = [...new Set(undated.map((change) => change.employee_id))]
  const lastPaid = ids.length > 0 ? await loadLastPaidDays(tx, ids) : new Map<number, CivilDate>()
  const started = new Map([...drafts.values()].map(({ stored }) => [stored.id, civilDate(stored.start_date)]))
  const today = todayOf(service, company)
  return changes.map((change) => {
    const { employee_id } = change
    const first = () => firstDayOf(lastPaid.get(employee_id), present(started.get(employee_id)), today)
    return { ...change, effective_from: change.effective_from ?? first() }
  })
}

/** Applies one item to its draft. The result is built after the write, which increments the version. */
function applyItem(
  service: Service,
  company: Company,
  { drafts, book, recorded, changes }: Work,
  item: EmployeeUpdate,
  employment: EmploymentOptions,
  unknown: Set<string>,
  { identifierType, due }: UpdateOptions,
): () => EmployeeResult {
  const byId = identifierType === 'employee_id'
  const { id, effective_from, ...input } = item
  const draft = drafts.get((byId ? id : item.number) as number | string)
  if (!draft) return () => ({ errors: { detail: unknownSentence(item, byId) } })
  const { current } = draft
  const law = lawRatesOn(service, service.clock.today())
  const known = recorded.get(current.id) ?? []
  const prepare = (stood: OpenEmployee, sent: EmployeeInput, isQuoted: boolean) =>
    prepareChange(stood, sent, company.jurisdiction, employment, law, isQuoted)
  // A dated change applies to the terms of its day.
  const standing =
    effective_from === undefined ? current : recordOn(current, known, civilDate(effective_from))
  const { fields: prepared, errors } = prepare(standing, input, hadIrdNumber(current, standing))
  let fields = prepared
  const refusals: ItemErrors = { ...errors }
  const usi = input.default_employee_fund_usi
  if (typeof usi === 'string' && unknown.has(usi)) refusals.default_employee_fund_usi = unknownFund(usi)
  const refusal = byId ? book.refusal(fields.number, current.id) : undefined
  if (refusal) refusals.number = refusal
  if (Object.keys(refusals).length > 0) return () => ({ errors: refusals })

  const before = current.number
  const today = todayOf(service, company)
  const now = service.clock.now()
  const warnings = [
    ...adviceOf(standing, fields, input, company.jurisdiction, {
      ...{ rates: service.rates, day: today },
      from: effective_from === undefined ? today : civilDate(effective_from),
    }),
    ...leaveLeft(standing, fields.employment_status),
  ]
  const change = { company, employeeId: current.id, before: current, after: fields, now, today }
  if (effective_from !== undefined) {
    const effectiveFrom = civilDate(effective_from)
    const refusal = effectiveFrom > today ? refusalOfSchedule(input) : null
    if (refusal) return () => ({ errors: { effective_from: refusal } })
    const terms = datedTerms({ ...change, before: standing, effectiveFrom, input, recorded: known })
    changes.push(terms)
    const after = [...known, changeOf({ ...terms, effective_from: effectiveFrom })]
    // Changes recorded earlier had their IRD number (NZ).
    const following = followingTerms(current, after, effectiveFrom, (stood, sent) =>
      prepare(stood, sent, true),
    )
    changes.push(...following.map((each) => followedTerms(change, each)))
    const all = [...after, ...following.map((each) => ({ ...each, enteredOn: null, sent: [] }))]
    recorded.set(current.id, all)
    if (effectiveFrom > today) return () => scheduled(service, current, effectiveFrom, warnings)
    // The value of a later change that is already in effect stays.
    const later = laterFields(known, terms.fields, effectiveFrom, today)
    for (const [name, day] of later)
      warnings.push(
        `${name} applies from ${effectiveFrom} to the day before ${day}, where a later change begins.`,
      )
    fields = appliedToday(current, fields, {
      effectiveFrom,
      changed: [terms.fields, ...following.map(({ values }) => values)],
      all,
      today,
    })
    warnings.push(
      `The change applies from ${effectiveFrom}: GET /api/employees/${current.id}/changes names stale drafts and the back pay owed.`,
    )
  } else if (!due) {
    const terms = undatedTerms({ ...change, input })
    if (terms) {
      changes.push(terms)
      const after = [...known, changeOf({ ...terms, effective_from: today })]
      const following = followingTerms({ ...current, ...fields }, after, today, (stood, sent) =>
        prepare(stood, sent, true),
      )
      changes.push(...following.map((each) => followedTerms(change, each)))
    }
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

/** The result for a scheduled change, which leaves the employee unchanged for now. */
function scheduled(
  service: Service,
  employee: OpenEmployee,
  day: CivilDate,
  warnings: string[],
): EmployeeResult {
  return {
    employee: viewEmployee(employee, lawRatesOn(service, service.clock.today())),
    errors: {},
    warnings: [`The change takes effect on ${day}; until then the employee does not change.`, ...warnings],
  }
}
