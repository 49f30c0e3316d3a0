import type { Open } from '../independent/ledger.ts'
import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { remember } from './people.ts'
import { Broken, type Request } from './types.ts'

/**
 * After a write that was never answered: what was acknowledged before must stand, and the write itself is there whole or not at
 * all. What it did is taken over, so that life goes on from there.
 */
export async function readBack(company: Company, request: Request, step: string): Promise<void> {
  company.unsure += 1
  if (company.id === 0) return
  await people(company, request, step)
  const there = await company.caller.read(`${company.base}/pays`)
  const wrong = company.ledger.compare(there, '2000-01-01', '2099-12-31', mayHaveDone(company, request))
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

/** People who were hired by a call that was never answered are taken over by their number. */
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
    } else throw new Broken('whole-or-absent', `employee ${each.id} is there and nobody hired them`)
  }
}
