import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { leaveLine, leaveTypes } from '../lines.ts'
import { type Action, Broken } from '../types.ts'
import { keepPays } from './pays.ts'

/** Days that are public holidays throughout both countries in every year of the window. */
const HOLIDAYS = ['01-01', '04-25', '12-25', '12-26']

const leave: Action = {
  name: 'leave',
  weight: 10,
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    const person = random.pick(people)
    const end = company.periodEnd(company.today)
    const type = random.pick(leaveTypes(company.isNz))
    return { person: person.name, leave: [leaveLine(random, company, person, end, type)] }
  },
  async run(company, { person: who, leave }, step) {
    const person = company.person(who)
    if (!person || person.isDeleted) return
    const answer = await company.caller.write(
      'PUT',
      `${company.base}/pays/create?pay_date=${company.today}`,
      [{ employee_id: person.id, leave }],
    )
    if (!company.took('leave', answer)) return
    keepPays(company, step, answer.body)
    if (company.isNz) await holidaysAct(company, answer.body[0].id)
  },
}

/** The leave of a pay that was just created was paid as the Holidays Act requires. */
async function holidaysAct(company: Company, payId: number): Promise<void> {
  const span = `from_date=${company.today}&to_date=${company.today}`
  const { rows } = await company.caller.read(`${company.base}/holidays-act-report?${span}`)
  // A public holiday of that week is paid with the wages of the week, not with a pay that has leave only.
  const wrong = rows.find(
    (row: AnyJson) =>
      row.pay_id === payId && row.type !== 'PUBLIC_HOLIDAY_UNPAID' && Math.round(row.difference * 100) > 0,
  )
  if (wrong)
    throw new Broken('holidays-act', `${wrong.type} of pay ${payId}: owed ${wrong.owed}, paid ${wrong.paid}`)
}

const workersComp: Action = {
  name: 'workers-comp',
  weight: 6,
  draw(random, company) {
    const people = company.active()
    return people.length === 0 ? undefined : { person: random.pick(people).name, hours: random.int(4, 38) }
  },
  async run(company, { person: who, hours }, step) {
    const person = company.person(who)
    if (!person || person.isDeleted) return
    const path = `${company.base}/workers-comp-pays/create?pay_date=${company.today}`
    const answer = await company.caller.write('PUT', path, [
      {
        employee_id: person.id,
        hours: [{ description: 'Workers compensation', units: 'hours', value: hours }],
      },
    ])
    if (company.took('workers-comp', answer)) keepPays(company, step, answer.body)
  },
}

/** An employee works on a public holiday, at time and a half and with an alternative day off. */
const holidayWorked: Action = {
  name: 'holiday-worked',
  weight: 6.5,
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    const year = Number(company.today.slice(0, 4))
    const days = HOLIDAYS.flatMap((day) => [`${year - 1}-${day}`, `${year}-${day}`])
    const date = days.filter((day) => day <= company.today && day >= company.start).at(-1)
    return date && { person: random.pick(people).name, date, hours: random.int(3, 8) }
  },
  async run(company, { person: who, date, hours }, step) {
    const person = company.person(who)
    if (!person || person.isDeleted || date < person.started) return
    const pay_date = date > addDays(company.today, -60) ? date : company.today
    const path = `${company.base}/pays/create?pay_date=${pay_date}`
    const answer = await company.caller.write('PUT', path, [
      {
        employee_id: person.id,
        hours: [
          { description: 'Public holiday worked', units: 'hours', value: hours, multiplier: 1.5, date },
        ],
      },
    ])
    if (company.took('holiday-worked', answer)) keepPays(company, step, answer.body)
  },
}

export const leaves: Action[] = [leave, workersComp, holidayWorked]
