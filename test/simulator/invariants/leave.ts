import { checkLeave } from '../../independent/leave.ts'
import type { Invariant } from '../types.ts'

/** Every fourth week: it reads all movements of the company's life. */
const EVERY = 4

export const leave: Invariant = {
  name: 'leave',
  sentence:
    'Each leave balance is its opening and the sum of its movements; with all pays deleted it is the opening.',
  async check(company) {
    if (company.weeks % EVERY !== EVERY - 1) return undefined
    const { caller, base } = company
    const [from, to] = ['2000-01-01', '2099-12-31']
    const { rows } = await caller.read(
      `${base}/reports/leave-movements?from_date=${from}&to_date=${to}&group_by=movement`,
    )
    const people = await caller.read(`${base}/employees?status=all`)
    const openings = await caller.read(`${base}/opening-balances`)
    return checkLeave({ movements: rows, people, openings })
  },
}
