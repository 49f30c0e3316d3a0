import type { AnyJson } from '../../support/app.ts'
import type { Invariant } from '../types.ts'

const WAITS = new Set(['pending', 'sending', 'retry', 'failed'])

export const webhooks: Invariant = {
  name: 'webhooks',
  sentence: 'Once no delivery is pending, a consumer that applied the webhooks holds what GET answers.',
  async check(company, reading) {
    const { webhook, consumer: listening, caller } = company
    if (!webhook) return undefined
    listening.hear(company)
    const { consumer } = listening
    if (consumer.problem) return consumer.problem
    if (company.isDeaf) return undefined
    const log: AnyJson[] = await caller.read(`/api/webhooks/${webhook.id}/deliveries?limit=500`)
    if (log.some((row) => WAITS.has(row.status))) return undefined
    for (const person of await reading.people()) {
      const wrong = consumer.compare(`employee/${person.id}`, person.is_deleted ? null : person)
      if (wrong) return wrong
    }
    const pays = (await reading.pays()).filter(({ status }) => status === 'processed')
    for (const pay of pays) {
      const wrong = consumer.compare(`pay/${pay.id}`, pay)
      if (wrong) return wrong
    }
    const there = new Set(pays.map((pay) => `pay/${pay.id}`))
    const extra = [...consumer.records].find(
      ([key, { states }]) =>
        key.startsWith('pay/') &&
        states.every((data) => data && String(data.processed_date) >= reading.since) &&
        !there.has(key),
    )
    return extra && `${extra[0]} is gone and nobody said so`
  },
}
