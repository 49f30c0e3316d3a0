import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { auAccount, nzAccount } from '../identifiers.ts'
import { drawPerson, remember } from '../people.ts'
import type { Action } from '../types.ts'
import { keepPays } from './pays.ts'
import { setAccounts } from './people.ts'

/** After this number of days another pair replaces the twins. */
const PAIR_DAYS = 150

/** Two employees who are identical in everything that matters. */
export const twins: Action = {
  name: 'twins-hired',
  weight: 5,
  draw(random, company) {
    const pair = company.person('twin-whole')
    if (pair && pair.started > addDays(company.today, -PAIR_DAYS)) return undefined
    const account = () => (company.isNz ? nzAccount(random) : auAccount(random))
    return {
      body: { ...drawPerson(random, company), employment_status: 'Full-time' },
      accounts: [account(), account()],
    }
  },
  async run(company, { body, accounts }, step) {
    const people = ['whole', 'split'].map((which, index) => ({
      ...body,
      number: `${company.customer.mark}-${step}-${which}`,
      ...(company.isNz ? {} : { primary_bank_account_number: accounts[index] }),
    }))
    const answer = await company.caller.write('PUT', `${company.base}/employees/create`, people)
    if (!company.took('twins-hired', answer)) return
    for (const [index, which] of ['whole', 'split'].entries()) retire(company, `twin-${which}`, index)
    for (const [index, which] of ['whole', 'split'].entries())
      remember(company, `twin-${which}`, people[index], answer.body[index].employee, true)
    if (!company.isNz) return
    for (const [index, { employee }] of answer.body.entries())
      await setAccounts(company, employee.id, [accounts[index]])
  },
}

/** The earlier pair stays on the books under its own name. */
function retire(company: Company, name: string, index: number): void {
  const before = company.person(name)
  if (!before) return
  const retired = `twin-${before.id}-${index}`
  company.people.set(retired, { ...before, name: retired })
  company.people.delete(name)
}

/** One twin gets the period's wages in one pay, the other in parts, in a different order and over several calls. */
export const payTwins: Action = {
  name: 'twins-paid',
  weight: 7,
  draw(random, company) {
    const end = company.periodEnd(company.today)
    if (!company.person('twin-whole') || company.twinPeriods.has(end)) return undefined
    const parts = Array.from({ length: random.int(2, 3) }, () =>
      part(random.int(4, 25), random.chance(0.3), company.isNz),
    )
    return { end, parts, order: random.chance(0.5) ? 'forward' : 'backward' }
  },
  async run(company, { end, parts, order }, step) {
    const [whole, split] = [company.person('twin-whole'), company.person('twin-split')]
    if (!whole || !split || company.twinPeriods.has(end)) return
    company.twinPeriods.add(end)
    const together = {
      hours: parts.flatMap((each: AnyJson) => each.hours),
      allowances: parts.flatMap((each: AnyJson) => each.allowances ?? []),
    }
    let isPaid = await pay(company, `${step}w`, whole.id, together)
    const list = order === 'forward' ? parts : [...parts].reverse()
    for (const [index, each] of list.entries())
      isPaid = (await pay(company, `${step}s${index}`, split.id, each)) && isPaid
    // A period with a lost or refused answer is not compared.
    if (!isPaid) return
    company.twinsPaid.add(end)
    company.count('twins-paid')
  },
}

function part(hours: number, hasOvertime: boolean, isNz: boolean): AnyJson {
  const overtime = { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true }
  return {
    hours: [
      { description: 'Ordinary hours', units: 'hours', value: hours },
      ...(hasOvertime ? [overtime] : []),
    ],
    ...(isNz ? {} : { allowances: [{ description: 'Tools', amount: 10, allowance_category: 'TD' }] }),
  }
}

async function pay(company: Company, step: string, id: number, lines: AnyJson): Promise<boolean> {
  const path = `${company.base}/pays/create?pay_date=${company.today}`
  const answer = await company.caller.write('PUT', path, [{ employee_id: id, ...lines }])
  const isDone = company.took('twins-pay', answer)
  if (isDone) keepPays(company, step, answer.body)
  return isDone
}
