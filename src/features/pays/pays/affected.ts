import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { ZERO } from '../../../kernel/values/money.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { FigureTexts } from '../../../payroll/figures.ts'
import type { Service } from '../../../service.ts'
import type { AffectedPayView } from '../../employees/employees/index.ts'
import { hasFigures, isSameFigure } from './calculate/same-figures.ts'
import { loadBalancesBefore, loadMoved } from './context/balances.ts'
import { type LaterPay, laterPays, type PlacedPay, paysAfter } from './context/later.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { inOrderMade } from './context/order-made.ts'
import type { Outcome } from './context/outcomes.ts'
import { loadPays } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import type { LoadedPast, PayCountry, Recalculated } from './country/types.ts'
import {
  BALANCES,
  type Balances,
  type LeaveMoved,
  movedBy,
  movedFrom,
  withMoved,
} from './job/leave-balances.ts'
import { readHistory, recalculateOn, withRecalculated } from './replay-now.ts'

export type { AffectedPayView }
export { laterPays, paysAfter }

/* Finds the later pays that a changed pay affects. They are reported, not silently changed. */

/** The inputs of pays: the other pays of each employee, and the leave balances before each pay. */
type EmployeeStates = {
  history: ReadonlyMap<number, LoadedPast>
  balances: ReadonlyMap<number, Balances>
}

/**
 * Loads an employee's later pays before a change. Call `touched` after it to get those that would now differ. The figures
 * before the change are recalculated only for pays that no longer match their stored figures. Most still match.
 */
export async function watchLater(service: Service, tx: Tx, company: Company, changed: WholePay) {
  const later = changed.row.status === 'processed' ? await laterPays(tx, [placeOf(changed)]) : []
  return watchPays(
    service,
    tx,
    company,
    later.map(({ id }) => id),
  )
}

export const placeOf = ({ row }: WholePay): PlacedPay => ({
  id: row.id,
  employeeId: row.employee_id,
  payDate: civilDate(row.processed_date),
})

/** Watches the given pays, before a change to something they all depend on. */
export async function watchPays(service: Service, tx: Tx, company: Company, payIds: readonly number[]) {
  const country = countryOf(company)
  const later = await loadPays(tx, payIds)
  const before = await readEmployeeStates(tx, country, later)
  return {
    touched: async () => touchedPays(service, tx, country, later, { before }),
  }
}

/** New pays with later ones are processed in batches of employees, because a list of backdated pays may be long. */
const EMPLOYEES_AT_ONCE = 50

/** The `later` pays that would differ because of newly stored pays, by employee. */
export async function touchedByNew(
  service: Service,
  tx: Tx,
  company: Company,
  stored: readonly PlacedPay[],
  later: readonly LaterPay[],
): Promise<Map<number, AffectedPayView[]>> {
  const touched = new Map<number, AffectedPayView[]>()
  if (later.length === 0) return touched
  const country = countryOf(company)
  const newIds = new Set(stored.map(({ id }) => id))
  const moved = await loadMoved(tx, [...newIds])
  const byEmployee = [...Map.groupBy(later, (pay) => pay.employee_id)]
  for (let start = 0; start < byEmployee.length; start += EMPLOYEES_AT_ONCE) {
    const ids = byEmployee
      .slice(start, start + EMPLOYEES_AT_ONCE)
      .flatMap(([, own]) => own.map(({ id }) => id))
    const pays = await loadPays(tx, ids)
    const after = await readEmployeeStates(tx, country, pays)
    const before = withoutPays(after, pays, stored, moved)
    const employeeOf = new Map(pays.map(({ row }) => [row.id, row.employee_id]))
    for (const pay of await touchedPays(service, tx, country, pays, { before, after })) {
      const employeeId = employeeOf.get(pay.pay_id) ?? 0
      touched.set(employeeId, [...(touched.get(employeeId) ?? []), pay])
    }
  }
  return touched
}

/** The inputs of the pays as they were before the new pays. */
function withoutPays(
  { history, balances }: EmployeeStates,
  pays: readonly WholePay[],
  stored: readonly PlacedPay[],
  moved: ReadonlyMap<number, LeaveMoved>,
): EmployeeStates {
  const newIds = new Set(stored.map(({ id }) => id))
  const byEmployee = Map.groupBy(stored, ({ employeeId }) => employeeId)
  const balancesBefore = pays.flatMap(({ row }): [number, Balances][] => {
    let own = balances.get(row.id)
    if (!own) return []
    for (const { id, payDate } of byEmployee.get(row.employee_id) ?? [])
      if (payDate < row.processed_date || (payDate === row.processed_date && id < row.id))
        own = withMoved(own, movedFrom(moved.get(id) ?? {}, {}))
    return [[row.id, own]]
  })
  return {
    history: new Map(
      [...history].map(([id, past]) => [
        id,
        { ...past, pays: past.pays.filter((pay) => !newIds.has(pay.id)) },
      ]),
    ),
    balances: new Map(balancesBefore),
  }
}

async function readEmployeeStates(
  tx: Tx,
  country: PayCountry,
  pays: readonly WholePay[],
): Promise<EmployeeStates> {
  const [history, balances] = await settleAll([
    readHistory(tx, country, pays),
    loadBalancesBefore(
      tx,
      pays.map(({ row }) => row.id),
    ),
  ])
  return { history, balances }
}

/** The pays that differ between two sets of inputs, if recalculated in order. */
async function touchedPays(
  service: Service,
  tx: Tx,
  country: PayCountry,
  later: readonly WholePay[],
  { before, after }: { before: EmployeeStates; after?: EmployeeStates },
): Promise<AffectedPayView[]> {
  if (later.length === 0) return []
  const yieldIfDue = createYielder()
  let { history, balances } = after ?? (await readEmployeeStates(tx, country, later))
  const moved = await loadMoved(
    tx,
    later.map(({ row }) => row.id),
  )
  const extra = new Map<number, { row: WholePay['row']; moved: LeaveMoved }[]>()
  const on = (pay: WholePay, states: EmployeeStates) =>
    recalculateOn(pay, states.history, country, service.rates, {
      balances: states.balances.get(pay.row.id),
    })
  const affected: AffectedPayView[] = []
  // Each pay sees the earlier ones as recalculated.
  for (const pay of inOrderMade(later)) {
    await yieldIfDue()
    const { id, employee_id: employeeId } = pay.row
    const own = balances.get(id)
    const others = extra.get(employeeId) ?? []
    const more = others.filter(({ row }) => isPaidBefore(row, pay.row)).map((other) => other.moved)
    if (own && more.length > 0) balances = new Map([...balances, [id, more.reduce(withMoved, own)]])
    const now = on(pay, { history, balances })
    const stored = moved.get(id) ?? {}
    if (hasFigures(pay.row, now?.figures) && isSameLeave(stored, now)) continue
    const was = on(pay, before)
    const views = viewDifferences(
      pay.row,
      { figures: { ...pay.row }, moved: stored },
      was && outcomeOf(was),
      now && outcomeOf(now),
    )
    affected.push(...views)
    if (!now || views.length === 0 || pay.row.is_termination) continue
    history = withRecalculated(history, pay, now)
    extra.set(employeeId, [
      ...others,
      { row: pay.row, moved: movedFrom(stored, movedBy(now.leaveMovements)) },
    ])
  }
  return affected
}

const isPaidBefore = (a: WholePay['row'], b: WholePay['row']) =>
  a.processed_date < b.processed_date || (a.processed_date === b.processed_date && a.id < b.id)

const isSameLeave = (stored: LeaveMoved, now: Recalculated | null) =>
  now !== null && Object.keys(movedFrom(stored, movedBy(now.leaveMovements))).length === 0

const outcomeOf = ({ figures, leaveMovements }: Recalculated): Outcome => ({
  figures,
  moved: movedBy(leaveMovements),
})

/** A pay whose figures or leave a change moves. */
export function viewDifferences(
  row: WholePay['row'],
  stored: PaidOutcome,
  before: Outcome | null,
  after: Outcome | null,
): AffectedPayView[] {
  const isMoved =
    movedFigures(before?.figures, after?.figures).length > 0 ||
    (after && Object.keys(movedFrom(before?.moved ?? {}, after.moved)).length > 0)
  const view = viewRecalculated(row, stored, after)
  return isMoved && view.differences.length > 0 ? [view] : []
}

type PaidOutcome = { figures: Readonly<Record<string, unknown>>; moved: LeaveMoved }

/**
 * A pay with every figure and balance that recalculating it would store otherwise, also where an earlier change left it to
 * be recalculated.
 */
export function viewRecalculated(
  { id, processed_date, is_termination }: WholePay['row'],
  stored: PaidOutcome,
  after: Outcome | null,
): AffectedPayView {
  const differences = [
    ...Object.keys(after?.figures ?? {}).map((figure) => ({
      figure,
      stored: Number(stored.figures[figure] ?? 0),
      recalculated: Number(after?.figures[figure] ?? 0),
    })),
    ...(after ? leaveDifferences(stored.moved, after.moved) : []),
  ].filter((each) => each.stored !== each.recalculated)
  return { pay_id: id, processed_date, is_termination, differences }
}

const movedFigures = (before?: FigureTexts, after?: FigureTexts) =>
  Object.keys(after ?? {}).filter((figure) => !isSameFigure(before?.[figure], after?.[figure]))

/** The leave differences by balance column: the amounts that the pay accrues or uses. */
function leaveDifferences(stored: LeaveMoved, after: LeaveMoved) {
  const moved = movedFrom(stored, after)
  const balances = keysOf(BALANCES).filter((balance) => moved[balance])
  return balances.map((balance) => ({
    figure: BALANCES[balance],
    stored: Number((stored[balance] ?? ZERO).toFixed()),
    recalculated: Number((after[balance] ?? ZERO).toFixed()),
  }))
}
