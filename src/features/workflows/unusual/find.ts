import { accountKey } from '../../../countries/account-key.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { formatName } from '../../../http/view.ts'
import { dayIn } from '../../../kernel/clock.ts'
import { type Decimal, decimal, sum, whole, ZERO } from '../../../kernel/values/money.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { present } from '../../../kernel/values/present.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import {
  listOtherPays,
  listRaisedDeductions,
  type OtherPay,
  placeOf,
  type RaisedDeduction,
} from '../../pays/pays/index.ts'
import { loadRemembered, type RememberedEmployee, rememberNow } from '../../pays/snapshots/index.ts'
import {
  hasPaidBefore,
  lastSnapshots,
  listChangedAccounts,
  listOthersPaid,
  listSnapshotsOf,
  loadEarlierNets,
  loadOwnNets,
  loadRunNets,
  type RunNet,
  timeZoneOf,
} from './queries.ts'
import { sayUnusual, UNUSUAL_RULES, type UnusualName } from './rules.ts'

/** An anomaly in a run, or for one person in it. */
export type Unusual = {
  rule: UnusualName
  employeeId: number | null
  name: string | null
  message: string
  /** The value is lower than usual. A run's total is low while its pays are still being processed one by one. */
  isLess?: true
}

/** The number of people named in a sentence about a shared account. */
const NAMED = 3

/**
 * Finds the anomalies of a run with a few queries, whatever its size. `today` has the current records of its
 * people, if the caller has loaded them. `isDraft` is set for the trial of a run that is not processed yet: its
 * pays look processed then, but an account can still change.
 */
export async function findUnusual(
  service: Service,
  query: Queryable,
  run: PayRunRow,
  { today, isDraft = false }: { today?: readonly RememberedEmployee[]; isDraft?: boolean } = {},
): Promise<Unusual[]> {
  const nets = await loadRunNets(query, run)
  if (nets.length === 0) return []
  const ids = nets.map(({ employee_id }) => employee_id)
  const now = today ?? (await rememberNow(service, query, ids))
  const own = isDraft ? now : await withPaidAccounts(service, query, run, now)
  const earlier = await loadEarlierNets(query, run, UNUSUAL_RULES['run-total'].limits.runs)
  const ownNets = await loadOwnNets(query, run, UNUSUAL_RULES['person-total'].limits.runs)
  const hasEarlierRuns = earlier.length > 0 || (await hasPaidBefore(query, run))
  return [
    ...shared(own, await rememberNow(service, query, await listOthersPaid(query, run.company_id, ids))),
    ...(await accounts(service, query, run, own, { hasEarlierRuns, isDraft })),
    ...nets.flatMap(afterEnd),
    ...paidTwice(nets, await listOtherPays(query, run.company_id, [run.id], { hasDrafts: isDraft })),
    ...(await listRaisedDeductions(query, run.company_id, [run.id])).flatMap(farRaised),
    ...totals(nets, earlier, ownNets),
  ]
}

/** A processed pay goes to the accounts of its snapshot, whatever the record says today. */
async function withPaidAccounts(
  service: Service,
  query: Queryable,
  run: PayRunRow,
  today: readonly RememberedEmployee[],
): Promise<RememberedEmployee[]> {
  const rows = await listSnapshotsOf(query, run)
  const snapshots = await loadRemembered(
    service,
    query,
    rows.map(({ snapshot_id }) => snapshot_id),
  )
  const byPerson = Map.groupBy(rows, ({ employee_id }) => employee_id)
  return today.map((employee) => {
    const paid = byPerson.get(employee.id)?.flatMap(({ snapshot_id }) => snapshots.get(snapshot_id) ?? [])
    return paid ? { ...employee, accounts: paid.flatMap(({ accounts: list }) => list) } : employee
  })
}

const keysOf = ({ accounts: list }: RememberedEmployee) =>
  list.map(({ bsb, accountNumber }) => accountKey(bsb, accountNumber))

const about = (
  rule: UnusualName,
  person: { id: number; first_name: string; last_name: string },
  values: Readonly<Record<string, string | number>>,
): Unusual => ({ rule, employeeId: person.id, name: formatName(person), message: sayUnusual(rule, values) })

function shared(own: readonly RememberedEmployee[], others: readonly RememberedEmployee[]): Unusual[] {
  const holders = Map.groupBy(
    [...own, ...others].flatMap((employee) =>
      [...new Set(keysOf(employee))].map((key) => ({ key, employee })),
    ),
    ({ key }) => key,
  )
  return own.flatMap((employee) =>
    [...new Set(keysOf(employee))].flatMap((key) => {
      const rest = present(holders.get(key)).filter((holder) => holder.employee.id !== employee.id)
      if (rest.length === 0) return []
      const others = nameSome(rest, NAMED, (holder) => formatName(holder.employee))
      return [about('shared-account', employee, { account: mask(key), others })]
    }),
  )
}

async function accounts(
  service: Service,
  query: Queryable,
  run: PayRunRow,
  own: readonly RememberedEmployee[],
  { hasEarlierRuns, isDraft }: { hasEarlierRuns: boolean; isDraft: boolean },
): Promise<Unusual[]> {
  const { days } = UNUSUAL_RULES['account-changed'].limits
  const timeZone = await timeZoneOf(query, run.company_id)
  const changed = new Map(
    (await listChangedAccounts(query, run, { days, timeZone, isDraft })).map((row) => [
      row.employee_id,
      row.at,
    ]),
  )
  // A change this week is reported as a change, so it is not also reported as a first payment.
  const unchanged = own.filter(({ id }) => !changed.has(id))
  const last = await lastSnapshots(
    query,
    run,
    unchanged.map(({ id }) => id),
  )
  const snapshotOf = new Map(last.map((row) => [row.employee_id, row.snapshot_id]))
  const snapshots = await loadRemembered(
    service,
    query,
    last.flatMap(({ snapshot_id }) => snapshot_id ?? []),
  )
  return own.flatMap((employee) => {
    const at = changed.get(employee.id)
    if (at) return [about('account-changed', employee, { day: dayIn(timeZone, at) })]
    const before = snapshots.get(snapshotOf.get(employee.id) ?? 0)
    if (!before && !hasEarlierRuns) return []
    const paidBefore = new Set(before ? keysOf(before) : [])
    const fresh = keysOf(employee).find((key) => !paidBefore.has(key))
    return fresh ? [about('new-account', employee, { account: mask(fresh) })] : []
  })
}

const personOf = ({ employee_id: id, first_name, last_name }: RunNet) => ({ id, first_name, last_name })

const afterEnd = (row: RunNet): Unusual[] =>
  row.ended_on === null ? [] : [about('paid-after-end', personOf(row), { day: row.ended_on })]

function paidTwice(nets: readonly RunNet[], others: readonly OtherPay[]): Unusual[] {
  const byPerson = Map.groupBy(others, (other) => other.employee_id)
  return nets.flatMap((row) => {
    // The same work is listed first, and reported rather than the same day.
    const other = byPerson.get(row.employee_id)?.find((each) => each.is_same_work || each.is_other_cycle)
    if (!other) return []
    const { day, net, end_date: end } = other
    const rule = other.is_same_work ? 'paid-twice' : 'two-calendars'
    return [about(rule, personOf(row), { day, net: decimal(net).toFixed(2), end })]
  })
}

/** A deduction raised by more than the limit. The person's net falls, so no other rule sees where the money goes. */
function farRaised(row: RaisedDeduction): Unusual[] {
  const [amount, before] = [decimal(row.amount), decimal(row.before)]
  const limit = whole(UNUSUAL_RULES['raised-deduction'].limits.percent)
  if (!amount.minus(before).times(HUNDRED).gt(before.times(limit))) return []
  const person = { id: row.employee_id, first_name: row.first_name, last_name: row.last_name }
  const values = { payee: placeOf(row), amount: amount.toFixed(2), before: before.toFixed(2) }
  return [about('raised-deduction', person, values)]
}

type Earlier = Awaited<ReturnType<typeof loadEarlierNets>>

function totals(nets: readonly RunNet[], earlier: Earlier, ownNets: Earlier): Unusual[] {
  const runs = [...Map.groupBy(earlier, ({ pay_run_id }) => pay_run_id).values()].map(netOf)
  const ofRun = farFrom('run-total', netOf(nets), runs)
  const byPerson = Map.groupBy(ownNets, ({ employee_id }) => employee_id)
  return [
    ...(ofRun ? [viewTotal(ofRun)] : []),
    ...nets.flatMap((row) => {
      const own = (byPerson.get(row.employee_id) ?? []).map(({ net }) => decimal(net))
      const far = farFrom('person-total', decimal(row.net), own)
      return far ? [about('person-total', personOf(row), far)] : []
    }),
  ]
}

type Far = NonNullable<ReturnType<typeof farFrom>>

const viewTotal = (far: Far): Unusual => ({
  rule: 'run-total',
  employeeId: null,
  name: null,
  message: sayUnusual('run-total', far),
  ...(far.direction === 'below' ? { isLess: true } : {}),
})

const netOf = (rows: readonly { net: string }[]): Decimal => sum(rows.map(({ net }) => decimal(net)))

const HUNDRED = whole(100)

/** The difference between a net and the median of earlier ones, if it exceeds the rule's limit. */
function farFrom(rule: 'run-total' | 'person-total', net: Decimal, earlier: readonly Decimal[]) {
  const { least, percent } = UNUSUAL_RULES[rule].limits
  if (earlier.length < least) return null
  const usual = medianOf(earlier)
  if (!usual.gt(ZERO)) return null
  const moved = net.minus(usual).times(HUNDRED).div(usual)
  const isAbove = moved.gt(ZERO)
  const distance = isAbove ? moved : ZERO.minus(moved)
  if (!distance.gt(whole(percent))) return null
  return {
    net: net.toFixed(2),
    usual: usual.toFixed(2),
    percent: distance.toFixed(0),
    direction: isAbove ? 'above' : 'below',
    runs: earlier.length,
  }
}

/** The middle value, or the mean of the two middle values. */
function medianOf(values: readonly Decimal[]): Decimal {
  const sorted = [...values].sort((a, b) => (a.gt(b) ? 1 : -1))
  const middle = Math.floor(sorted.length / 2)
  const upper = present(sorted[middle])
  return sorted.length % 2 === 1
    ? upper
    : present(sorted[middle - 1])
        .plus(upper)
        .div(whole(2))
}
