import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import type { Action } from '../types.ts'
import { gateway, submit } from './lodging.ts'
import { together } from './officers.ts'

/* Answers that are late, lost, given twice, or about some of the lines, or all of it at once. */

const draw: Action['draw'] = (random, company) => ({ from: addDays(company.today, -random.pick([14, 40])) })

/** Both officers ask for the answer to a message at the same time. */
async function askTwice(company: Company, sent: AnyJson | undefined, kind: string): Promise<void> {
  const id = sent?.id ?? sent?.submissions?.[0]?.id
  if (!id) return
  const path = `${company.reports}/submissions/${id}/resend`
  const ask = (officer: number) => company.caller.write('POST', path, undefined, { officer })
  for (const answer of await together([ask(0), ask(1)])) company.took(kind, answer)
}

/** A message is under way; both officers ask for its answer, and the gateway gives it twice. */
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

/** A message arrives and its answer is lost. It is sent again, and again, and gets the same answer. */
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

/** Some lines are refused, and this is known days later, when more was planned on them. */
const lateInPart: Action = {
  name: 'lodge-late-in-part',
  weight: 10,
  draw,
  async run(company, { from }) {
    await gateway(company, 'delay-partial')
    await submit(company, from, 'lodge-late-in-part')
    await gateway(company, 'accept')
    // Built on lines whose outcome no one knows yet.
    await submit(company, from, 'lodge-after-late')
  },
}

export const answers: Action[] = [answeredTwice, answerLost, lateInPart]
