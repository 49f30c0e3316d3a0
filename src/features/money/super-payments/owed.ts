import type { Queryable } from '../../../database/connect.ts'
import { formatName } from '../../../http/view.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import {
  type Fund,
  fundKey,
  loadRemembered,
  type RememberedEmployee,
  rememberNow,
} from '../../pays/snapshots/index.ts'
import {
  allocateParts,
  minus,
  NO_SUPER,
  type PaySuper,
  plus,
  splitAmongFunds,
  superOf,
  totalOf,
} from './contributions.ts'
import { loadSent, loadSuperPays, type SentSuper, type SuperFilter, type SuperPay } from './queries.ts'
import type { Contribution } from './schema.ts'

/** The amount one pay owes to one fund, and the amount sent to it. */
export type Owed = {
  pay: SuperPay
  fund: Fund | null
  party: string
  owed: PaySuper
  sent: PaySuper
  open: PaySuper
  line: SentSuper | undefined
  /** The employee from the pay's snapshot, or from the snapshot it was redirected to; null when the pay was deleted. */
  member: RememberedEmployee | null
}

/** Every contribution of the company's pays, by the funds in their snapshots. */
export async function loadOwed(
  service: Service,
  query: Queryable,
  companyId: number,
  filter: SuperFilter,
): Promise<Owed[]> {
  const pays = await loadSuperPays(query, companyId, filter)
  const lines = Map.groupBy(
    await loadSent(
      query,
      service.cipher,
      pays.map((pay) => pay.id),
    ),
    (line) => line.pay_id,
  )
  const snapshots = await loadRemembered(
    service,
    query,
    pays.flatMap((pay) => pay.redirect_id ?? pay.snapshot_id ?? []),
  )
  const fundless = pays.filter((pay) => memberOf(pay, snapshots)?.funds.length === 0)
  const today = new Map(
    (
      await rememberNow(
        service,
        query,
        fundless.map((pay) => pay.employee_id),
      )
    ).map((employee) => [employee.id, employee]),
  )
  return pays.flatMap((pay) => {
    const member = memberOf(pay, snapshots)
    // If the pay's snapshot has no fund, the employee's current funds are used.
    const funds =
      member?.funds.length === 0 ? (today.get(pay.employee_id)?.funds ?? []) : (member?.funds ?? [])
    return owedOf(pay, member, funds, lines.get(pay.id) ?? [])
  })
}

const memberOf = (pay: SuperPay, snapshots: ReadonlyMap<number, RememberedEmployee>) =>
  snapshots.get(pay.redirect_id ?? pay.snapshot_id ?? 0) ?? null

/**
 * An amount sent to a fund stays owed to that fund, because the fund holds it. Only the open amount is
 * allocated: to the funds that have less than their share of the whole, in proportion to what they lack. So
 * what one fund returned goes to the fund that replaces it, and nothing is owed to one fund while another one
 * is overpaid for the same pay.
 */
function owedOf(
  pay: SuperPay,
  member: RememberedEmployee | null,
  funds: readonly Fund[],
  lines: readonly SentSuper[],
): Owed[] {
  const total = superOf(pay)
  const open = minus(total, lines.map(partsOf).reduce(plus, NO_SUPER))
  const rest = totalOf(open)
  const shares = new Map(splitAmongFunds(total, funds).map((share) => [fundKey(share.fund), share]))
  const sentTo = new Map(lines.map((line) => [line.party, line]))
  const places = [...new Set([...shares.keys(), ...sentTo.keys()])]
  const lacks = places.map((party) => {
    const line = sentTo.get(party)
    return (shares.get(party)?.amount ?? ZERO).minus(line ? decimal(line.amount) : ZERO)
  })
  const isOneWay = lacks.every((each) => (rest.eq(ZERO) ? each.eq(ZERO) : each.times(rest).gte(ZERO)))
  const weights = lacks.map((each) => (each.times(rest).gt(ZERO) ? each.abs() : ZERO))
  const placed = isOneWay || rest.eq(ZERO) ? [] : allocateParts(open, weights)
  return places.map((party, index): Owed => {
    const line = sentTo.get(party)
    const sent = line ? partsOf(line) : NO_SUPER
    const own = isOneWay ? minus(shares.get(party) ?? NO_SUPER, sent) : (placed[index] ?? NO_SUPER)
    const fund = shares.get(party)?.fund ?? fundNamed(party, funds)
    return { pay, fund, party, owed: plus(sent, own), sent, open: own, line, member }
  })
}

function partsOf({ amount, sacrificed, voluntary }: SentSuper): PaySuper {
  const [other, above] = [decimal(sacrificed), decimal(voluntary)]
  return { guarantee: decimal(amount).minus(other).minus(above), sacrificed: other, voluntary: above }
}

/** A fund that received money and that the pay no longer names. */
function fundNamed(party: string, funds: readonly Fund[]): Fund | null {
  const known = funds.find((fund) => fundKey(fund) === party)
  if (known || party === '') return known ?? null
  const [id = '', member = ''] = party.split('|')
  const isAbn = /^\d{11}$/.test(id)
  return {
    rank: 0,
    fund_type: isAbn ? 'SMSF' : 'APRA',
    fund_name: null,
    usi: isAbn ? null : id,
    abn: isAbn ? id : null,
    esa: null,
    member_number: member || null,
    percentage: '0',
    bank: null,
  }
}

export const openOf = (owed: Owed): Decimal => totalOf(owed.open)
export const nameOf = ({ pay }: Owed) =>
  formatName({ first_name: pay.first_name ?? '', last_name: pay.last_name ?? '' }).trim() ||
  `The payee of pay ${pay.id}`

/** Money was sent that is no longer owed. Negative super that was never sent does not count. */
export const isOwedBack = (each: Owed) => openOf(each).lt(ZERO) && totalOf(each.sent).gt(ZERO)

/** The amount in files that are not paid yet. */
export const waitingOf = ({ line }: Pick<Owed, 'line'>): Decimal => decimal(line?.waiting ?? '0')
const isWaiting = (each: Owed) => !waitingOf(each).eq(ZERO)

function statusOf(each: Owed, today: CivilDate): Contribution['status'] {
  const open = openOf(each)
  if (isOwedBack(each)) return 'overpaid'
  if (open.eq(ZERO)) return isWaiting(each) ? 'in-file' : 'paid'
  if (each.fund === null) return 'no-fund'
  if (each.pay.returned_on !== null) return 'returned'
  if (each.line) return 'changed'
  return each.pay.super_due_date !== null && each.pay.super_due_date < today ? 'overdue' : 'due'
}

export function viewContribution(each: Owed, today: CivilDate): Contribution {
  const { pay, fund, owed, line } = each
  return {
    pay_id: pay.id,
    pay_run_id: pay.pay_run_id,
    pay_date: pay.processed_date,
    employee_id: pay.employee_id,
    format_name: nameOf(each),
    fund: fund
      ? {
          fund_type: fund.fund_type,
          fund_name: fund.fund_name,
          usi: fund.usi,
          abn: fund.abn,
          member_number: fund.member_number,
        }
      : null,
    guarantee_amount: Number(owed.guarantee.toFixed()),
    sacrificed_amount: Number(owed.sacrificed.toFixed()),
    voluntary_amount: Number(owed.voluntary.toFixed()),
    amount: Number(totalOf(owed).toFixed()),
    sent_amount: Number(totalOf(each.sent).toFixed()),
    open_amount: Number(openOf(each).toFixed()),
    due_date: pay.super_due_date,
    status: statusOf(each, today),
    super_file_id: line?.super_file_id ?? null,
  }
}
