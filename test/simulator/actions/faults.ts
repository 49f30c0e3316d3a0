import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from '../company.ts'
import { payLines } from '../lines.ts'
import { type Action, type Answer, type Faults, Unsure } from '../types.ts'
import { keepPays } from './pays.ts'

/**
 * A fault of the infrastructure, some milliseconds into a run that is paid with an idempotency key. Retried with the
 * same key, it pays once.
 */
const during = (
  name: string,
  weight: number,
  fault: (faults: Faults, value: number) => Promise<void>,
): Action => ({
  name,
  weight,
  isFault: true,
  draw(random, company) {
    const people = company.active().slice(0, 12)
    if (people.length === 0) return undefined
    const end = company.periodEnd(company.today)
    return {
      afterMs: random.int(0, 120),
      value: random.int(-20, 20),
      key: `fault-${random.int(1, 1e9)}`,
      pays: people.map((person) => ({ person: person.name, ...payLines(random, company, person, end) })),
    }
  },
  async run(company, { afterMs, value, key, pays }, step) {
    const { faults } = company.target
    if (!faults) return
    const body = pays.flatMap(({ person: who, ...lines }: { person: string }) => {
      const person = company.person(who)
      return person && !person.isDeleted ? [{ employee_id: person.id, ...lines }] : []
    })
    if (body.length === 0) return
    const send = () =>
      company.caller.write('PUT', `${company.base}/pays/create?pay_date=${company.today}`, body, {
        headers: { 'idempotency-key': `${company.customer.mark}-${key}` },
      })
    const first = settled(send())
    await sleep(afterMs)
    await fault(faults, value)
    company.count(name)
    const answer = (await first) ?? (await untilAnswered(company, send))
    if (company.took('pay-under-fault', answer)) keepPays(company, step, answer.body)
  },
})

/** The answer, or undefined when there was none. */
const settled = (work: Promise<Answer>): Promise<Answer | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Unsure) return undefined
    throw error
  })

async function untilAnswered(company: Company, send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    company.unsure += 1
    await company.target.faults?.serving()
    await sleep(500)
    const answer = await settled(send())
    if (answer) return answer
  }
}

/** The weights are small, because each fault stops every company for a moment and discards compiled code and plans. */
export const faultActions: Action[] = [
  during('kill-service', 0.1, (faults) => faults.killService()),
  during('kill-database', 0.1, (faults) => faults.killDatabase()),
  during('drop-connections', 0.25, (faults) => faults.dropConnections()),
  during('step-clock', 0.05, (faults, minutes) => faults.stepClock(minutes)),
]
