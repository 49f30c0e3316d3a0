import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { ReportView } from '../../../database/tables/report-views.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { requireEmployeesOf } from '../../employer/companies/index.ts'
import { groupingOf, type Report, refuseUntaken, reportsOf, suggestedDates } from '../reports/index.ts'
import { datesOf, nextDelivery } from './periods.ts'
import {
  countViews,
  deleteDelivery,
  deleteSaved,
  type Every,
  endOthersDeliveries,
  findSaved,
  insertSaved,
  listViews,
  type SeenView,
  saveDelivery,
  updateSaved,
} from './queries.ts'
import type { ReportViewInput, ReportViewShown } from './schema.ts'

/** Enough for a list that people browse. */
const MOST_VIEWS = 100

export async function readViews(
  service: Service,
  caller: Caller,
  company: Company,
): Promise<ReportViewShown[]> {
  const rows = await listViews(service.database.query, company.id, caller.userId)
  const show = await viewer(service, caller, company)
  return rows.flatMap((row) => show(row) ?? [])
}

export function saveReport(service: Service, caller: Caller, company: Company, body: ReportViewInput) {
  return service.database.transaction(async (tx) => {
    if ((await countViews(tx, company.id, caller.userId)) >= MOST_VIEWS)
      throw conflict(`You have ${MOST_VIEWS} saved views in this company. Delete one first.`)
    const values = await checked(tx, company, body)
    const id = await insertSaved(tx, {
      ...values,
      customer_id: company.customer_id,
      company_id: company.id,
      user_id: caller.userId,
      created_at: service.clock.now(),
    })
    recordAuditChange(`Saved view “${values.name}”`, {}, { report: values.report_name })
    return showOne(service, tx, caller, company, id)
  })
}

export function changeSaved(
  service: Service,
  caller: Caller,
  company: Company,
  id: number,
  body: ReportViewInput,
) {
  return service.database.transaction(async (tx) => {
    await requireOwn(tx, caller, company, id)
    const values = await checked(tx, company, body)
    await updateSaved(tx, id, values)
    const ended = values.is_shared ? 0 : await endOthersDeliveries(tx, id, caller.userId)
    const shown = await showOne(service, tx, caller, company, id)
    if (ended === 0) return shown
    return {
      ...shown,
      warnings: [`It is no longer mailed to ${ended} other ${ended === 1 ? 'person' : 'people'}.`],
    }
  })
}

export function removeSaved(service: Service, caller: Caller, company: Company, id: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    const view = await requireOwn(tx, caller, company, id)
    await deleteSaved(tx, id)
    recordAuditChange(`Saved view “${view.name}”`, { report: view.report_name }, {})
  })
}

/** Mails the view to the caller, and to no other address. */
export function startDelivery(service: Service, caller: Caller, company: Company, id: number, every: Every) {
  if (caller.openedById !== null)
    throw forbidden('A report is mailed to the person who signed in; a partner’s session has none.')
  return service.database.transaction(async (tx) => {
    const view = await requireSeen(tx, caller, company, id)
    const report = reportsOf(company).find((each) => each.name === view.report_name)
    if (report?.isForOwner && caller.role !== 'owner')
      throw forbidden('Only the owner of the account can read this report.')
    await saveDelivery(tx, {
      view_id: id,
      user_id: caller.userId,
      customer_id: company.customer_id,
      grant_id: caller.grantId,
      every,
      next_on: nextDelivery(every, todayOf(service, company)),
    })
    recordAuditChange(`Saved view “${view.name}”`, { mailed: view.every }, { mailed: every })
    return showOne(service, tx, caller, company, id)
  })
}

export function stopDelivery(service: Service, caller: Caller, company: Company, id: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    const view = await requireSeen(tx, caller, company, id)
    if (!(await deleteDelivery(tx, id, caller.userId))) throw notFound('This view is not mailed to you.')
    recordAuditChange(`Saved view “${view.name}”`, { mailed: view.every }, { mailed: null })
  })
}

async function requireSeen(tx: Tx, caller: Caller, company: Company, id: number): Promise<SeenView> {
  const view = await findSaved(tx, company.id, caller.userId, id)
  if (!view) throw notFound('Saved view not found.')
  return view
}

async function requireOwn(tx: Tx, caller: Caller, company: Company, id: number): Promise<SeenView> {
  const view = await requireSeen(tx, caller, company, id)
  if (view.user_id !== caller.userId) throw forbidden(`Only ${view.saved_by} can change or delete this view.`)
  return view
}

/** The values of a view, or the reason why its report cannot run with them. */
async function checked(tx: Tx, company: Company, body: ReportViewInput) {
  const report = reportsOf(company).find((each) => each.name === body.report_name)
  if (!report)
    throw badRequest('There is no such report for this company. GET …/reports lists the available ones.')
  const { group_by = null, employee_id = null, from_date = null, to_date = null } = body
  groupingOf(report, group_by === null ? {} : { group_by })
  if (employee_id !== null) {
    refuseUntaken(report, { employee_id })
    await requireEmployeesOf(tx, company.id, [employee_id])
  }
  if (body.period !== 'dates' && (from_date ?? to_date) !== null)
    throw badRequest('from_date and to_date need the period dates.')
  if (from_date !== null && to_date !== null && to_date < from_date)
    throw badRequest('to_date must not be before from_date.')
  const { name, report_name, period, is_shared } = body
  return { name: name.trim(), report_name, period, is_shared, group_by, employee_id, from_date, to_date }
}

async function showOne(
  service: Service,
  tx: Tx,
  caller: Caller,
  company: Company,
  id: number,
): Promise<ReportViewShown> {
  const show = await viewer(service, caller, company)
  return present(show(present(await findSaved(tx, company.id, caller.userId, id))))
}

/** Returns views with their current dates; undefined when the report no longer exists. */
async function viewer(service: Service, caller: Caller, company: Company) {
  const find = await dateFinder(service, company)
  return (row: SeenView): ReportViewShown | undefined => {
    const found = find(row)
    if (!found) return undefined
    return {
      id: row.id,
      name: row.name,
      report_name: row.report_name,
      period: row.period,
      from_date: found.from,
      to_date: found.to,
      group_by: row.group_by,
      employee_id: row.employee_id,
      is_shared: row.is_shared,
      is_own: row.user_id === caller.userId,
      saved_by: row.saved_by,
      delivered_every: row.every,
      next_delivery_date: row.next_on,
      last_delivered_at: timestamp(row.sent_at),
    }
  }
}

/** The report of a view and its current dates. */
export async function dateFinder(service: Service, company: Company) {
  const { timeZone, law } = countryOf(company.jurisdiction)
  const today = service.clock.today(timeZone)
  const suggest = await suggestedDates(service, company)
  const reports = new Map<string, Report>(reportsOf(company).map((report) => [report.name, report]))
  return (view: Pick<ReportView, 'report_name' | 'period' | 'from_date' | 'to_date'>) => {
    const report = reports.get(view.report_name)
    if (!report) return undefined
    const context = { today, taxYear: law.taxYear, suggested: suggest(report) }
    return { report, ...datesOf(view, report, context) }
  }
}
