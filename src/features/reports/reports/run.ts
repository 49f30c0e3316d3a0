import { countryOf, todayOf } from '../../../countries/index.ts'
import { readInParts } from '../../../database/read-in-parts.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { forbidden, invalid, notFound } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate, makeDate, partsOf } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { maskRow } from '../../../security/masking.ts'
import type { Service } from '../../../service.ts'
import { reconstructSnapshots } from '../../pays/snapshots/index.ts'
import { REPORTS } from './catalogue/index.ts'
import { lastPayDate } from './load/last-pay-date.ts'
import type { Report, ReportRequest, Row, StartedReport } from './model/report.ts'
import type { ReportQuery } from './schema.ts'

/** The reports available to a company in its country. */
export function reportsOf(company: Company): Report[] {
  const { own } = countryOf(company.jurisdiction).reports
  return REPORTS.filter((report) => !report.isOfOneCountry || own.includes(report.name))
}

/** Validates the request against the report's parameters, and reads its first rows. */
export async function startReport(
  service: Service,
  company: Company,
  caller: Caller,
  name: string,
  query: ReportQuery,
  options: { isMasked?: boolean } = {},
): Promise<StartedReport> {
  const report = reportsOf(company).find((each) => each.name === name)
  if (!report)
    throw notFound(`There is no such report for this company. GET …/reports lists the available ones.`)
  if (report.isForOwner && caller.role !== 'owner')
    throw forbidden('Only the owner of the account can read who did what.')
  const groupBy = groupingOf(report, query)
  refuseUntaken(report, query)
  const today = todayOf(service, company)
  const { from, to } = datesOf(report, company, query, today)
  // Pays from version 0.1 have no snapshot until it is first needed.
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const question: ReportRequest = {
    service,
    company,
    caller,
    from,
    to,
    employeeId: query.employee_id ?? null,
    payRunId: query.pay_run_id ?? null,
    today,
  }
  const sheet = await present(report.groupings[groupBy]).build(question)
  const rows = 'compile' in sheet.rows ? readInParts(await service.database.reader(), sheet.rows) : sheet.rows
  return {
    report,
    company,
    groupBy,
    from,
    to,
    madeAt: service.clock.now(),
    columns: sheet.columns,
    notes: sheet.notes ?? [],
    parts: await started(options.isMasked ? masked(rows) : rows),
  }
}

/** The same batches with member numbers masked, for readers. */
async function* masked(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const part of rows) yield part.map(maskRow)
}

/** The same batches, with the first one already read. */
async function started(rows: AsyncIterable<readonly Row[]>): Promise<AsyncGenerator<readonly Row[]>> {
  const parts = rows[Symbol.asyncIterator]()
  let next = await parts.next()
  return (async function* () {
    try {
      for (; !next.done; next = await parts.next()) yield next.value
    } finally {
      await parts.return?.()
    }
  })()
}

export function groupingOf(report: Report, query: Pick<ReportQuery, 'group_by'>): string {
  const known = Object.keys(report.groupings)
  const groupBy = query.group_by ?? present(known[0])
  if (!known.includes(groupBy))
    throw invalid(['query', 'group_by'], `group_by of ${report.name} must be one of ${known.join(', ')}`)
  return groupBy
}

/** Refuses a parameter that would have no effect, so that no one mistakes a full report for a filtered one. */
export function refuseUntaken(report: Report, query: ReportQuery): void {
  for (const name of ['employee_id', 'pay_run_id'] as const)
    if (query[name] !== undefined && !report.takes.includes(name))
      throw invalid(['query', name], `${report.name} does not take ${name}`)
  if (query.from_date !== undefined && report.dates !== 'span')
    throw invalid(['query', 'from_date'], `${report.name} does not take from_date`)
  if (query.to_date !== undefined && report.dates === 'none')
    throw invalid(['query', 'to_date'], `${report.name} does not take to_date`)
}

function datesOf(
  report: Report,
  company: Company,
  query: ReportQuery,
  today: CivilDate,
): { from: CivilDate | null; to: CivilDate | null } {
  const to = query.to_date === undefined ? null : civilDate(query.to_date)
  if (report.dates === 'none') return { from: null, to: null }
  if (report.dates === 'as-at') return { from: null, to: to ?? today }
  const from = query.from_date === undefined ? null : civilDate(query.from_date)
  if (from !== null && to !== null && to < from)
    throw invalid(['query', 'to_date'], 'to_date must not be before from_date')
  if (from !== null || !report.isOfTaxYear) return { from, to }
  return { from: countryOf(company.jurisdiction).law.taxYear(to ?? today).start, to }
}

export type SuggestedDates = { from: CivilDate | null; to: CivilDate | null }

/**
 * Dates for which a report has rows: the month of the last pay, or its tax year. Before the first pay, they
 * are based on today.
 */
export async function suggestedDates(
  service: Service,
  company: Company,
): Promise<(report: Report) => SuggestedDates> {
  const { timeZone, law } = countryOf(company.jurisdiction)
  const today = service.clock.today(timeZone)
  const last = (await lastPayDate(service.database.query, company.id)) ?? today
  const year = law.taxYear(last)
  const end = last > today ? last : today
  return (report) => {
    if (report.dates === 'none') return { from: null, to: null }
    if (report.dates === 'as-at') return { from: null, to: today }
    if (report.isOfTaxYear) return { from: year.start, to: end < year.end ? end : year.end }
    const { year: ofYear, month } = partsOf(last)
    return { from: makeDate(ofYear, month, 1), to: end }
  }
}
