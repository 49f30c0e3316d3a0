import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { quoteName, quotePerson } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { asksApproval, type Gate, holdNewPlaces, requireApproval } from '../../platform/approvals/index.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { listAuthors } from './context/authors.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { listOtherPays } from './context/other-pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { listRaisedDeductions } from './context/raised-deductions.ts'
import {
  type Compared,
  compareWithLast,
  hashDestinations,
  listBelowZero,
  listNewPlaces,
  type NewPlace,
  sumPaidOut,
  sumProcessed,
} from './context/run-totals.ts'
import type { PayJob } from './job/pay-job.ts'
import { paidElsewhere } from './paid-elsewhere.ts'
import { placeOf, raisedDeductions } from './raised-deductions.ts'
import { forgetAuthors } from './store/authors.ts'

/** The number of people named in a sentence of the summary. */
const NAMED_MAX = 20

/**
 * Requests a second person's approval if the company requires it for pay runs. The threshold applies to the whole run and
 * to everything paid on the same day, so splitting a run does not avoid it.
 */
export async function requirePayApproval(
  { service, tx, company }: PipelineRun,
  jobs: readonly PayJob[],
  stored: readonly StoredPay[],
): Promise<void> {
  const processed = stored.filter((pay) => pay.isProcessed)
  if (processed.length === 0 || !asksApproval()) return
  const about = { customerId: company.customer_id, companyId: company.id }
  const payIds = processed.map(({ rowId }) => rowId)
  await holdNewPlaces(service, tx, company, () => listChangedPlaces(tx, company.id, payIds))
  await requireApproval(tx, { kind: 'run', ...about }, async () => {
    const runIds = [...new Set(jobs.map((job) => job.run.id))]
    const totals = await sumProcessed(tx, company.id, runIds, payIds)
    const net = sum(totals.map((total) => decimal(total.net)))
    const paidOut = sum(totals.map((total) => decimal(total.paid_out)))
    const pays = totals.reduce((count, total) => count + total.pays, 0)
    const date = processed[0]?.payDate
    const others = await listOtherPays(tx, company.id, runIds, { payIds, hasDrafts: false })
    return {
      summary: [
        `Processes ${payCount(processed.length)} of ${quoteName(company.legal_name)}, paid on ${date}: the run is then $${net.toFixed(2)} net for ${payCount(pays)}.`,
        ...belowZero(await listBelowZero(tx, payIds), paidOut),
        ...differencesOf(await compareWithLast(tx, runIds, payIds)),
        ...paidElsewhere(others),
        ...raisedDeductions(await listRaisedDeductions(tx, company.id, runIds, payIds)),
      ].join(' '),
      // Another run of the same people that was processed meanwhile makes it another decision.
      outcome: [
        totals,
        await hashDestinations(service, tx, payIds),
        ...others.map(({ run_id, net }) => [run_id, net]),
      ],
      net: decimal(await sumPaidOut(tx, company.id, runIds, payIds)).toFixed(2),
      authors: await listAuthors(tx, company.id, payIds),
    }
  })
  await forgetAuthors(tx, payIds)
  await requirePlaceApproval(tx, { kind: 'account', ...about }, payIds)
}

/**
 * Requests approval to delete a processed pay, as for paying it: without a pay below zero, the run pays out more than
 * was approved, and a pay that is deleted can be entered again.
 */
export async function requireRemovalApproval(
  service: Service,
  tx: Tx,
  company: Company,
  { row, employee }: WholePay,
): Promise<void> {
  if (row.status !== 'processed') return
  const gate = { kind: 'run' as const, customerId: company.customer_id, companyId: company.id }
  await requireApproval(tx, gate, async () => {
    const totals = await sumProcessed(tx, company.id, [row.pay_run_id], [row.id])
    const paidOut = decimal(await sumPaidOut(tx, company.id, [row.pay_run_id], [row.id]))
    const net = decimal(row.net)
    return {
      summary: `Deletes pay ${row.id} of ${quotePerson(employee)}, paid on ${row.processed_date}: ${shownAmount(row.net)} net.`,
      outcome: [row.id, totals, await hashDestinations(service, tx, [row.id])],
      net: (net.lt(ZERO) ? paidOut.minus(net) : paidOut).toFixed(2),
    }
  })
}

/**
 * Money that a deduction sends to a payee or reference for the first time goes to a new place, as with a changed bank
 * account. The pay decides where it goes, whether the row came from a standing item, an import or the request.
 */
async function requirePlaceApproval(tx: Tx, gate: Gate, payIds: readonly number[]): Promise<void> {
  const places = await listNewPlaces(tx, gate.companyId ?? 0, payIds)
  if (places.length === 0) return
  const named = nameSome(places, NAMED_MAX, shownPlace)
  await requireApproval(tx, gate, () => ({
    summary: `Pays deductions to a payee or reference for the first time: ${named}.`,
    outcome: places.map(({ name, description, payee, reference, amount }) => ({
      ...{ name, description, payee, reference, amount },
    })),
  }))
}

/** The new places of people who were paid before. Like a first account, the places of a first pay are no change. */
async function listChangedPlaces(tx: Tx, companyId: number, payIds: readonly number[]) {
  const places = await listNewPlaces(tx, companyId, payIds)
  return places
    .filter(({ was_paid: wasPaid }) => wasPaid)
    .map((place) => ({ ...place, payee_reference: place.reference ?? '', shown: shownPlace(place) }))
}

function shownPlace({ name, description, payee, reference, amount }: NewPlace): string {
  const to = placeOf({ payee, reference })
  return `"${description.replaceAll('"', "'")}" of ${quoteName(name)} (to ${to}, $${decimal(amount).toFixed(2)})`
}

/** Pays below zero make the net of a run smaller than the amount that it pays out. */
function belowZero(pays: readonly { name: string; net: string }[], paidOut: Decimal): string[] {
  if (pays.length === 0) return []
  const named = nameSome(pays, NAMED_MAX, ({ name, net }) => `${quoteName(name)} (${shownAmount(net)})`)
  return [`It pays out $${paidOut.toFixed(2)}; below zero: ${named}.`]
}

const shownAmount = (amount: string) => {
  const value = decimal(amount)
  return value.lt(ZERO) ? `-$${value.negated().toFixed(2)}` : `$${value.toFixed(2)}`
}

const payCount = (count: number) => (count === 1 ? 'one pay' : `${count} pays`)

/**
 * Details that an approver cannot see in a total: people who are paid for the first time, or who get more
 * than last time.
 */
function differencesOf(people: readonly Compared[]): string[] {
  const first = people.filter(({ net_before: before }) => before === null)
  const rises = people
    .flatMap((person) => {
      if (person.net_before === null) return []
      const net = decimal(person.net).minus(decimal(person.net_before))
      const retirement = decimal(person.retirement).minus(decimal(person.retirement_before ?? '0'))
      if (!net.gt(ZERO) && !retirement.gt(ZERO)) return []
      const parts = [
        ...(net.gt(ZERO) ? [`${shownAmount(person.net)} net, ${shownAmount(person.net_before)} before`] : []),
        ...(retirement.gt(ZERO)
          ? [
              `${shownAmount(person.retirement)} retirement contributions, ${shownAmount(person.retirement_before ?? '0')} before`,
            ]
          : []),
      ]
      return {
        text: `${quoteName(person.name)} (${parts.join('; ')})`,
        more: net.gt(retirement) ? net : retirement,
      }
    })
    .sort((a, b) => (b.more.gt(a.more) ? 1 : b.more.lt(a.more) ? -1 : 0))
  return [
    ...(first.length > 0
      ? [
          `Paid for the first time: ${nameSome(first, NAMED_MAX, ({ name, net }) => `${quoteName(name)} (${shownAmount(net)})`)}.`,
        ]
      : []),
    ...(rises.length > 0 ? [`More than last time: ${nameSome(rises, NAMED_MAX, ({ text }) => text)}.`] : []),
  ]
}
