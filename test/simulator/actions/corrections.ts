import type { ToldPay } from '../../independent/ledger.ts'
import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { payLines } from '../lines.ts'
import type { Random } from '../random.ts'
import type { Action } from '../types.ts'

const RECENT_DAYS = 45

/** A processed pay of the last weeks that can be corrected, by its name. */
export function recentPay(
  random: Random,
  company: Company,
  fits: (pay: AnyJson) => boolean = () => true,
): [string, ToldPay] | undefined {
  const since = addDays(company.today, -RECENT_DAYS)
  const found = company.ledger
    .named()
    .filter(([, pay]) => pay.status === 'processed' && pay.processed_date >= since)
    .filter(([, pay]) => !company.personById(pay.employee_id)?.isTwin && fits(pay))
  return found.length === 0 ? undefined : random.pick(found)
}

export const isOrdinary = (pay: AnyJson) => !pay.termination && !pay.total_workers_compensation

const rebuild = (name: string, weight: number, query: string): Action => ({
  name,
  weight,
  draw(random, company) {
    const found = recentPay(random, company, isOrdinary)
    const person = found && company.personById(found[1].employee_id)
    if (!found || !person) return undefined
    const lines = payLines(random, company, person, found[1].pay_run_end_date)
    const department = (found[1] as AnyJson).pay_department
    return { pay: found[0], lines: { ...lines, ...(department ? { pay_department: department } : {}) } }
  },
  async run(company, { pay: name_, lines }) {
    const pay = company.ledger.byName(name_)
    if (!pay) return
    const answer = await company.caller.write('PUT', `${company.base}/pays/${pay.id}${query}`, lines)
    if (!company.took(name, answer) || query.includes('dry_run')) return
    company.ledger.tell(answer.body)
    company.renewed.set(pay.id, (company.renewed.get(pay.id) ?? 0) + 1)
    company.affected(answer.body.affected_pays)
  },
})

/** Pays that an earlier correction affects are recalculated. */
const recalculate: Action = {
  name: 'recalculate',
  weight: 4,
  draw(random, company) {
    const waiting = company.ledger.named().filter(([, pay]) => company.differing.has(pay.id))
    const found = waiting.length > 0 ? random.pick(waiting) : recentPay(random, company, isOrdinary)
    return found && { pay: found[0] }
  },
  async run(company, { pay: name }) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const answer = await company.caller.write('POST', `${company.base}/pays/recalculate`, {
      pay_ids: [pay.id],
    })
    if (!company.took('recalculate', answer)) return
    company.differing.delete(pay.id)
    for (const each of answer.body.pays) company.ledger.tell(each)
    company.affected(answer.body.affected_pays)
  },
}

const deletePay: Action = {
  name: 'delete-pay',
  weight: 3,
  draw(random, company) {
    const found = recentPay(random, company, isOrdinary)
    return found && { pay: found[0] }
  },
  async run(company, { pay: name }) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const answer = await company.caller.write('DELETE', `${company.base}/pays/${pay.id}`)
    if (company.took('delete-pay', answer)) company.ledger.forget(pay.id)
  },
}

export const corrections: Action[] = [
  rebuild('rebuild', 3, ''),
  rebuild('rebuild-renew', 4, '?renew_snapshot=true'),
  rebuild('preview-rebuild', 3, '?dry_run=true'),
  recalculate,
  deletePay,
]
