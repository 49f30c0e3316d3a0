import type { AnyJson } from '../../support/app.ts'
import type { Company, Person } from '../company.ts'
import { addDays } from '../dates.ts'
import { payLines } from '../lines.ts'
import type { Random } from '../random.ts'
import type { Action } from '../types.ts'
import { keepPays } from './pays.ts'

const REASONS = [
  'TERMINATION',
  'TERMINATION',
  'REDUNDANCY',
  'INVALIDITY',
  'DEATH_DEPENDENT',
  'DEATH_NON_DEPENDENT',
  'DEATH_ESTATE',
]
const LEAST = 5

/** The details of a termination, in every form that the two countries have. */
function drawEnd(random: Random, company: Company, person: Person): AnyJson {
  const last = addDays(company.today, random.pick([-10, -3, 0, 0]))
  const termination_date = last < person.started ? person.started : last
  const isNoticePaid = random.chance(0.3)
  if (company.isNz)
    return {
      termination_date,
      ...(isNoticePaid
        ? { is_payment_in_lieu_paid: true, payment_in_lieu_amount: String(random.int(200, 3000)) }
        : {}),
      ...(random.chance(0.15) ? { redundancy_amount: String(random.int(500, 9000)) } : {}),
    }
  const reason = random.pick(REASONS)
  return {
    termination_date,
    reason,
    ...(reason === 'TERMINATION' ? { cessation_type_code: random.pick(['V', 'F', 'C', 'T']) } : {}),
    ...(reason === 'REDUNDANCY' ? { redundancy_amount: String(random.int(500, 30_000)) } : {}),
    ...(isNoticePaid
      ? {
          is_payment_in_lieu_paid: true,
          payment_in_lieu_type: 'NOTICE_HOURS',
          notice_hours: String(random.int(20, 150)),
        }
      : {}),
  }
}

/** The final pay of a termination, read back because the answer has only its id. */
async function keepFinal(company: Company, step: string, id: number): Promise<void> {
  keepPays(company, step, [await company.caller.read(`${company.base}/pays/${id}`)])
}

const terminate = (name: string, weight: number, days: number): Action => ({
  name,
  weight,
  ...(days > 0 ? { country: 'NZ' as const } : {}),
  draw(random, company) {
    const people = company.active()
    if (people.length <= LEAST) return undefined
    const person = random.pick(people)
    return { person: person.name, end: drawEnd(random, company, person), pay: addDays(company.today, days) }
  },
  async run(company, { person: who, end, pay }, step) {
    const person = company.person(who)
    if (!person || person.endedOn || person.isDeleted) return
    const body = { ...end, pay_date: pay }
    const answer = await company.caller.write('POST', `/api/employees/${person.id}/terminate`, body)
    if (!company.took(name, answer)) return
    company.took(`terminate ${end.reason ?? 'NZ'}`, answer)
    person.endedOn = end.termination_date
    await keepFinal(company, step, answer.body.pay_id)
  },
})

/** The termination and the last wages are in one pay. */
const terminateInPay: Action = {
  name: 'terminate-in-pay',
  weight: 5,
  draw(random, company) {
    const people = company.active()
    if (people.length <= LEAST) return undefined
    const person = random.pick(people)
    const lines = payLines(random, company, person, company.periodEnd(company.today))
    return { person: person.name, lines, end: drawEnd(random, company, person) }
  },
  async run(company, { person: who, lines, end }, step) {
    const person = company.person(who)
    if (!person || person.endedOn || person.isDeleted) return
    const answer = await company.caller.write(
      'PUT',
      `${company.base}/pays/create?pay_date=${company.today}`,
      [{ employee_id: person.id, ...lines, termination: end }],
    )
    if (!company.took('terminate-in-pay', answer)) return
    person.endedOn = end.termination_date
    keepPays(company, step, answer.body)
  },
}

const ended = (company: Company) =>
  [...company.people.values()].filter((each) => each.endedOn && !each.isDeleted)

const reinstate: Action = {
  name: 'reinstate',
  weight: 7,
  draw(random, company) {
    const people = ended(company)
    return people.length === 0 ? undefined : { person: random.pick(people).name }
  },
  async run(company, { person: who }) {
    const person = company.person(who)
    if (!person?.endedOn) return
    const start_date = company.today > person.endedOn ? company.today : person.endedOn
    const answer = await company.caller.write('POST', `/api/employees/${person.id}/reinstate`, { start_date })
    if (!company.took('reinstate', answer)) return
    company.ledger.changedFinals(person.id)
    delete person.endedOn
    person.started = start_date
  },
}

/** The final pay is deleted, which reverses the termination. */
const undoTermination: Action = {
  name: 'undo-termination',
  weight: 8,
  draw(random, company) {
    const finals = company.ledger.named().filter(([, pay]) => (pay as AnyJson).termination)
    const found = finals.filter(([, pay]) => pay.processed_date >= addDays(company.today, -60))
    return found.length === 0 ? undefined : { pay: random.pick(found)[0] }
  },
  async run(company, { pay: name }) {
    const pay = company.ledger.byName(name)
    if (!pay) return
    const answer = await company.caller.write('DELETE', `${company.base}/pays/${pay.id}`)
    if (!company.took('undo-termination', answer)) return
    company.ledger.forget(pay.id)
    company.affected(answer.body?.affected_pays)
    const person = company.personById(pay.employee_id)
    const now = await company.caller.read(`/api/employees/${pay.employee_id}`)
    if (person && !now.is_terminated) delete person.endedOn
  },
}

/** A late payment to a former employee. */
const payAfterEnd: Action = {
  name: 'pay-after-end',
  weight: 6,
  draw(random, company) {
    const people = ended(company)
    return people.length === 0 ? undefined : { person: random.pick(people).name, hours: random.int(2, 30) }
  },
  async run(company, { person: who, hours }, step) {
    const person = company.person(who)
    if (!person) return
    const answer = await company.caller.write(
      'PUT',
      `${company.base}/pays/create?pay_date=${company.today}`,
      [{ employee_id: person.id, hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }] }],
    )
    if (company.took('pay-after-end', answer)) keepPays(company, step, answer.body)
  },
}

const hide: Action = {
  name: 'delete-employee',
  weight: 5,
  draw(random, company) {
    const people = company.active()
    return people.length <= LEAST ? undefined : { person: random.pick(people).name }
  },
  async run(company, { person: who }) {
    const person = company.person(who)
    if (!person) return
    const answer = await company.caller.write('DELETE', `/api/employees/${person.id}`)
    if (company.took('delete-employee', answer)) person.isDeleted = true
  },
}

const restore: Action = {
  name: 'restore-employee',
  weight: 10,
  draw(random, company) {
    const people = [...company.people.values()].filter((each) => each.isDeleted)
    return people.length === 0 ? undefined : { person: random.pick(people).name }
  },
  async run(company, { person: who }) {
    const person = company.person(who)
    if (!person) return
    const answer = await company.caller.write('POST', `/api/employees/${person.id}/restore`)
    if (company.took('restore-employee', answer)) person.isDeleted = false
  },
}

export const terminations: Action[] = [
  terminate('terminate', 5, 0),
  terminate('terminate-staged', 28, 9),
  terminateInPay,
  reinstate,
  undoTermination,
  payAfterEnd,
  hide,
  restore,
]
