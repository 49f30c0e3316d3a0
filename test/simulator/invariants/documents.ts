import { createHash } from 'node:crypto'
import { createRandom } from '../random.ts'
import type { Invariant } from '../types.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const A_WEEK = 3

/** A few each week: what was fixed once is read again, and a settled payslip joins them. */
export const documents: Invariant = {
  name: 'documents',
  sentence:
    'Bank files, contribution files, messages, and payslips and snapshots of settled pays never change.',
  async check(company) {
    const random = createRandom(company.index, company.weeks)
    for (const path of random.some([...company.fixed.keys()], A_WEEK)) {
      const { text, status } = await company.caller.get(path)
      if (status !== 200) return `${path} answers ${status}`
      if (hash(text) !== company.fixed.get(path)) return `${path} is not what it was`
    }
    for (const pay of random.some([...company.ledger.pays.values()].slice(-40), 1)) {
      if (pay.status !== 'processed') continue
      const { differences } = await company.caller.read(`${company.base}/pays/${pay.id}/explanation`)
      if (differences.length > 0)
        return `pay ${pay.id} calculated again differs: ${JSON.stringify(differences).slice(0, 300)}`
    }
    return undefined
  },
}
