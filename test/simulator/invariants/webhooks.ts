import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import type { Reading } from '../reading.ts'
import type { Invariant } from '../types.ts'

const WAITS = new Set(['pending', 'sending', 'retry', 'failed'])
const A_MOMENT_MS = 2000

export const webhooks: Invariant = {
  name: 'webhooks',
  sentence: 'Once no delivery is pending, a consumer that applied the webhooks holds what GET answers.',
  async check(company, reading) {
    const wrong = await compareHeard(company, reading)
    // Processes that may be killed lodge and send while lists are read, so a difference is checked once more after
    // another read.
    if (!wrong || !company.target.faults) return wrong
    await sleep(A_MOMENT_MS)
    reading.forget()
    return compareHeard(company, reading)
  },
}

async function compareHeard(company: Company, reading: Reading): Promise<string | undefined> {
  const { webhook, consumer: listening, caller } = company
  if (!webhook || company.isDeaf) return undefined
  const people = await reading.people()
  const pays = (await reading.pays()).filter(({ status }) => status === 'processed')
  const log: AnyJson[] = await caller.read(`/api/webhooks/${webhook.id}/deliveries?limit=500`)
  // Read after the log: every delivery that it reports as delivered was received.
  listening.hear(company)
  const { consumer } = listening
  if (consumer.problem) return consumer.problem
  if (log.some((row) => WAITS.has(row.status))) return undefined
  for (const person of people) {
    const wrong = consumer.compare(`employee/${person.id}`, person.is_deleted ? null : person)
    if (wrong) return wrong
  }
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
  return extra && `${extra[0]} is gone and no one said so`
}
