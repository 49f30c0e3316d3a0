import type { Company } from '../../../database/tables/companies.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { loadOpenBeyondPays } from '../../lodgements/obligations/index.ts'
import { reconstructSnapshots } from '../../pays/snapshots/index.ts'
import { type Item, isToRecover, loadItems } from '../payments/index.ts'
import { loadOwed, type Owed, openOf, totalOf, waitingOf } from '../super-payments/index.ts'
import type { OpenPoint, Proof, ProofSum } from './proof-schema.ts'
import {
  type LodgedPay,
  loadAwaitedPays,
  loadGonePays,
  loadLodgedPays,
  loadReturned,
  type ReturnedRow,
  type Span,
  sumDeductions,
  type UnnamedDeductions,
} from './queries.ts'

/**
 * Compares amounts sent with amounts owed, line by line. Lists every pay of the period with its money and
 * reports, and every open point.
 */
export async function prove(service: Service, company: Company, span: Span): Promise<Proof> {
  const { query } = service.database
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const items = await loadItems(query, company.id, { fromDate: span.from, toDate: span.to })
  const owed = await loadOwed(service, query, company.id, { from_date: span.from, to_date: span.to })
  const returned = await loadReturned(query, company.id, span)
  const { unnamed } = await sumDeductions(query, company.id, span)
  const lodged = await loadLodgedPays(query, company.id, span)
  const awaited = await loadAwaitedPays(query, company, span)
  const pays = lodged.map((pay) => ({ ...pay, is_awaited: awaited.some((row) => row.pay_id === pay.pay_id) }))
  const known = new Set(pays.map((pay) => pay.pay_id))
  const openPoints = [
    ...items.flatMap((item) => openMoney(item)),
    ...unnamed.flatMap((row) => openUnnamed(row)),
    ...owed.flatMap((each) => openSuper(each)),
    ...pays.flatMap((pay) => openReport(pay)),
    ...(await loadGonePays(query, company, span)).map((pay) => ofDeleted(pay, DELETED)),
    ...awaited.filter((row) => !known.has(row.pay_id)).map((pay) => ofDeleted(pay, DELETED_AND_SENT)),
    ...(await loadOpenBeyondPays(query, company, span)).map(({ employee_id, name, sentence }) =>
      point('report', employee_id, name, null, null, sentence),
    ),
  ]
  return {
    from_date: span.from,
    to_date: span.to,
    is_complete: openPoints.length === 0,
    sums: [
      sumOf('net', items.filter((item) => item.kind === 'net').map(moneyOf), returned),
      sumOf(
        'payee',
        [...items.filter((item) => item.kind === 'payee').map(moneyOf), ...unnamed.map(unnamedOf)],
        returned,
      ),
      sumOf('super', owed.map(superOf), returned),
    ],
    reports: {
      pays: pays.length,
      accepted: pays.filter((pay) => pay.outcome === 'accepted' && !pay.needs_update && !pay.is_awaited)
        .length,
      under_way: pays.filter((pay) => isUnderWay(pay)).length,
      open: pays.filter((pay) => pay.outcome === 'open' || pay.needs_update).length,
    },
    open_points: openPoints,
  }
}

type Line = { owed: Decimal; sent: Decimal; waiting: Decimal; open: Decimal }

const moneyOf = (item: Item): Line => ({
  owed: item.owed,
  sent: item.sent,
  waiting: item.inFile,
  open: item.open,
})

/** What no payee and no office gets of the deductions of a pay. */
const withoutPayee = (row: UnnamedDeductions) => decimal(row.total).minus(decimal(row.to_office))

const unnamedOf = (row: UnnamedDeductions): Line => {
  const open = withoutPayee(row)
  return { owed: open, sent: ZERO, waiting: ZERO, open }
}

const superOf = (each: Owed): Line => ({
  owed: totalOf(each.owed),
  sent: totalOf(each.sent),
  waiting: waitingOf(each),
  open: openOf(each),
})

function sumOf(kind: ProofSum['kind'], lines: readonly Line[], returned: readonly ReturnedRow[]): ProofSum {
  const figure = (values: readonly Decimal[]) => Number(sum(values).toFixed(2))
  return {
    kind,
    owed: figure(lines.map((line) => line.owed)),
    created: figure(lines.map((line) => line.waiting)),
    accepted: figure(lines.map((line) => line.sent.minus(line.waiting))),
    returned: figure(returned.filter((row) => row.kind === kind).map((row) => decimal(row.amount))),
    open: figure(lines.map((line) => line.open)),
  }
}

function openMoney(item: Item): OpenPoint[] {
  if (item.open.eq(ZERO)) return []
  const amount = item.open.abs().toFixed(2)
  const what = isToRecover(item)
    ? `${amount} was sent but is no longer owed.`
    : item.returned
      ? `${amount} came back on ${item.returned.on} (${item.returned.reason}).`
      : `${amount} is not in a bank file and not settled.`
  return [point(item.kind, item.employeeId, item.name, item.payId, item.open, what)]
}

function openUnnamed(row: UnnamedDeductions): OpenPoint[] {
  const open = withoutPayee(row)
  if (open.eq(ZERO)) return []
  const what = `${open.toFixed(2)} was deducted without a payee (${row.descriptions.join(', ')}). Name the payee (payments/redirects, kind payee); settle by hand what you keep or pay yourself.`
  return [point('payee', row.employee_id, row.name, row.pay_id, open, what)]
}

function openSuper(each: Owed): OpenPoint[] {
  const open = openOf(each)
  if (open.eq(ZERO)) return []
  const { pay } = each
  const name = `${pay.first_name ?? ''} ${pay.last_name ?? ''}`.trim()
  const amount = open.abs().toFixed(2)
  const what = open.lt(ZERO)
    ? `${amount} of super is overpaid.`
    : pay.returned_on
      ? `${amount} of super came back on ${pay.returned_on} (${pay.return_reason}).`
      : `${amount} of super is ${each.fund ? 'not in a contribution file' : 'without a fund'}.${dueOn(pay.super_due_date)}`
  return [point('super', pay.employee_id, name, pay.id, open, what)]
}

const dueOn = (date: string | null) => (date === null ? '' : ` It must reach the fund by ${date}.`)

type ProvenPay = LodgedPay & { is_awaited: boolean }

const isUnderWay = (pay: ProvenPay) =>
  pay.outcome === 'under-way' || (pay.outcome === 'accepted' && pay.is_awaited && !pay.needs_update)

const DELETED = 'It was deleted, but the authority still holds it.'
const DELETED_AND_SENT = 'It was deleted. That was sent, and the authority has not answered yet.'

const ofDeleted = (pay: { employee_id: number; name: string; pay_id: number }, sentence: string) =>
  point('report', pay.employee_id, pay.name, pay.pay_id, null, sentence)

function openReport(pay: ProvenPay): OpenPoint[] {
  const what =
    pay.outcome === 'open'
      ? pay.stp_status === 'rejected'
        ? 'The authority rejected it.'
        : 'It is not reported.'
      : pay.outcome === 'under-way'
        ? 'The authority has not answered yet.'
        : pay.needs_update
          ? 'It differs from the authority’s record.'
          : pay.is_awaited
            ? 'A correction was sent, and the authority has not answered yet.'
            : null
  return what ? [point('report', pay.employee_id, pay.name, pay.pay_id, null, what)] : []
}

const point = (
  kind: OpenPoint['kind'],
  employee_id: number,
  format_name: string,
  pay_id: number | null,
  open: Decimal | null,
  sentence: string,
): OpenPoint => ({
  kind,
  employee_id,
  format_name,
  pay_id,
  amount: open && Number(open.toFixed(2)),
  sentence,
})
