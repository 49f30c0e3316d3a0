import { checkLeave } from '../../independent/leave.ts'
import type { Invariant } from '../types.ts'

export const leave: Invariant = {
  name: 'leave',
  sentence:
    'Each leave balance is its opening and the sum of its movements; with all pays deleted it is the opening.',
  async check(company, reading) {
    const { rows } = await company.caller.read(
      `${company.base}/reports/leave-movements?from_date=2000-01-01&to_date=2099-12-31&group_by=employee`,
    )
    return checkLeave({ movements: rows, people: await reading.people(), openings: company.openings })
  },
}
