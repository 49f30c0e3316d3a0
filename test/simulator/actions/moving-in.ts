import type { AnyJson } from '../../support/app.ts'
import { addDays } from '../dates.ts'
import { nzAccount } from '../identifiers.ts'
import { drawPerson, remember } from '../people.ts'
import type { Action } from '../types.ts'
import { keepPays } from './pays.ts'
import { hire, setAccounts } from './people.ts'

/** An employee is added by a file instead of a form. */
const importPeople: Action = {
  name: 'import-employees',
  weight: 4.5,
  draw: (random, company) =>
    company.active().length < 60
      ? {
          people: [drawPerson(random, company), drawPerson(random, company)],
          accounts: [nzAccount(random), nzAccount(random)],
        }
      : undefined,
  async run(company, { people, accounts }, step) {
    const rows = people.map((body: AnyJson, index: number) => ({
      number: `${company.customer.mark}-${step}.${index}`,
      ...body,
    }))
    const answer = await company.caller.write('POST', `${company.base}/imports/employees`, rows)
    if (!company.took('import-employees', answer)) return
    const there: AnyJson[] = await company.caller.read(`${company.base}/employees`)
    for (const [index, { number }] of rows.entries()) {
      const employee = there.find((each) => each.number === number)
      if (employee) remember(company, `${step}.${index}`, people[index], employee)
    }
    if (!company.isNz) return
    for (const index of rows.keys()) {
      const person = company.person(`${step}.${index}`)
      if (person) await setAccounts(company, person.id, [accounts[index]])
    }
  },
}

/** Hours from a time clock become drafts, which are processed. */
const importTime: Action = {
  name: 'import-timesheets',
  weight: 3,
  draw(random, company) {
    const people = company.active().filter((person) => person.number)
    if (people.length === 0) return undefined
    const end = company.periodEnd(company.today)
    const rows = random.some(people, 3).map((person) => ({
      employee_number: person.number,
      date: addDays(end, -random.int(0, 5)),
      value: String(random.int(2, 9)),
    }))
    return rows.length === 0 ? undefined : { rows, end }
  },
  async run(company, { rows, end }, step) {
    const path = `${company.base}/imports/timesheets?pay_date=${company.today}&period_end_date=${end}`
    const answer = await company.caller.write('POST', path, rows)
    if (!company.took('import-timesheets', answer)) return
    const pays: AnyJson[] = await company.caller.read(
      `${company.base}/pays?status=pending&from_date=${company.today}`,
    )
    const fresh = pays.filter((pay) => !company.ledger.pays.has(pay.id))
    keepPays(company, step, fresh)
    for (const run of new Set(fresh.map((pay) => pay.pay_run_id))) {
      const processed = await company.caller.write('POST', `${company.base}/pay-runs/${run}/process`)
      if (company.took('process', processed)) keepPays(company, step, processed.body.pays)
    }
  },
}

/** An employee is added with the figures of an earlier payroll. */
const opening: Action = {
  name: 'opening-balances',
  weight: 3.5,
  draw(random, company) {
    if (company.active().length >= 60) return undefined
    const gross = random.int(1000, 30_000)
    const leave_balances = company.isNz
      ? { annual_holidays_weeks: random.int(0, 4), alt_holiday_days: random.int(0, 3) }
      : { holiday_hours: random.int(0, 120), sick_hours: random.int(0, 80) }
    return {
      hire: { people: [drawPerson(random, company)], accounts: [nzAccount(random)] },
      body: {
        as_at: addDays(company.today, -1),
        leave_balances,
        year_to_date: { gross, tax: Math.round(gross * 0.2) },
      },
    }
  },
  async run(company, { hire: newcomer, body }, step) {
    await hire.run(company, newcomer, step)
    const person = company.person(`${step}.0`)
    if (!person) return
    const path = `/api/employees/${person.id}/opening-balances`
    if (!company.took('opening-balances', await company.caller.write('PUT', path, body))) return
    person.opening = { as_at: body.as_at, ...body.year_to_date }
    company.openings.set(person.id, body.leave_balances)
  },
}

export const movingIn: Action[] = [importPeople, importTime, opening]
