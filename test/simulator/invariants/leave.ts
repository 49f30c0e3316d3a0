import { checkLeave } from '../../independent/leave.ts'
import type { Invariant } from '../types.ts'

export const leave: Invariant = {
  name: 'leave',
  sentence:
    'Each leave balance is its opening and the sum of its movements; with all pays deleted it is the opening.',
  async check(company, reading) {
    const { base, caller, movements, openings } = company
    const from = reading.from()
    const { rows } = await caller.read(
      `${base}/reports/leave-movements?from_date=${from}&to_date=2099-12-31&group_by=movement`,
    )
    movements.put(from, rows)
    return checkLeave({ movements, people: await reading.people(), openings })
  },
}
