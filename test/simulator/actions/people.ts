import type { Company, Person } from '../company.ts'
import { addDays } from '../dates.ts'
import { auAccount, nzAccount } from '../identifiers.ts'
import { DEPARTMENTS, drawPerson, FUNDS, lastName, remember } from '../people.ts'
import type { Random } from '../random.ts'
import type { Action } from '../types.ts'

/** The company itself: always the first step. */
export const found: Action = {
  name: 'found',
  weight: 0,
  draw: () => undefined,
  async run(company, body) {
    const answer = await company.retry(() => company.caller.write('PUT', '/api/company/create', body))
    if (company.took('found', answer)) company.id = answer.body.id
    company.secret(body.bank_account_number)
  },
}

export const hire: Action = {
  name: 'hire',
  weight: 6,
  draw: (random, company) =>
    company.active().length < 60
      ? { people: [drawPerson(random, company)], accounts: [nzAccount(random)] }
      : undefined,
  async run(company, { people, accounts }, step) {
    const named = people.map((body: object, index: number) => ({
      number: `${company.customer.mark}-${step}.${index}`,
      ...body,
    }))
    const answer = await company.caller.write('PUT', `${company.base}/employees/create`, named)
    if (!company.took('hire', answer)) return
    // All are stored before the next call, whose answer may never arrive.
    for (const [index, { employee }] of answer.body.entries())
      if (employee) remember(company, `${step}.${index}`, people[index], employee)
    if (!company.isNz) return
    for (const [index, { employee }] of answer.body.entries())
      if (employee) await setAccounts(company, employee.id, [accounts[index]])
  },
}

/** Ranked accounts: a fixed amount to every account except the last. */
export async function setAccounts(
  company: Company,
  id: number,
  numbers: readonly string[],
): Promise<boolean> {
  for (const number of numbers) company.account(number, `employee ${id}`)
  const rows = numbers.map((account_number, index) => ({
    account_name: 'Wages',
    account_number,
    ...(company.isNz ? {} : { bsb: '062-000' }),
    ...(index === numbers.length - 1
      ? { amount_type: 'REMAINDER' }
      : { amount_type: 'FIXED', amount: '150' }),
  }))
  const answer = await company.caller.write('PUT', `/api/employees/${id}/bank-accounts`, rows)
  return company.took('change-bank', answer)
}

/** Another account, or two. */
export const changeBank: Action = {
  name: 'change-bank',
  weight: 3,
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    const account = () => (company.isNz ? nzAccount(random) : auAccount(random))
    return {
      person: random.pick(people).name,
      accounts: random.chance(0.4) ? [account(), account()] : [account()],
    }
  },
  async run(company, { person: who, accounts }) {
    const person = company.person(who)
    if (person) await setAccounts(company, person.id, accounts)
  },
}

/** A change of one employee's record. */
const change = (
  name: string,
  weight: number,
  fields: (random: Random, company: Company, person: Person) => object,
  country?: 'AU' | 'NZ',
): Action => ({
  name,
  weight,
  ...(country ? { country } : {}),
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    const person = random.pick(people)
    return { person: person.name, fields: fields(random, company, person) }
  },
  async run(company, { person: who, fields }) {
    const person = company.person(who)
    if (!person) return
    const answer = await company.caller.write('PATCH', `${company.base}/employees/update`, [
      { id: person.id, ...fields },
    ])
    if (!company.took(name, answer)) return
    if (fields.pay_rate_per_hour) person.rate = Number(fields.pay_rate_per_hour)
  },
})

const ODD_NAMES = [
  'Łukasz–Brown #2',
  'Nguyễn ^ Đặng',
  'O’Brien | {Kelly}',
  'Wolfeschlegelsteinhausenbergerdorff-Smith-Jones',
]
const ODD_PLACES = [
  'Unit #4 | 12 Harbour Street',
  '5^2 {Rear} Lake Road + Lane',
  'Ōtāhuhu Road 7, ‘Old Mill’',
]
const tidy = { address1: '1 New Street', city: 'Perth', state: 'WA', postcode: '6000' }

export const changes: Action[] = [
  change('raise', 3.5, (random, _company, person) => ({
    pay_rate_per_hour: (person.rate * (1 + random.int(1, 8) / 100)).toFixed(2),
  })),
  change('raise-from', 3.5, (random, company, person) => ({
    pay_rate_per_hour: (person.rate * (1 + random.int(1, 5) / 100)).toFixed(2),
    effective_from: addDays(company.today, random.pick([-20, -7, 7, 14])),
  })),
  change('change-fund', 13, (random) => ({ default_employee_fund_usi: random.pick(FUNDS) }), 'AU'),
  change('change-tax', 3.5, (random, company) =>
    company.isNz
      ? { nz_tax_code: random.pick(['M', 'ME', 'SB', 'S', 'M SL']) }
      : { has_stsl_liability: random.chance(0.5), has_claimed_tax_free_threshold: random.chance(0.7) },
  ),
  change('change-address', 4, (random, company) =>
    company.isNz
      ? { address1: `${random.int(1, 99)} Lake Road` }
      : { ...tidy, address1: `${random.int(1, 99)} New Street` },
  ),
  change('change-name', 4, (random, company) => ({ last_name: lastName(random, company) })),
  // Characters that no authority accepts are adapted, and do not hold back anyone else.
  change('odd-name', 4, (random, company) => ({
    last_name: `${random.pick(ODD_NAMES)} ${company.customer.mark}`,
    address1: random.pick(ODD_PLACES),
  })),
  // Super is held back by name until there is a fund again.
  change('no-fund', 5, () => ({ default_employee_fund_usi: null }), 'AU'),
  change('change-department', 4, (random) => ({ department: random.pick(DEPARTMENTS) })),
]
