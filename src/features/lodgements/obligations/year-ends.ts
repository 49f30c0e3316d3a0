import type { Selectable } from 'kysely'
import type { Authority } from '../../../countries/contract/authority.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Database, Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PaydaysTable } from '../../../database/tables/reporting.ts'
import { addDays, auIncomeYear, type CivilDate, partsOf } from '../../../kernel/values/dates.ts'
import { memoizeByKey } from '../../../kernel/values/memoize-by-key.ts'
import type { Service } from '../../../service.ts'
import { loadAwaited, loadOtherPersons, loadWronglyHeld } from '../lodgements/index.ts'
import { listChangedYears, listUnpaidPayees } from '../single-touch/index.ts'
import type { PaydayRow } from './queries.ts'
import { finalisations, paydayReports, withAwaited, type YearChange, yearUpdates } from './reports.ts'
import type { Obligation } from './schema.ts'
import { loadPaidYears, loadWaitingPayees, loadYearPayees, loadYearVersions } from './year-queries.ts'

/* Reports about a whole income year: finalisations, and updates that no pay causes. */

/**
 * Years with changed amounts beyond the pays, changed tax file numbers or birth dates, or lines held under a
 * wrong number.
 */
export async function loadChangedYears(
  query: Queryable,
  companyIds: readonly number[],
  jurisdiction: Company['jurisdiction'],
): Promise<YearChange[]> {
  const { authority, timeZone } = countryOf(jurisdiction)
  const [amounts, persons, wrong] = [
    await listChangedYears(query, companyIds),
    await loadOtherPersons(query, companyIds, authority, timeZone),
    await loadWronglyHeld(query, companyIds, authority, timeZone),
  ]
  return [...amounts, ...[...persons, ...wrong].map((row) => ({ ...row, id: row.employee_id }))]
}

/** The income years of one company that are due to be finalised. */
export async function yearEnds(
  { rates }: Service,
  query: Queryable,
  { id }: Company,
  paydays: readonly PaydayRow[],
  today: CivilDate,
  authority: Authority,
): Promise<Obligation[]> {
  const payees = await loadYearPayees(query, id, authority.code)
  const years = new Set([
    ...payees.map((payee) => payee.year),
    ...paydays.map((row) => partsOf(auIncomeYear(row.pay_date).end).year),
  ])
  const unpaid = new Map<number, Unpaid[]>()
  for (const year of years) unpaid.set(year, await listUnpaidPayees(query, [id], year))
  return finalisations(paydays, payees, unpaid, { today, authority: authority.code, rates })
}

/**
 * A list across companies includes a year from this many days before its end. Before that, nothing can be
 * done about it.
 */
const BEFORE_END_DAYS = 45
/** The number of ended years that such a list includes. The list of one company includes all of them. */
const ENDED_YEARS = 2

type Unpaid = Awaited<ReturnType<typeof listUnpaidPayees>>[number]
type Listed = Pick<Company, 'id' | 'jurisdiction'>

type OpenPayday = Pick<Selectable<PaydaysTable>, 'company_id' | 'pay_date' | 'missing'>

/**
 * The reports about income years that are open in these companies, and the corrections that wait for an
 * answer, with one statement for each kind. `open` has the companies' paydays on which something is still
 * open.
 */
export async function yearReportsOf(
  service: Service,
  companies: readonly Listed[],
  open: Promise<readonly OpenPayday[]>,
): Promise<Map<number, Obligation[]>> {
  const found = new Map<number, Obligation[]>()
  for (const [jurisdiction, own] of Map.groupBy(companies, (company) => company.jurisdiction)) {
    const { authority, timeZone } = countryOf(jurisdiction)
    const ids = own.map(({ id }) => id)
    const today = service.clock.today(timeZone)
    const awaited = await loadAwaited(service.database.query, ids, authority.code)
    for (const [id, rows] of Map.groupBy(awaited, (row) => row.company_id))
      found.set(id, paydayReports(withAwaited(new Map(), rows), today, authority, service.rates))
    if (!authority.isYearToDate) continue
    const changed = Map.groupBy(
      await loadChangedYears(service.database.query, ids, jurisdiction),
      (row) => row.company_id,
    )
    const ends = await openYears(service, ids, await open, { authority, today })
    for (const id of ids)
      found.set(id, [
        ...(found.get(id) ?? []),
        ...yearUpdates(changed.get(id) ?? [], today, authority, service.rates),
        ...(ends.get(id) ?? []),
      ])
  }
  return found
}

async function openYears(
  { database, rates }: Service,
  ids: readonly number[],
  open: readonly OpenPayday[],
  { authority: { code }, today }: { authority: Authority; today: CivilDate },
): Promise<Map<number, Obligation[]>> {
  const { query } = database
  const years = listedYears(today)
  const paid = Map.groupBy(await loadPaidYears(query, ids, years), (row) => row.company_id)
  const isListed = ({ pay_date }: OpenPayday) => years.includes(partsOf(auIncomeYear(pay_date).end).year)
  const unlodged = Map.groupBy(
    open.filter((row) => row.missing.length > 0 && isListed(row)),
    (row) => row.company_id,
  )
  const payees = Map.groupBy(await waitingPayees(database, ids, code, years), (row) => row.company_id)
  const unpaid = new Map<number, Map<number, Unpaid[]>>()
  for (const year of years)
    unpaid.set(
      year,
      Map.groupBy(await listUnpaidPayees(query, ids, year), (row) => row.company_id),
    )
  return new Map(
    ids.map((id) => [
      id,
      finalisations(
        [
          ...(paid.get(id) ?? []).map((row) => ({ ...row, missing: [] })),
          ...(unlodged.get(id) ?? []).map((row) => ({ ...row, missing: unnamed(row.missing) })),
        ],
        (payees.get(id) ?? []).flatMap(yearPayees),
        new Map([...unpaid].map(([year, rows]) => [year, rows.get(id) ?? []])),
        { today, authority: code, rates },
      ),
    ]),
  )
}

type Waiting = Awaited<ReturnType<typeof loadWaitingPayees>>[number]
type Known = Map<string, { version: string; row: Waiting }>
const knownYears = memoizeByKey((_database: Database): Known => new Map())

/**
 * The payees of these years who are not final. A year is read again only when its messages have changed: it may have
 * thousands of lines for each company, and an ended year hardly ever changes.
 */
async function waitingPayees(
  database: Database,
  ids: readonly number[],
  authority: string,
  years: readonly number[],
): Promise<Waiting[]> {
  const known = knownYears(database)
  const keyOf = (row: { company_id: number; year: number }) => `${row.company_id} ${row.year}`
  const versions = await loadYearVersions(database.query, ids, authority, years)
  const stale = versions.filter((row) => known.get(keyOf(row))?.version !== row.version)
  const read = await loadWaitingPayees(
    database.query,
    [...new Set(stale.map((row) => row.company_id))],
    authority,
    years,
  )
  const fresh = new Map(read.map((row) => [keyOf(row), row]))
  for (const { version, ...year } of stale)
    known.set(keyOf(year), {
      version,
      row: fresh.get(keyOf(year)) ?? { ...year, waiting: null, awaited: null },
    })
  return versions.flatMap((row) => {
    const found = known.get(keyOf(row))?.row
    return found?.waiting ? [found] : []
  })
}

function listedYears(today: CivilDate): number[] {
  const { year } = partsOf(auIncomeYear(today).end)
  const ended = Array.from({ length: ENDED_YEARS }, (_, index) => year - ENDED_YEARS + index)
  return auIncomeYear(today).end <= addDays(today, BEFORE_END_DAYS) ? [...ended, year] : ended
}

const unnamed = (ids: readonly number[]) => ids.map((id) => ({ id, name: '' }))

/** The payees of a year who are not final. A year in which all of them are is represented by one who is. */
function yearPayees({ year, waiting, awaited }: Waiting) {
  if (waiting === null) return []
  const one = { id: 0, name: '', year, is_final: true, is_awaited: false, submission_id: 0 }
  const sent = new Set(awaited)
  return waiting.length === 0
    ? [one]
    : unnamed(waiting).map((payee) => ({ ...one, ...payee, is_final: false, is_awaited: sent.has(payee.id) }))
}
