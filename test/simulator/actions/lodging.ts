import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { authority, compareReported } from '../invariants/authority.ts'
import { type Action, Broken } from '../types.ts'

const submitPath = (company: Company) => `${company.reports}/${company.isNz ? 'submit' : 'submit-stp-pays'}`

/** Reports everything of some weeks. */
export async function submit(company: Company, from: string, kind: string): Promise<AnyJson | undefined> {
  const body = { from_date: from, to_date: addDays(company.today, 40), hold_back_faulty: true }
  const answer = await company.caller.write('POST', submitPath(company), body)
  return company.took(kind, answer) ? answer.body : undefined
}

/** The first payday whose figures differ from Inland Revenue's, as an officer finds it in the list of obligations. */
async function firstDue(company: Company): Promise<string> {
  const due: AnyJson[] = await company.caller.read(`${company.base}/obligations`)
  const open = due.filter(({ kind, status }) => kind.startsWith('payday-') && status !== 'done')
  return open.map(({ reference }) => String(reference)).sort()[0] ?? addDays(company.today, -14)
}

/** Sets the behaviour of the gateway from now on, for this customer alone. */
export async function gateway(
  company: Company,
  behaviour: 'accept' | 'reject' | 'partial' | 'delay' | 'delay-partial' | 'lost' | 'down',
): Promise<void> {
  const name = company.isNz ? 'payday_gateway' : 'stp_gateway'
  const { [name]: _, ...others } = company.sandboxFaults
  company.sandboxFaults = behaviour === 'accept' ? others : { ...others, [name]: behaviour }
  await company.caller.write('PUT', '/api/sandbox/faults', company.sandboxFaults)
}

const lodge: Action = {
  name: 'lodge',
  weight: 3.5,
  draw: (random, company) => ({ from: addDays(company.today, -random.pick([7, 14, 30, 60])) }),
  run: (company, { from }) => submit(company, from, 'lodge'),
}

/** The authority refuses a message, and accepts messages again after that. */
const refuse: Action = {
  name: 'lodge-refused',
  weight: 3.5,
  draw: (random, company) => ({ from: addDays(company.today, -random.pick([14, 40])) }),
  async run(company, { from }) {
    await gateway(company, 'reject')
    await submit(company, from, 'lodge-refused')
    await gateway(company, 'accept')
  },
}

/** The gateway is down or answers days later, and the message waits. */
const late = (name: string, behaviour: 'down' | 'delay'): Action => ({
  name,
  weight: 3,
  draw: (random, company) => ({ from: addDays(company.today, -random.pick([14, 40])) }),
  async run(company, { from }) {
    await gateway(company, behaviour)
    await submit(company, from, name)
    await company.target.work(company.customer)
    if (behaviour === 'down') await gateway(company, 'accept')
  },
})

const gatewayBack: Action = {
  name: 'gateway-back',
  weight: 13,
  draw: (_random, company) => (Object.keys(company.sandboxFaults).length > 0 ? {} : undefined),
  async run(company) {
    await gateway(company, 'accept')
    company.count('gateway-back')
  },
}

const amend: Action = {
  name: 'amend',
  weight: 7,
  draw: (random, company) => ({ year: company.year - (random.chance(0.2) ? 1 : 0) }),
  async run(company, { year }) {
    if (company.isNz) return submit(company, await firstDue(company), 'amend')
    const answer = await company.caller.write('POST', `${company.reports}/update`, {
      year,
      hold_back_faulty: true,
    })
    return company.took('amend', answer)
  },
}

/** Reports an adjustment of an earlier period to Inland Revenue. The figures of the payday itself do not change. */
const adjust: Action = {
  name: 'adjust-earlier',
  weight: 5,
  country: 'NZ',
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    return { person: random.pick(people).name, paye: (random.int(-4000, 4000) / 100).toFixed(2) }
  },
  async run(company, { person: who, paye }) {
    const person = company.person(who)
    if (!person) return
    const body = {
      from_date: addDays(company.today, -40),
      to_date: addDays(company.today, 40),
      prior_period_adjustments: [{ employee_id: person.id, gross: '0.00', paye }],
    }
    company.took('adjust-earlier', await company.caller.write('POST', submitPath(company), body))
  },
}

const finalise: Action = {
  name: 'finalise',
  weight: 15,
  country: 'AU',
  draw: (random, company) => ({
    year: company.year - (random.chance(0.6) ? 1 : 0),
    isFinal: random.chance(0.85),
  }),
  async run(company, { year, isFinal }) {
    // A year is finalised once everything in it was lodged.
    await submit(company, `${year - 1}-07-01`, 'lodge')
    const body = { year, is_final: isFinal, hold_back_faulty: true }
    company.took('finalise', await company.caller.write('POST', `${company.reports}/finalise`, body))
  },
}

/** The newest message is replaced as a whole. */
const replace: Action = {
  name: 'replace',
  weight: 33,
  country: 'AU',
  draw: () => ({}),
  async run(company) {
    const [last] = await company.caller.read(`${company.reports}/submissions`)
    if (!last) return
    const path = `${company.reports}/submissions/${last.id}/replace`
    company.took('replace', await company.caller.write('POST', path, {}))
  },
}

/** A message is sent twice, and the authority counts it once. */
const resend: Action = {
  name: 'resend',
  weight: 10,
  draw: () => ({}),
  async run(company) {
    const list: AnyJson[] = await company.caller.read(`${company.reports}/submissions`)
    const one = list.find((each) => each.status !== 'accepted') ?? list[0]
    if (!one) return
    const path = `${company.reports}/submissions/${one.id}/resend`
    company.took('resend', await company.caller.write('POST', path))
  },
}

/** Reports everything that is open. */
export async function reportEverything(company: Company): Promise<void> {
  await gateway(company, 'accept')
  const first = company.isNz
    ? await firstDue(company)
    : company.start.replace(/^\d+/, (year) => String(Number(year) - 1))
  await submit(company, first, 'report-everything')
  if (!company.isNz)
    for (const year of [company.year - 1, company.year])
      company.took(
        'report-everything',
        await company.caller.write('POST', `${company.reports}/update`, { year, hold_back_faulty: true }),
      )
  company.isReported = true
}

/** Everything of this year and last year is reported: then nothing is open. */
const reportAll: Action = {
  name: 'report-everything',
  weight: 3.2,
  draw: () => ({}),
  async run(company) {
    await reportEverything(company)
    // Checked at once, before the next step opens something again. Messages still under way are compared at the end of
    // the week.
    await company.target.work(company.customer)
    const wrong = await compareReported(company)
    if (wrong) throw new Broken(authority.name, wrong)
  },
}

export const lodging: Action[] = [
  reportAll,
  lodge,
  refuse,
  late('lodge-while-down', 'down'),
  late('lodge-late', 'delay'),
  gatewayBack,
  amend,
  adjust,
  finalise,
  replace,
  resend,
]
