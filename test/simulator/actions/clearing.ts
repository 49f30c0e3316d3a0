import type { AnyJson } from '../../support/app.ts'
import { type Action, Broken } from '../types.ts'

const MOST = 6
const BALANCES = ['holiday_hours', 'sick_hours', 'lsl_hours', 'annual_holidays_weeks', 'alt_holiday_days']

/** All pays of an employee hired by mistake are deleted, the newest first: leave returns to the opening balance. */
export const clearing: Action = {
  name: 'delete-all-pays',
  weight: 5.5,
  draw(random, company) {
    const counts = new Map<number, number>()
    for (const pay of company.ledger.pays.values())
      counts.set(pay.employee_id, (counts.get(pay.employee_id) ?? 0) + 1)
    const people = company.active().filter((person) => {
      const count = counts.get(person.id) ?? 0
      return count > 0 && count <= MOST && !person.opening
    })
    return people.length === 0 ? undefined : { person: random.pick(people).name }
  },
  async run(company, { person: who }) {
    const person = company.person(who)
    if (!person || person.isDeleted) return
    const own = [...company.ledger.pays.values()].filter((pay) => pay.employee_id === person.id)
    for (const pay of own.sort((a, b) => b.id - a.id)) {
      const answer = await company.caller.write('DELETE', `${company.base}/pays/${pay.id}`)
      if (!company.took('delete-each', answer)) return
      company.ledger.forget(pay.id)
    }
    const now: AnyJson = await company.caller.read(`/api/employees/${person.id}`)
    const left = BALANCES.find((name) => Math.abs(Number(now[name] ?? 0)) > 1e-6)
    if (left && own.length > 0)
      throw new Broken('leave', `all pays of employee ${person.id} are deleted, and ${left} is ${now[left]}`)
    company.count('delete-all-pays')
  },
}
