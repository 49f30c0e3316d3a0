import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { payLines } from '../lines.ts'
import type { Action, Answer, Method } from '../types.ts'
import { recentPay } from './corrections.ts'
import { keepFile } from './money.ts'
import { keepPays } from './pays.ts'

/** Waits for all, even if one fails. A write without an answer is looked up when nothing else is under way. */
export async function together(calls: readonly Promise<Answer>[]): Promise<Answer[]> {
  await Promise.allSettled(calls)
  return Promise.all(calls)
}

/** Both officers do this at the same moment. Returns two answers in order. */
function both(company: Company, method: Method, path: string, body?: unknown): Promise<Answer[]> {
  const one = (officer: number) => company.caller.write(method, path, body, { officer })
  return together([one(0), one(1)])
}

const twoFiles: Action = {
  name: 'two-officers-file',
  weight: 4,
  draw: () => ({}),
  async run(company, _, step) {
    const answers = await both(company, 'POST', `${company.base}/payments/files`, { all_open: true })
    for (const [index, answer] of answers.entries())
      if (company.took('two-officers-file', answer)) await keepFile(company, `${step}.${index}`, answer.body)
  },
}

const twoDeletes: Action = {
  name: 'two-officers-delete',
  weight: 3,
  draw(random, company) {
    const found = recentPay(random, company, (pay) => !pay.termination && !pay.total_workers_compensation)
    return found && { pay: found[0] }
  },
  async run(company, { pay: name }) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const answers = await both(company, 'DELETE', `${company.base}/pays/${pay.id}`)
    for (const answer of answers)
      if (company.took('two-officers-delete', answer)) company.ledger.forget(pay.id)
  },
}

/** Both officers process the same run, which is processed once. */
const twoProcess: Action = {
  name: 'two-officers-process',
  weight: 3,
  draw: (_random, company) => (company.active().length > 0 ? {} : undefined),
  async run(company, _, step) {
    const body = { pay_period: company.period, pay_date: company.today }
    const draft = await company.caller.write('POST', `${company.base}/pay-runs`, body)
    if (!company.took('draft', draft)) return
    keepPays(company, step, draft.body.pays)
    const path = `${company.base}/pay-runs/${draft.body.pay_run_id}/process`
    const answers = await both(company, 'POST', path)
    for (const answer of answers)
      if (company.took('two-officers-process', answer)) keepPays(company, step, answer.body.pays)
  },
}

/** Both officers send the same key at once: one pay. */
const sameKeyAtOnce: Action = {
  name: 'same-key-at-once',
  weight: 3,
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    const person = random.pick(people)
    const lines = payLines(random, company, person, company.periodEnd(company.today))
    return { person: person.name, lines, key: `both-${random.int(1, 1e9)}` }
  },
  async run(company, { person: who, lines, key }, step) {
    const person = company.person(who)
    if (!person || person.isDeleted) return
    const path = `${company.base}/pays/create?pay_date=${company.today}`
    const headers = { 'idempotency-key': `${company.customer.mark}-${key}` }
    const send = () => company.caller.write('PUT', path, [{ employee_id: person.id, ...lines }], { headers })
    const answers = await together([send(), send()])
    if (answers.every((answer) => answer.status >= 300)) {
      await sleep(50)
      answers.push(await send())
    }
    for (const answer of answers)
      if (company.took('same-key-at-once', answer)) keepPays(company, step, idempotent(answer.body))
  },
}

const idempotent = (body: AnyJson): AnyJson[] => (Array.isArray(body) ? body : body.pays)

export const officers: Action[] = [twoFiles, twoDeletes, twoProcess, sameKeyAtOnce]
