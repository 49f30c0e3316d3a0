import type { Open } from '../independent/ledger.ts'
import { readBankFile } from '../independent/money.ts'
import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { addDays } from './dates.ts'
import { Listening } from './listening.ts'
import { remember } from './people.ts'
import { Broken, type Request } from './types.ts'

/** A step that creates pays creates none with earlier dates, and a step that changes a pay names it. */
const REACH_DAYS = 70

/**
 * Runs after a write without an answer: everything acknowledged before must be stored, and the write itself must be
 * stored completely or not at all. Its effect is then added to the model, so that the life continues from there.
 */
export async function readBack(company: Company, request: Request, step: string): Promise<void> {
  company.unsure += 1
  if (company.id === 0) return
  await people(company, request, step)
  await money(company, request)
  await openings(company, request)
  await listenAnew(company, request)
  const rehired = Number(/employees\/(\d+)\/reinstate/.exec(request.path)?.[1])
  if (rehired) company.ledger.changedFinals(rehired)
  const open = mayHaveDone(company, request)
  const dates = [...open.touched].flatMap((id) => company.ledger.pays.get(id)?.processed_date ?? [])
  const since = [addDays(company.today, -REACH_DAYS), ...dates].sort()[0] ?? ''
  const there = await company.caller.read(`${company.base}/pays?from_date=${since}`)
  // It may have been corrected, with its documents.
  for (const id of open.touched) company.renewed.set(id, (company.renewed.get(id) ?? 0) + 1)
  const wrong = company.ledger.compare(there, since, '2099-12-31', open)
  if (wrong)
    throw new Broken('whole-or-absent', `after ${request.method} ${request.path} without an answer: ${wrong}`)
}

function mayHaveDone(company: Company, { method, path, body }: Request): Open {
  const list = body as AnyJson
  const one = /\/pays\/(\d+)/.exec(path)
  const run = /\/pay-runs\/(\d+)/.exec(path)
  const known = [...company.ledger.pays.values()]
  const none: ReadonlySet<number> = new Set()
  if (/pays\/create/.test(path)) return { touched: none, comes: list.length }
  if (/recalculate/.test(path)) return { touched: new Set(list.pay_ids) }
  if (one) return { touched: new Set([Number(one[1])]) }
  if (run)
    return {
      touched: new Set(known.filter((pay) => pay.pay_run_id === Number(run[1])).map((pay) => pay.id)),
      comes: 'any',
    }
  if (method === 'POST' && /\/(pay-runs|terminate|imports)/.test(path)) return { touched: none, comes: 'any' }
  return { touched: none }
}

/**
 * Files and settlements with funds are added to the model as they are. The following sums show whether they are
 * complete.
 */
async function money(company: Company, { path }: Request): Promise<void> {
  if (!/payments|super-payments/.test(path)) return
  company.moneyMoved(company.start)
  company.isSettlementMade = true
  company.superMoved(company.start)
  const files: AnyJson[] = await company.caller.read(`${company.base}/payments/files`)
  const known = new Map([...company.files.values()].map((file) => [file.id, file]))
  for (const { id, status } of files) {
    const file = known.get(id)
    if (file) file.status = status
    else {
      const { text } = await company.caller.get(`${company.base}/payments/files/${id}/content`)
      const paysFrom = company.start
      company.files.set(`lost-${id}`, { id, credits: readBankFile(text), status, paysFrom })
    }
  }
  if (!/super-payments\/\d+\/settlements/.test(path)) return
  const settlements: AnyJson[] = await company.caller.read(`${company.base}/payments/settlements`)
  for (const { id } of settlements) if (!company.settlements.has(id)) company.superSettlements.add(id)
}

/** Opening figures with a lost answer may or may not have been set. */
async function openings(company: Company, { path }: Request): Promise<void> {
  const id = Number(/employees\/(\d+)\/opening-balances/.exec(path)?.[1])
  const person = company.personById(id)
  if (!person) return
  const { status, body } = await company.caller.get(`/api/employees/${id}/opening-balances`)
  if (status !== 200) return
  const { gross = 0, tax = 0 } = body.year_to_date ?? {}
  person.opening = { as_at: body.as_at, gross: Number(gross), tax: Number(tax) }
  company.openings.set(id, body.leave_balances ?? {})
}

/**
 * An endpoint that may have been deleted, or whose new secret is unknown, is abandoned, and another is registered
 * later. A listener that could not request all failed deliveries reads all records again.
 */
async function listenAnew(company: Company, { method, path }: Request): Promise<void> {
  const isInDoubt = /webhooks\/\d+$/.test(path) && (method === 'DELETE' || method === 'PATCH')
  if (!isInDoubt && !path.endsWith('/redeliver')) return
  company.consumer = new Listening(company.target.faults !== undefined)
  company.isDeaf = false
  if (isInDoubt) company.webhook = undefined
  else await company.consumer.start(company)
}

/** Employees hired by a call without an answer are added to the model by their number. */
async function people(company: Company, { path, body }: Request, step: string): Promise<void> {
  const there: AnyJson[] = await company.caller.read(`${company.base}/employees?status=all`)
  for (const person of company.people.values())
    if (!there.some((each) => each.id === person.id))
      throw new Broken('whole-or-absent', `employee ${person.id} was acknowledged and is not there`)
  for (const each of there) {
    const person = company.personById(each.id)
    if (person) {
      person.isDeleted = each.is_deleted
      person.rate = each.pay_rate_per_hour ?? person.rate
      if (each.is_terminated) person.endedOn = each.termination_date
      else delete person.endedOn
    } else if (/employees\/create|imports\/employees/.test(path)) {
      const index = (body as AnyJson[]).findIndex((sent) => sent.number === each.number)
      if (index >= 0) remember(company, `${step}.${index}`, (body as AnyJson[])[index], each)
    } else throw new Broken('whole-or-absent', `employee ${each.id} is there and no one hired them`)
  }
}
