import type { Tx } from '../../database/connect.ts'
import type { IncomeType } from '../../payroll/au/tax-treatment.ts'
import { auIncomeYear, type CivilDate, makeDate } from '../../payroll/dates.ts'
import { decimal, ZERO } from '../../payroll/money.ts'
import { badRequest } from '../../problem.ts'
import type { Finalisation, YearSelection } from '../lodgements/index.ts'
import { amountsOf } from './amounts.ts'
import { buildPayee } from './build-payee.ts'
import { type EventPlan, yearOf } from './event.ts'
import type { EventFacts, Income, PayeeYear } from './facts.ts'
import { loadLodged, loadYearPays, type YearPay } from './load.ts'
import { EMPTY_YEAR, loadYears } from './load-year.ts'
import { loadPayees } from './payees.ts'
import { type ReportAnswer, type Reporter, report } from './report.ts'
import { one } from './submit.ts'

type Amounts = Record<string, string>

/** Corrects year-to-date amounts without a payment: of the employees named, or of all whose lodged pays changed. */
export function updateYear(reporter: Reporter, body: YearSelection): Promise<ReportAnswer> {
  const { service, company } = reporter
  return report(reporter, { isDryRun: body.dry_run ?? false }, async (tx) => {
    const asAt = dateIn(body.year ?? yearOf(service.clock.today('AU')), service.clock.today('AU'))
    const { lodged, pays, years } = await loadYear(tx, company.id, asAt)
    const named = body.employee_ids ? new Set(body.employee_ids) : null
    const changed = new Set(pays.filter((pay) => pay.stp_needs_update).map((pay) => pay.employee_id))
    const current = named ? null : await amountsNow(reporter, tx, years, asAt)
    const concerned = [...years.keys()].filter((id) =>
      named ? named.has(id) : changed.has(id) || !isSame(lodged.get(id) ?? {}, current?.get(id) ?? {}),
    )
    requireAll(named, years)
    if (concerned.length === 0) throw badRequest('Nothing has changed since it was lodged.')
    return one(
      planUpdate(
        'update',
        asAt,
        asAt,
        concerned,
        years,
        pays.filter((pay) => pay.stp_needs_update),
      ),
    )
  })
}

/** Declares the year complete (or takes that back) for the employees named, or for all that were reported. */
export function finaliseYear(reporter: Reporter, body: Finalisation): Promise<ReportAnswer> {
  const { service, company } = reporter
  return report(reporter, { isDryRun: body.dry_run ?? false }, async (tx) => {
    const asAt = dateIn(body.year, service.clock.today('AU'))
    const { pays, years } = await loadYear(tx, company.id, asAt)
    const open = pays.filter((pay) => !pay.is_lodged)
    if (open.length > 0)
      throw badRequest(
        `${open.length} processed pays of the year are not lodged yet (the first is pay ${open[0]?.id}). Submit them first.`,
      )
    if (years.size === 0) throw badRequest(`Nothing was lodged for the income year ${body.year}.`)
    const named = body.employee_ids ? new Set(body.employee_ids) : null
    requireAll(named, years)
    const concerned = [...years.keys()].filter((id) => !named || named.has(id))
    const due = makeDate(body.year, 7, 14)
    const plan = planUpdate('finalise', asAt, due, concerned, years, pays)
    return one({ ...plan, isFinal: body.is_final ?? true })
  })
}

/** Today in the current year, the last day of a past one. A year to come has no day yet. */
function dateIn(year: number, today: CivilDate): CivilDate {
  const thisYear = yearOf(today)
  if (year > thisYear) throw badRequest(`The income year ${year} has not begun.`)
  return year === thisYear ? today : makeDate(year, 6, 30)
}

/** What the year holds of lodged pays, for everybody who was ever reported in it. */
async function loadYear(tx: Tx, companyId: number, asAt: CivilDate) {
  const { start, end } = auIncomeYear(asAt)
  const lodged = await loadLodged(tx, companyId, yearOf(asAt), null)
  const employeeIds = [...lodged.keys()]
  const pays = await loadYearPays(tx, companyId, { start, end })
  const found = await loadYears(tx, { companyId, employeeIds, start, end, payIds: [], before: null })
  const years = new Map(
    employeeIds.map((id) => [id, withLodgedTypes(found.get(id) ?? EMPTY_YEAR, lodged.get(id) ?? {})]),
  )
  return { lodged, pays, years }
}

/** An income type that was lodged and is gone is sent with zeros: what is left out would stay as it was. */
function withLodgedTypes(year: PayeeYear, lodged: Amounts): PayeeYear {
  const here = new Set<string>(year.incomes.map((income) => income.type))
  const gone = new Set(
    Object.keys(lodged)
      .filter((name) => name.endsWith('.GrossA'))
      .map((name) => name.split('.')[0] as IncomeType)
      .filter((type) => !here.has(type)),
  )
  return { ...year, incomes: [...year.incomes, ...[...gone].map(emptyIncome)] }
}

function emptyIncome(type: IncomeType): Income {
  return {
    type,
    gross: ZERO,
    overtime: ZERO,
    bonuses: ZERO,
    directorsFees: ZERO,
    paidLeave: {},
    allowances: [],
    sacrificedToSuper: ZERO,
    sacrificedToOther: ZERO,
    lumpSums: [],
    etps: [],
    withheld: ZERO,
  }
}

async function amountsNow(
  { service, company }: Reporter,
  tx: Tx,
  years: ReadonlyMap<number, PayeeYear>,
  asAt: CivilDate,
): Promise<Map<number, Amounts>> {
  const period = { start: asAt, end: asAt }
  const payees = await loadPayees(service, tx, company, years, { periodOf: () => period, isFinal: false })
  const facts = { payDate: asAt } as EventFacts
  return new Map(payees.map((payee) => [payee.employeeId, amountsOf(buildPayee(payee, facts))]))
}

function isSame(before: Amounts, now: Amounts): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].every((name) => decimal(before[name] ?? '0').eq(decimal(now[name] ?? '0')))
}

function requireAll(named: ReadonlySet<number> | null, years: ReadonlyMap<number, PayeeYear>): void {
  for (const id of named ?? [])
    if (!years.has(id)) throw badRequest(`Employee ${id} was not reported in this income year.`)
}

function planUpdate(
  kind: 'update' | 'finalise',
  asAt: CivilDate,
  dueDate: CivilDate,
  employeeIds: readonly number[],
  years: ReadonlyMap<number, PayeeYear>,
  pays: readonly YearPay[],
): EventPlan {
  const concerned = new Set(employeeIds)
  return {
    kind,
    payDate: asAt,
    dueDate,
    pays: pays
      .filter((pay) => concerned.has(pay.employee_id))
      .map((pay) => ({
        payId: pay.id,
        employeeId: pay.employee_id,
        counts: false,
        wasChanged: pay.stp_needs_update,
      })),
    years: new Map(employeeIds.map((id) => [id, years.get(id) ?? EMPTY_YEAR])),
    periodOf: () => ({ start: asAt, end: asAt }),
    totals: null,
    isFinal: false,
    replaced: null,
  }
}
