import { createHash } from 'node:crypto'
import type { ToldPay } from '../../independent/ledger.ts'
import type { Company } from '../company.ts'
import { createRandom, type Random } from '../random.ts'
import type { Invariant } from '../types.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Once a quarter, the stored data for the documents of every pay is checked. In between, a few documents are drawn:
 * those stored earlier are compared, and one settled pay is added. The `acknowledged` invariant compares the figures of
 * all pays.
 */
export const documents: Invariant = {
  name: 'documents',
  sentence:
    'Bank files, contribution files, messages, and payslips and snapshots of settled pays never change; replay has no difference.',
  async check(company, { isWhole }) {
    const random = createRandom(company.index, company.weeks)
    const wrong = isWhole ? await stored(company) : undefined
    if (wrong) return wrong
    if (company.weeks % EVERY === 1) return papers(company, random)
    if (company.weeks % EVERY === 3) return (await files(company, random)) ?? replayed(company, random)
    return undefined
  },
}

/** Documents are drawn once in this number of weeks. */
const EVERY = 4

/** The names, addresses, accounts and terms for the documents of all processed pays. Only a renewal may change them. */
async function stored({
  target,
  customer,
  stored: known,
  renewed,
  ledger,
}: Company): Promise<string | undefined> {
  for (const [id, hash] of await target.snapshots(customer)) {
    if (ledger.pays.get(id)?.status !== 'processed') continue
    const before = known.get(id)
    const times = renewed.get(id) ?? 0
    if (before?.times === times && before.hash !== hash)
      return `what pay ${id} remembers of its employee and employer is not what it was`
    known.set(id, { hash, times })
  }
  return undefined
}

/** A file or message that was read before. */
async function files(company: Company, random: Random): Promise<string | undefined> {
  if (company.fixed.size === 0) return undefined
  const path = random.pick([...company.fixed.keys()])
  const { text, status } = await company.caller.get(path)
  if (status !== 200) return `${path} answers ${status}`
  return hash(text) === company.fixed.get(path) ? undefined : `${path} is not what it was`
}

/** A pay of the last weeks, recalculated. */
async function replayed(company: Company, random: Random): Promise<string | undefined> {
  const pays = [...company.ledger.pays.values()].slice(-40).filter(({ status }) => status === 'processed')
  if (pays.length === 0) return undefined
  const { id } = random.pick(pays)
  const { differences } = await company.caller.read(`${company.base}/pays/${id}/explanation`)
  if (differences.length === 0) return undefined
  return `pay ${id} calculated again differs: ${JSON.stringify(differences).slice(0, 300)}`
}

/** The payslip or the snapshot of one newly settled pay, and of one that was read before. */
async function papers(company: Company, random: Random): Promise<string | undefined> {
  const kind = random.pick(['payslip', 'snapshot'] as const)
  const known = company.papers[kind]
  const settled = [...company.items.values()]
    .flat()
    .filter((item) => item.kind === 'net' && item.settled !== 0 && item.open === 0 && !known.has(item.pay_id))
  const ids = [
    ...(settled.length > 0 ? [random.pick(settled).pay_id] : []),
    ...(known.size > 0 ? [random.pick([...known.keys()])] : []),
  ]
  for (const id of ids) {
    const pay = company.ledger.pays.get(id)
    if (!pay) continue
    const path = `${company.base}/pays/${id}/${kind}`
    const { text, status } = await company.caller.get(path)
    if (status !== 200) return `${path} answers ${status}`
    const before = known.get(id)
    const now = { hash: hash(text), basis: basisOf(company, pay, kind) }
    if (before?.basis === now.basis && before.hash !== now.hash) return `${path} is not what it was`
    known.set(id, now)
  }
  return undefined
}

/**
 * The changes that may alter a document: a correction of its own pay and, for a payslip, the earlier pays of the year
 * that its year-to-date figures include.
 */
function basisOf({ ledger, renewed }: Company, pay: ToldPay, kind: 'payslip' | 'snapshot'): string {
  const own = `${pay.gross} ${pay.tax} ${pay.net} ${pay.super} ${renewed.get(pay.id) ?? 0}`
  if (kind === 'snapshot') return own
  const others = [...ledger.pays.values()].filter(
    (each) =>
      each.employee_id === pay.employee_id &&
      (each.processed_date <= pay.processed_date || each.pay_run_id === pay.pay_run_id),
  )
  return hash(`${own} ${JSON.stringify(others)}`)
}
