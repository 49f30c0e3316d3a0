import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import type { Action } from '../types.ts'
import { gateway, submit } from './lodging.ts'
import { together } from './officers.ts'

/* Answers that are late, lost, sent twice, or about only some of the lines, or all of these at once. */

const draw: Action['draw'] = (random, company) => ({ from: addDays(company.today, -random.pick([14, 40])) })

/** Both officers request the answer to a message at the same time. */
async function askTwice(company: Company, sent: AnyJson | undefined, kind: string): Promise<void> {
  const id = sent?.id ?? sent?.submissions?.[0]?.id
  if (!id) return
  const path = `${company.reports}/submissions/${id}/resend`
  const ask = (officer: number) => company.caller.write('POST', path, undefined, { officer })
  for (const answer of await together([ask(0), ask(1)])) company.took(kind, answer)
}

/** A message is under way. Both officers request its answer, and the gateway sends it twice. */
const answeredTwice: Action = {
  name: 'lodge-answered-twice',
  weight: 3,
  draw,
  async run(company, { from }) {
    await gateway(company, 'delay')
    const sent = await submit(company, from, 'lodge-late')
    await gateway(company, 'accept')
    await askTwice(company, sent, 'lodge-answered-twice')
  },
}

/** A message arrives and its answer is lost. It is sent twice more, and gets the same answer. */
const answerLost: Action = {
  name: 'answer-lost',
  weight: 8,
  draw,
  async run(company, { from }) {
    await gateway(company, 'lost')
    const sent = await submit(company, from, 'answer-lost')
    await company.target.work(company.customer)
    await gateway(company, 'accept')
    await askTwice(company, sent, 'answer-lost-asked')
    await company.target.work(company.customer)
  },
}

/** Some lines are refused, which becomes known only days later, after more was planned on them. */
const lateInPart: Action = {
  name: 'lodge-late-in-part',
  weight: 10,
  draw,
  async run(company, { from }) {
    await gateway(company, 'delay-partial')
    await submit(company, from, 'lodge-late-in-part')
    await gateway(company, 'accept')
    // Built on lines without an outcome yet.
    await submit(company, from, 'lodge-after-late')
  },
}

export const answers: Action[] = [answeredTwice, answerLost, lateInPart]
