import type { Company } from '../company.ts'
import { Listening } from '../listening.ts'
import type { Action } from '../types.ts'

const EVENTS = ['company', 'employee', 'pay'].flatMap((entity) =>
  ['created', 'updated', 'deleted'].map((what) => `${entity}.${what}`),
)
/** The events of many pays take long, so only one company in three listens. */
const ONE_IN = 3
export const listens = (company: Company) => company.index % ONE_IN === 0

const register: Action = {
  name: 'webhook-register',
  weight: 60,
  draw: (_random, company) => (listens(company) && !company.webhook ? {} : undefined),
  async run(company, _, step) {
    // Each registration has its own URL, so one with a lost answer receives nothing.
    const path = `/hooks/${company.customer.id}/${step}`
    const body = { url: company.target.hook(path), events: EVENTS }
    const answer = await company.caller.write('POST', '/api/webhooks', body)
    if (!company.took('webhook-register', answer)) return
    company.webhook = { id: answer.body.id, secrets: [answer.body.secret], path }
    // From now on it receives every change. It reads the existing records once, as a partner would.
    await company.consumer.start(company)
  },
}

/** The listener is down for a while: it refuses, and the deliveries are retried. */
const lose: Action = {
  name: 'webhook-lost',
  weight: 80,
  draw: (_random, company) => (company.webhook && !company.isDeaf ? {} : undefined),
  async run(company) {
    company.isDeaf = true
    company.target.hearAs(company.webhook?.path ?? '', 'not')
    company.count('webhook-lost')
  },
}

/** The listener is back, and deliveries that failed for good are sent once more on request. */
const back: Action = {
  name: 'webhook-redeliver',
  weight: 30,
  draw: (_random, company) => (company.isDeaf ? {} : undefined),
  async run(company) {
    company.target.hearAs(company.webhook?.path ?? '', 'well')
    company.isDeaf = false
    company.count('webhook-back')
    await redeliver(company)
  },
}

/** Up to this number is requested one by one. A listener that missed more reads all records again. */
const MOST_REDELIVERED = 12
const LOG = 500

/** Requests failed deliveries again, the oldest first. */
export async function redeliver(company: Company): Promise<void> {
  const { webhook } = company
  if (!webhook) return
  const log = await company.caller.read(`/api/webhooks/${webhook.id}/deliveries?limit=${LOG}`)
  const failed = log.filter(({ status }: { status: string }) => status === 'failed').reverse()
  for (const row of failed.slice(0, MOST_REDELIVERED))
    company.took(
      'webhook-redeliver',
      await company.caller.write('POST', `/api/webhooks/${webhook.id}/deliveries/${row.id}/redeliver`),
    )
  // The log shows only the newest deliveries, and older ones may have failed too.
  if (failed.length <= MOST_REDELIVERED && log.length < LOG) return
  company.consumer = new Listening(company.target.faults !== undefined)
  await company.consumer.start(company)
  company.count('webhook-read-again')
}

/** The same delivery arrives twice. */
const twice: Action = {
  name: 'webhook-twice',
  weight: 90,
  draw: (_random, company) => (company.webhook && !company.isDeaf ? {} : undefined),
  async run(company) {
    const { webhook } = company
    const log = await company.caller.read(`/api/webhooks/${webhook?.id}/deliveries?limit=20`)
    const done = log.find((row: { status: string }) => row.status === 'delivered')
    if (!done) return
    const path = `/api/webhooks/${webhook?.id}/deliveries/${done.id}/redeliver`
    company.took('webhook-twice', await company.caller.write('POST', path))
  },
}

const newSecret: Action = {
  name: 'webhook-secret',
  weight: 85,
  draw: (_random, company) => (company.webhook ? {} : undefined),
  async run(company) {
    const { webhook } = company
    const answer = await company.caller.write('PATCH', `/api/webhooks/${webhook?.id}`, {
      regenerate_secret: true,
    })
    if (company.took('webhook-secret', answer)) webhook?.secrets.push(answer.body.secret)
  },
}

/** The endpoint is deleted. Another one is registered later and reads all records again. */
const remove: Action = {
  name: 'webhook-remove',
  weight: 70,
  draw: (_random, company) => (company.webhook && !company.isDeaf ? {} : undefined),
  async run(company) {
    const answer = await company.caller.write('DELETE', `/api/webhooks/${company.webhook?.id}`)
    if (!company.took('webhook-remove', answer)) return
    company.webhook = undefined
    company.consumer = new Listening(company.target.faults !== undefined)
  },
}

export const webhooks: Action[] = [register, lose, back, twice, newSecret, remove]
