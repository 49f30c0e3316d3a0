import { markOf } from './caller.ts'
import { Company } from './company.ts'
import { addDays, WINDOW } from './dates.ts'
import { abn, auAccount, ird, nzAccount } from './identifiers.ts'
import { drawPerson } from './people.ts'
import { createRandom, type Random } from './random.ts'
import type { Step, Target } from './types.ts'

export type Birth = {
  seed: number
  index: number
  years: number
  country?: 'AU' | 'NZ'
  /** The maximum number of employees at the start. */
  most?: number
  /** The average number of employees of a company. */
  people?: number
  /** The share of companies that pay weekly. */
  weekly?: number
}

const WEEKLY_SHARE = 0.7
/** The pay periods of the other companies. */
const LONGER_PERIODS = ['FORTNIGHTLY', 'FORTNIGHTLY', 'MONTHLY'] as const

/** Everything about a company that is decided before its first day, and its first steps. */
export function conceive({ seed, index, years, country, weekly = WEEKLY_SHARE }: Birth) {
  const random = createRandom(seed, index)
  const lands = random.chance(0.55) ? ('AU' as const) : ('NZ' as const)
  const period = random.chance(weekly) ? ('WEEKLY' as const) : random.pick(LONGER_PERIODS)
  const days = Math.round(years * 365.25)
  const room = Math.max(0, (Date.parse(WINDOW.to) - Date.parse(WINDOW.from)) / 86_400_000 - days - 7)
  const start = addDays(WINDOW.from, random.int(0, Math.min(room, 360)))
  return { random, country: country ?? lands, period, start, end: addDays(start, days) }
}

const PEOPLE = { least: 5, most: 60 }

/** Five to sixty employees, each number equally likely. With a requested average, only a few companies are large. */
export function headcount(random: Random, { most = PEOPLE.most, people }: Partial<Birth>): number {
  if (people === undefined) return random.int(PEOPLE.least, most)
  const above = Math.floor(-Math.log(1 - random.fraction()) * (people - PEOPLE.least + 2))
  return Math.min(most, PEOPLE.least + above)
}

const PAYDAYS = { WEEKLY: 52, FORTNIGHTLY: 26, MONTHLY: 12 }
/** The other work of a company in a year takes as long as this number of pays. */
const ERRANDS_AS_PAYS = 600

/** The relative time that a company's life takes. */
function expectedWork(birth: Birth): number {
  const { random, country, period } = conceive(birth)
  drawCompany(random, country === 'NZ', '')
  return birth.years * (ERRANDS_AS_PAYS + PAYDAYS[period] * headcount(random, birth))
}

/**
 * Divides the companies of a round among several processes, so that all are busy to the end: the process with the least
 * work gets the largest remaining company.
 */
export function shareOut(births: readonly Birth[], processes: number): Birth[][] {
  const shares = Array.from({ length: processes }, () => ({ births: [] as Birth[], work: 0 }))
  const largestFirst = births
    .map((birth) => ({ birth, work: expectedWork(birth) }))
    .sort((a, b) => b.work - a.work)
  for (const { birth, work } of largestFirst) {
    const least = shares.reduce((a, b) => (b.work < a.work ? b : a))
    least.births.push(birth)
    least.work += work
  }
  return shares.map((share) => share.births)
}

/** The customer, its officers and its clock. The company itself is created by its first step. */
export async function bear(target: Target, birth: Birth, markIndex: number) {
  const plan = conceive(birth)
  const customer = await target.addCustomer(markOf(markIndex))
  const tokens = [await target.grant(customer, 0), await target.grant(customer, 1)]
  const { country, period, start } = plan
  const company = new Company({
    target,
    customer,
    tokens,
    index: birth.index,
    country,
    period,
    start: WINDOW.from,
  })
  await company.goTo(start)
  company.start = start
  return { ...plan, company }
}

/** The first steps: the company, and the people it starts with. */
export function firstSteps(random: Random, company: Company, birth: Birth): Step[] {
  const on = company.today
  const founded = {
    name: 'c',
    on,
    do: 'found',
    with: drawCompany(random, company.isNz, company.customer.mark),
  }
  const people = Array.from({ length: headcount(random, birth) }, () =>
    drawPerson(random, company, addDays(on, -random.pick([0, 30, 400, 1200, 4000]))),
  )
  return [
    founded,
    { name: 'p', on, do: 'hire', with: { people, accounts: people.map(() => nzAccount(random)) } },
  ]
}

function drawCompany(random: Random, isNz: boolean, mark: string) {
  return {
    legal_name: `${mark} ${isNz ? 'Limited' : 'Pty Ltd'}`,
    jurisdiction: isNz ? 'NZ' : 'AU',
    ...(isNz
      ? {
          ird_number: ird(random),
          bank_account_number: nzAccount(random),
          address1: '8 School Road',
          city: 'Nelson',
          state: 'NSN',
          country: 'NZ',
          postcode: '7010',
          phone: '03 555 1234',
        }
      : {
          abn: abn(random),
          branch_number: '1',
          bank_bsb: '062-000',
          bank_account_number: auAccount(random),
          bank_name_code: 'CBA',
          direct_entry_user_id: '301500',
          address1: '12 Roastery Lane',
          city: 'Sydney',
          state: 'NSW',
          country: 'AU',
          postcode: '2000',
          phone: '02 5550 1234',
        }),
    bank_account_name: 'Wages account',
    contact_name: 'Sam Payer',
    email_address: 'pay@company.example',
  }
}
