import { Consumer } from '../independent/consumer.ts'
import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'

/** With faults, the clocks of the two processes are skewed, each by up to twenty minutes. */
const SKEW_MS = 45 * 60_000

/** The partner's copy of a company: reads the existing records once, then follows the webhooks. */
export class Listening {
  readonly consumer: Consumer

  constructor(hasFaults: boolean) {
    this.consumer = new Consumer(hasFaults ? SKEW_MS : 0)
  }

  async start(company: Company): Promise<void> {
    const { now } = await company.caller.read('/api/sandbox/clock')
    const people: AnyJson[] = await company.caller.read(`${company.base}/employees?status=all`)
    for (const person of people)
      this.consumer.put(`employee/${person.id}`, person.is_deleted ? null : person, now)
    const pays: AnyJson[] = await company.caller.read(`${company.base}/pays?status=processed`)
    for (const pay of pays) this.consumer.put(`pay/${pay.id}`, pay, now)
  }

  hear(company: Company): void {
    const { webhook, target, customer } = company
    if (!webhook) return
    for (const message of target.heard(webhook.path))
      this.consumer.take(message, webhook.secrets, customer.id)
  }
}
