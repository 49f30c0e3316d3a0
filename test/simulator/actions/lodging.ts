import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import type { Action } from '../types.ts'

const submitPath = (company: Company) => `${company.reports}/${company.isNz ? 'submit' : 'submit-stp-pays'}`

/** Everything of the last weeks is reported, as after a payday. */
export const lodge: Action = {
  name: 'lodge',
  weight: 5,
  draw: (random, company) => ({ from: addDays(company.today, -random.pick([7, 14, 30, 60])) }),
  async run(company, { from }) {
    const body = { from_date: from, to_date: company.today, hold_back_faulty: true }
    const answer = await company.caller.write('POST', submitPath(company), body)
    company.took('lodge', answer)
  },
}

export const lodging: Action[] = [lodge]
