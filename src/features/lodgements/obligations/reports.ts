import type { Authority } from '../../../countries/contract/authority.ts'
import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { auIncomeYear, type CivilDate, civilDate, makeDate, partsOf } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import {
  type AwaitedCorrection,
  loadAwaited,
  loadGone,
  loadOtherPersons,
  loadWronglyHeld,
} from '../lodgements/index.ts'
import { type ChangedYear, finalisationDue, finalisationNote } from '../single-touch/index.ts'
import { loadNames, type NamedEmployee, type PaydayRow } from './queries.ts'
import type { Obligation } from './schema.ts'
import type { YearPayee } from './year-queries.ts'

/* Reports that are due: the authority's figures compared with the pays. */

/** A payday, with the employees whose lodged pays were changed or deleted. */
export type PaydayReport = Pick<
  PaydayRow,
  'pay_date' | 'pays' | 'done' | 'under_way' | 'submission_id' | 'missing' | 'changed' | 'changed_on'
> & {
  /** Corrections that were sent and are not answered yet. */
  awaited?: readonly AwaitedCorrection[]
}

/** The paydays, including those of deleted pays that the authority still counts. */
export async function loadReports(
  query: Queryable,
  company: Company,
  paydays: readonly PaydayRow[],
): Promise<PaydayReport[]> {
  const { authority } = countryOf(company.jurisdiction)
  const held = (await loadStillHeld(query, [company])).get(company.id) ?? []
  const names = await loadNames(
    query,
    held.map((row) => row.employee_id),
  )
  const byDate = new Map<CivilDate, PaydayReport>(
    withStillHeld(paydays, held, (id) => names.get(id)).map((row) => [row.pay_date, row]),
  )
  return withAwaited(byDate, await loadAwaited(query, [company.id], authority.code))
}

/** A deleted pay, or a line under a number that changed since, that the authority still holds. */
export type StillHeld = { company_id: number; employee_id: number; pay_date: CivilDate; gone_on: CivilDate }

/** Lines that the authorities still hold but should not, by company. */
export async function loadStillHeld(
  query: Queryable,
  companies: readonly Pick<Company, 'id' | 'jurisdiction'>[],
): Promise<Map<number, StillHeld[]>> {
  const found: StillHeld[] = []
  for (const [jurisdiction, own] of Map.groupBy(companies, (company) => company.jurisdiction)) {
    const ids = own.map(({ id }) => id)
    const { authority } = countryOf(jurisdiction)
    found.push(...(await loadGone(query, ids, authority.code)))
    if (!authority.isYearToDate) found.push(...(await loadOutdatedLines(query, ids, jurisdiction)))
  }
  return Map.groupBy(found, (row) => row.company_id)
}

/** Adds what is still held to its paydays, including those that have no pay any more. */
export function withStillHeld<T extends PaydayReport>(
  paydays: readonly T[],
  held: readonly StillHeld[],
  whoIs: (employeeId: number) => NamedEmployee | undefined,
): PaydayReport[] {
  const byDate = new Map<CivilDate, PaydayReport>(paydays.map((row) => [row.pay_date, row]))
  for (const pay of held) {
    const row = byDate.get(pay.pay_date) ?? { ...NOTHING, pay_date: pay.pay_date }
    const who = whoIs(pay.employee_id)
    const changed = who && !row.changed.some(({ id }) => id === who.id) ? [...row.changed, who] : row.changed
    const changed_on = row.changed_on && row.changed_on > pay.gone_on ? row.changed_on : pay.gone_on
    byDate.set(pay.pay_date, { ...row, changed, changed_on })
  }
  return [...byDate.values()]
}

/** Adds the corrections without an answer to their paydays, including those that have no pay any more. */
export function withAwaited(
  byDate: Map<CivilDate, PaydayReport>,
  corrections: readonly AwaitedCorrection[],
): PaydayReport[] {
  for (const [payDate, awaited] of Map.groupBy(corrections, (row) => row.pay_date))
    byDate.set(payDate, { ...(byDate.get(payDate) ?? { ...NOTHING, pay_date: payDate }), awaited })
  return [...byDate.values()]
}

/** Lines filed under a wrong employer number, and lines of leavers whose IRD number has changed since. */
export async function loadOutdatedLines(
  query: Queryable,
  ids: readonly number[],
  jurisdiction: Company['jurisdiction'],
): Promise<(StillHeld & { name: string })[]> {
  const { authority, timeZone } = countryOf(jurisdiction)
  const persons = await loadOtherPersons(query, ids, authority, timeZone)
  const wrong = await loadWronglyHeld(query, ids, authority, timeZone)
  const due = [...persons.filter((row) => row.is_terminated), ...wrong].filter((row) => !row.is_awaited)
  return due.map((row) => ({
    company_id: row.company_id,
    employee_id: row.employee_id,
    name: row.name,
    pay_date: civilDate(row.pay_date),
    gone_on: civilDate(row.changed_on),
  }))
}

const NOTHING = {
  pays: 0,
  done: 0,
  under_way: 0,
  submission_id: null,
  missing: [],
  changed: [],
  changed_on: null,
}

export function paydayReports(
  paydays: readonly PaydayReport[],
  today: CivilDate,
  { code, reports }: Authority,
  rates: Rates,
): Obligation[] {
  return paydays.flatMap((row) => {
    const common = {
      authority: code,
      period_start: row.pay_date,
      period_end: row.pay_date,
      amount: null,
      reference: row.pay_date,
      submission_id: row.submission_id,
    }
    const due = reports.due(row.pay_date, rates)
    const event: Obligation = {
      ...common,
      kind: reports.event,
      due_date: due,
      status: reportStatus(row, due, today),
      employees: row.missing,
    }
    const events = row.pays > 0 ? [event] : []
    if (row.changed_on === null) {
      const [first] = row.awaited ?? []
      if (!first) return events
      const sent: Obligation = {
        ...common,
        kind: reports.correction,
        due_date: reports.correctionDue(first.created_on, rates),
        status: 'under-way',
        submission_id: first.submission_id,
        employees: namedOnce((row.awaited ?? []).map(({ employee_id: id, name }) => ({ id, name }))),
      }
      return [...events, sent]
    }
    const correctionDue = reports.correctionDue(row.changed_on, rates)
    const status = correctionDue < today ? ('overdue' as const) : ('open' as const)
    return [
      ...events,
      { ...common, kind: reports.correction, due_date: correctionDue, status, employees: row.changed },
    ]
  })
}

const namedOnce = (employees: readonly NamedEmployee[]) =>
  [...new Map(employees.map(({ id, name }) => [id, { id, name }])).values()].slice(0, 100)

function reportStatus(row: PaydayReport, due: CivilDate, today: CivilDate): Obligation['status'] {
  if (row.done === row.pays) return 'done'
  if (row.done + row.under_way === row.pays) return 'under-way'
  return due < today ? 'overdue' : 'open'
}

/** A payee whose year differs from the tax office's figures. */
export type YearChange = Omit<ChangedYear, 'changed_on'> & { changed_on: string }

/**
 * One update for each year in which fringe benefits, foreign work amounts or a person's numbers differ from
 * the tax office's figures.
 */
export function yearUpdates(
  changed: readonly YearChange[],
  today: CivilDate,
  { code, reports }: Authority,
  rates: Rates,
): Obligation[] {
  return [...Map.groupBy(changed, ({ year }) => year)].map(([year, own]) => {
    const end = makeDate(year, 6, 30)
    const changedOn = present(
      own
        .map((row) => civilDate(row.changed_on))
        .toSorted()
        .at(-1),
    )
    const due = reports.correctionDue(changedOn, rates)
    const left = own.filter((row) => !row.is_awaited)
    return {
      kind: reports.correction,
      authority: code,
      period_start: auIncomeYear(end).start,
      period_end: end,
      due_date: due,
      amount: null,
      status: left.length === 0 ? 'under-way' : due < today ? 'overdue' : 'open',
      reference: String(year),
      submission_id: null,
      employees: namedOnce(left.length === 0 ? own : left),
    }
  })
}

/**
 * Each payee's income year is finalised by the date in `rates/au/stp-dates`. This includes payees whom only
 * an earlier payroll paid in the year (`unpaid`).
 */
export function finalisations(
  paydays: readonly Pick<PaydayRow, 'pay_date' | 'missing'>[],
  payees: readonly YearPayee[],
  unpaid: ReadonlyMap<number, readonly NamedEmployee[]>,
  { today, authority, rates }: { today: CivilDate; authority: string; rates: Rates },
): Obligation[] {
  const ends = new Set([
    ...paydays.map((row) => auIncomeYear(row.pay_date).end),
    ...payees.map(({ year }) => makeDate(year, 6, 30)),
  ])
  return [...ends].sort().map((end) => {
    const { year } = partsOf(end)
    const due = finalisationDue(rates, year)
    const own = payees.filter((payee) => payee.year === year)
    const unreported = paydays
      .filter((row) => auIncomeYear(row.pay_date).end === end)
      .flatMap((row) => row.missing)
    const known = new Set(own.map((payee) => payee.id))
    const elsewhere = (unpaid.get(year) ?? []).filter(({ id }) => !known.has(id))
    const waiting = new Map<number, NamedEmployee>(
      [...unreported, ...elsewhere, ...own.filter((payee) => !payee.is_final)].map(({ id, name }) => [
        id,
        { id, name },
      ]),
    )
    const isDone = own.length > 0 && waiting.size === 0
    const awaited = new Set(own.filter((payee) => payee.is_awaited).map((payee) => payee.id))
    const isUnderWay = !isDone && waiting.size > 0 && [...waiting.keys()].every((id) => awaited.has(id))
    return {
      kind: 'stp-finalisation',
      authority,
      period_start: auIncomeYear(end).start,
      period_end: end,
      due_date: due,
      due_date_note: finalisationNote(rates, year),
      amount: null,
      status: isDone ? 'done' : isUnderWay ? 'under-way' : due < today ? 'overdue' : 'open',
      reference: String(year),
      submission_id: isDone ? Math.max(...own.map((payee) => payee.submission_id)) : null,
      employees: [...waiting.values()].slice(0, 100),
    }
  })
}
