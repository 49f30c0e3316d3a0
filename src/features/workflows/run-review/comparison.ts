import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { loadRemembered, type RememberedEmployee, rememberNow } from '../../pays/snapshots/index.ts'
import { findPrevious, findRun, loadPeople, type PersonRow } from './queries.ts'
import type { RunComparison } from './schema.ts'

/** The change in net pay above which a review is suggested, as a fraction. */
const MOVED = decimal('0.2')

type Person = RunComparison['people'][number]
type Flag = Person['flags'][number]

/** Compares a run with the previous one, person by person, and lists points to review. */
export async function compareRun(service: Service, company: Company, runId: number): Promise<RunComparison> {
  const { query } = service.database
  const run = await findRun(query, company.id, runId)
  if (!run) throw notFound('Pay run not found.')
  const previous = await findPrevious(query, run)
  const rows = await loadPeople(query, company.id, run, previous?.id ?? null)
  const now = rows.filter((row) => row.pay_run_id === run.id)
  const before = rows.filter((row) => row.pay_run_id !== run.id)
  const beforeOf = new Map(before.map((row) => [row.employee_id, row]))
  const people = new Set(now.map((row) => row.employee_id))
  const known = await loadKnown(service, now, beforeOf)
  return {
    pay_run_id: run.id,
    pay_run_end_date: run.end_date,
    previous_pay_run_id: previous?.id ?? null,
    previous_pay_run_end_date: previous?.end_date ?? null,
    totals: sumsOf(now),
    previous_totals: previous ? sumsOf(before) : null,
    people: [
      ...now.map((row) => {
        const earlier = beforeOf.get(row.employee_id)
        return viewPerson(row, row, earlier, flagsOf(company, row, earlier, known))
      }),
      ...before
        .filter((row) => !people.has(row.employee_id))
        .map((row) => viewPerson(row, undefined, row, row.is_employed ? ['not-paid'] : [])),
    ],
  }
}

type Known = {
  today: ReadonlyMap<number, RememberedEmployee>
  snapshots: ReadonlyMap<number, RememberedEmployee>
}

/** Loads everyone's current record, and both snapshots of the people whose snapshot changed. */
async function loadKnown(
  service: Service,
  now: readonly PersonRow[],
  beforeOf: ReadonlyMap<number, PersonRow>,
): Promise<Known> {
  const { query } = service.database
  const today = await rememberNow(
    service,
    query,
    now.map((row) => row.employee_id),
  )
  const changed = now.flatMap((row) => {
    const earlier = beforeOf.get(row.employee_id)
    return earlier && earlier.snapshot_id !== row.snapshot_id
      ? [earlier.snapshot_id ?? 0, row.snapshot_id ?? 0]
      : []
  })
  return {
    today: new Map(today.map((employee) => [employee.id, employee])),
    snapshots: await loadRemembered(service, query, changed),
  }
}

function flagsOf(company: Company, row: PersonRow, earlier: PersonRow | undefined, known: Known): Flag[] {
  const today = known.today.get(row.employee_id)
  const flags: Flag[] = []
  if (row.is_new) flags.push('new')
  const moved = earlier && change(row, earlier)
  if (moved?.gt(MOVED)) flags.push('net-up')
  if (moved?.lt(ZERO.minus(MOVED))) flags.push('net-down')
  if (earlier && isAccountChanged(row, earlier, known)) flags.push('account-changed')
  if (today && !hasTaxNumber(company, today)) flags.push('no-tax-number')
  if (today?.pay_method === 'DIRECT BANK ENTRY' && today.accounts.length === 0) flags.push('no-account')
  const { retirement } = countryOf(company.jurisdiction)
  const isSuperOwed = retirement.contributionFile !== null && decimal(row.super).gt(ZERO)
  if (isSuperOwed && today?.funds.length === 0) flags.push('no-fund')
  if (row.is_leave_below_zero) flags.push('leave-below-zero')
  return flags
}

/** A number that was not quoted counts as missing: tax is withheld at the highest rate. */
export function hasTaxNumber(company: Company, employee: RememberedEmployee): boolean {
  const { field, isQuoted } = countryOf(company.jurisdiction).employee.taxNumber
  return isQuoted(employee[field])
}

/** The relative change of the net; null when there was none before. */
function change(row: PersonRow, earlier: PersonRow): Decimal | null {
  const before = decimal(earlier.net)
  return before.gt(ZERO) ? decimal(row.net).minus(before).div(before) : null
}

function isAccountChanged(row: PersonRow, earlier: PersonRow, { today, snapshots }: Known): boolean {
  if (row.snapshot_id !== null && row.snapshot_id === earlier.snapshot_id) return false
  const before = snapshots.get(earlier.snapshot_id ?? 0)
  const now = row.is_pending ? today.get(row.employee_id) : snapshots.get(row.snapshot_id ?? 0)
  return before !== undefined && now !== undefined && accountsOf(before) !== accountsOf(now)
}

const accountsOf = ({ accounts }: RememberedEmployee) =>
  JSON.stringify(accounts.map(({ bsb, accountNumber }) => [bsb, accountNumber]).sort())

function viewPerson(
  who: PersonRow,
  now: PersonRow | undefined,
  before: PersonRow | undefined,
  flags: Flag[],
): Person {
  const moved = now && before ? change(now, before) : null
  return {
    employee_id: who.employee_id,
    format_name: formatName(who),
    department: who.department,
    pay_ids: now?.pay_ids ?? [],
    now: now ? sumsOf([now]) : null,
    before: before ? sumsOf([before]) : null,
    net_change: Number(
      decimal(now?.net ?? '0')
        .minus(decimal(before?.net ?? '0'))
        .toFixed(2),
    ),
    net_change_percent: moved ? Number(moved.times(decimal('100')).toFixed(1)) : null,
    flags,
  }
}

function sumsOf(rows: readonly PersonRow[]): RunComparison['totals'] {
  const total = (name: 'hours' | 'leave_hours' | 'gross' | 'tax' | 'super' | 'net') =>
    Number(sum(rows.map((row) => decimal(row[name]))).toFixed())
  return {
    hours: total('hours'),
    leave_hours: total('leave_hours'),
    gross: total('gross'),
    tax: total('tax'),
    super: total('super'),
    net: total('net'),
  }
}
