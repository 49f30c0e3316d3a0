import { australia } from '../../../countries/au/index.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import type { HeldBack } from '../../../database/tables/reporting.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { auIncomeYear, type CivilDate, makeDate } from '../../../kernel/values/dates.ts'
import {
  type Finalisation,
  forgetGone,
  type GonePay,
  type Holding,
  loadGone,
  loadHoldings,
  markAsReported,
  nameHeldBack,
  payeeKey,
  type YearSelection,
} from '../lodgements/index.ts'
import { differencesOf } from './differences.ts'
import { yearOf } from './event.ts'
import { finalisationDue } from './finalisation-due.ts'
import { loadScopes } from './identities.ts'
import { loadYearPays, type YearPay } from './load.ts'
import type { IdentityScope } from './load-paid.ts'
import { loadYears, type PayeeYearToDate } from './load-year.ts'
import { listUnpaidPayees } from './load-year-amounts.ts'
import type { EventPlan } from './plan.ts'
import { type ReportAnswer, report } from './report.ts'
import type { Reporter } from './reporter.ts'
import { each, optionsOf } from './submit.ts'
import { heldBackUnlodged, unlodgedOf, unlodgedProblem } from './unlodged.ts'

/**
 * Corrects year-to-date amounts without a payment, for the named employees or for all whose figures differ
 * from the held ones. Figures held under former numbers are corrected under those numbers. Figures under
 * wrong numbers become nil.
 */
export function updateYear(reporter: Reporter, body: YearSelection): Promise<ReportAnswer> {
  const { service, company } = reporter
  return report(reporter, optionsOf(body), async (tx) => {
    const today = service.clock.today(australia.timeZone)
    const asAt = dateIn(body.year ?? yearOf(today), today)
    const known = await loadScopedYears(reporter, tx, asAt)
    const named = body.employee_ids ? new Set(body.employee_ids) : null
    requireAll(named, known)
    const plans: EventPlan[] = []
    let isHeldBack = false
    for (const own of known) {
      const different = await differencesOf(reporter, tx, own, asAt)
      const isMeant = (id: number) =>
        named && !own.scope?.former ? named.has(id) : different.has(id) && (!named || named.has(id))
      const concerned = [...own.years.keys()].filter(isMeant)
      await settleUnchanged(tx, own, (id) => !different.has(id) && !isMeant(id) && (!named || named.has(id)))
      if (concerned.length === 0) continue
      const { left, heldBack } = await holdBack(tx, company.id, concerned, body.hold_back)
      isHeldBack ||= left.length === 0
      const parts = { kind: 'update', asAt, dueDate: asAt, heldBack } as const
      if (left.length > 0) plans.push(planUpdate(parts, left, own, (id) => isHeldFinal(own.holdings, id)))
    }
    if (plans.length > 0) return each(plans)
    if (isHeldBack) return { nothing: 'Everyone whose figures changed is held back.' }
    const pays = known[0]?.pays.filter((pay) => !named || named.has(pay.employee_id)) ?? []
    return { nothing: unlodgedOf(pays) ?? 'Nothing has changed since it was lodged.' }
  })
}

/** Finalises the year, or reverses that, for the named employees or for all that were reported. */
export function finaliseYear(reporter: Reporter, body: Finalisation): Promise<ReportAnswer> {
  const { service, company } = reporter
  return report(reporter, optionsOf(body), async (tx) => {
    const asAt = dateIn(body.year, service.clock.today(australia.timeZone))
    const known = (await loadScopedYears(reporter, tx, asAt)).filter(({ scope }) => !scope?.former?.is_wrong)
    const named = body.employee_ids ? new Set(body.employee_ids) : null
    const asked = new Set(body.hold_back ?? [])
    const isMeant = (id: number) => (!named || named.has(id)) && !asked.has(id)
    const pays = (known[0]?.pays ?? []).filter((pay) => isMeant(pay.employee_id))
    const unlodged = await heldBackUnlodged(tx, company.id, pays)
    const isNothing = known.every(({ years }) => years.size === 0)
    if (unlodged.length > 0 && (isNothing || optionsOf(body).isStrict)) throw unlodgedProblem(pays, unlodged)
    const without = new Set(unlodged.map((person) => person.employee_id))
    if (isNothing) throw badRequest(`Nothing was lodged for the income year ${body.year}.`)
    requireAll(named && new Set([...named].filter((id) => !without.has(id))), known)
    const isFinal = body.is_final ?? true
    const plans: EventPlan[] = []
    const said: number[] = []
    for (const own of known) {
      const meant = [...own.years.keys()].filter((id) => !named || named.has(id))
      const { left, heldBack: others } = await holdBack(tx, company.id, meant, [...asked, ...without])
      const heldBack = [...unlodged, ...others.filter(({ employee_id: id }) => asked.has(id))]
      const different = await differencesOf(reporter, tx, own, asAt)
      const concerned = left.filter((id) => isHeldFinal(own.holdings, id) !== isFinal || different.has(id))
      said.push(...left.flatMap((id) => own.holdings.get(payeeKey(id, 'employee'))?.submission_id ?? []))
      if (concerned.length === 0) await settleUnchanged(tx, own, (id) => left.includes(id))
      else {
        const parts = {
          kind: 'finalise',
          asAt,
          dueDate: finalisationDue(service.rates, body.year),
          heldBack,
        } as const
        plans.push(planUpdate(parts, concerned, own, () => isFinal))
      }
    }
    if (plans.length > 0) return each(plans)
    if (unlodged.length > 0) throw unlodgedProblem(pays, unlodged)
    if (said.length === 0) return { nothing: 'Everyone who could be finalised is held back.' }
    return { existing: Math.max(...said) }
  })
}

/** Today in the current year, and the last day of a past year. A future year has no date yet. */
function dateIn(year: number, today: CivilDate): CivilDate {
  const thisYear = yearOf(today)
  if (year > thisYear) throw badRequest(`The income year ${year} has not begun.`)
  return year === thisYear ? today : makeDate(year, 6, 30)
}

/**
 * A year according to the pays and according to the tax office, for everyone who was reported in it or paid
 * elsewhere.
 */
export type KnownYear = {
  holdings: ReadonlyMap<string, Holding>
  years: ReadonlyMap<number, PayeeYearToDate>
  gone: readonly GonePay[]
  pays: readonly YearPay[]
  scope: IdentityScope | undefined
}

/** The year under the company's current numbers, and under its former ones. */
async function loadScopedYears(
  { service, company }: Reporter,
  tx: Tx,
  asAt: CivilDate,
): Promise<KnownYear[]> {
  const { start, end } = auIncomeYear(asAt)
  const [pays, unpaid, scopes] = await settleAll([
    loadYearPays(tx, company.id, { start, end }),
    listUnpaidPayees(tx, [company.id], yearOf(asAt)),
    loadScopes(service, tx, company.id, yearOf(asAt)),
  ])
  const known: KnownYear[] = []
  for (const scope of scopes) known.push({ ...(await loadYear(tx, company.id, asAt, scope, unpaid)), pays })
  return known
}

async function loadYear(
  tx: Tx,
  companyId: number,
  asAt: CivilDate,
  scope: IdentityScope | undefined,
  unpaid: readonly { id: number }[],
): Promise<Omit<KnownYear, 'pays'>> {
  const { start, end } = auIncomeYear(asAt)
  const year = yearOf(asAt)
  const identityId = scope?.former?.id ?? null
  const holdings = await loadHoldings(
    tx,
    companyId,
    { authority: 'ATO', year },
    { isExpected: true, identityId },
  )
  const elsewhere = scope?.former ? [] : unpaid.filter(({ id }) => !scope?.withoutOpening.has(id))
  const employeeIds = [
    ...new Set([...[...holdings.values()].map((held) => held.employee_id), ...elsewhere.map(({ id }) => id)]),
  ]
  const question = { companyId, employeeIds, start, end, payIds: [], before: null }
  const [years, gone] = await settleAll([
    loadYears(tx, { ...question, ...(scope && { identity: scope }) }),
    loadGone(tx, [companyId], 'ATO', { employeeIds, year, identityId }),
  ])
  return { holdings, years, gone, scope }
}

const isHeldFinal = (holdings: KnownYear['holdings'], employeeId: number) =>
  holdings.get(payeeKey(employeeId, 'employee'))?.is_final ?? false

/** Marks changes that cancel out as reported: the sums match the tax office's figures, so nothing is due. */
async function settleUnchanged(
  tx: Tx,
  known: KnownYear,
  isMeant: (employeeId: number) => boolean,
): Promise<void> {
  const years = [...known.years].filter(([id]) => isMeant(id))
  const gone = known.gone.filter((pay) => isMeant(pay.employee_id))
  await markAsReported(
    tx,
    years.flatMap(([, year]) => year.pays.map((pay) => pay.id)),
  )
  await forgetGone(
    tx,
    gone.map((pay) => pay.pay_id),
  )
}

async function holdBack(tx: Tx, companyId: number, ids: readonly number[], asked: readonly number[] = []) {
  const held = new Set(asked)
  return {
    left: ids.filter((id) => !held.has(id)),
    heldBack: await nameHeldBack(
      tx,
      companyId,
      ids.filter((id) => held.has(id)),
    ),
  }
}

function requireAll(named: ReadonlySet<number> | null, known: readonly KnownYear[]): void {
  for (const id of named ?? []) {
    if (known.some(({ years }) => years.has(id))) continue
    requireLodged((known[0]?.pays ?? []).filter((pay) => pay.employee_id === id))
    throw badRequest(`Employee ${id} was not reported in this income year.`)
  }
}

function requireLodged(pays: readonly YearPay[]): void {
  const unlodged = unlodgedOf(pays)
  if (unlodged) throw badRequest(unlodged)
}

type UpdateParts = {
  kind: 'update' | 'finalise'
  asAt: CivilDate
  dueDate: CivilDate
  heldBack: readonly HeldBack[]
}

function planUpdate(
  parts: UpdateParts,
  employeeIds: readonly number[],
  known: KnownYear,
  isFinal: EventPlan['isFinal'],
): EventPlan {
  const concerned = new Set(employeeIds)
  return {
    kind: parts.kind,
    payDate: parts.asAt,
    dueDate: parts.dueDate,
    lodges: new Set(),
    years: new Map([...known.years].filter(([id]) => concerned.has(id))),
    gone: known.gone.filter((pay) => concerned.has(pay.employee_id)),
    holdings: known.holdings,
    periodOf: () => ({ start: parts.asAt, end: parts.asAt }),
    totals: null,
    isFinal,
    replaced: null,
    former: known.scope?.former ?? null,
    heldBack: parts.heldBack,
    async without(ids) {
      const rest = employeeIds.filter((id) => !ids.has(id))
      return rest.length === 0 ? null : planUpdate(parts, rest, known, isFinal)
    },
  }
}
