import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { addDays } from './dates.ts'
import { auAccount, ird, tfn } from './identifiers.ts'
import type { Random } from './random.ts'

const FIRST = 'Mia Jack Priya Liam Emma Noah Chloe Ethan Zara Oliver Grace Tama Aroha Wei Sina Hugo'.split(
  ' ',
)
const LAST = 'Nguyen Taylor Sharma Brown Wilson Rossi Martin Lee Hill King Clark Walker Patel Young'.split(
  ' ',
)
export const DEPARTMENTS = ['Kitchen', 'Floor', 'Office', 'Store'] as const
export const FUNDS = ['STA0100AU', '60905115063001'] as const
export const KINDS = [
  'Full-time',
  'Full-time',
  'Part-time',
  'Part-time',
  'Casual',
  'Casual',
  'Labour Hire',
] as const
const STATES = [
  ['NSW', 'Sydney', '2000'],
  ['VIC', 'Melbourne', '3000'],
  ['QLD', 'Brisbane', '4000'],
  ['WA', 'Perth', '6000'],
] as const

export const lastName = (random: Random, company: Company): string =>
  `${random.pick(LAST)} ${company.customer.mark}`

/** The request body for a new employee. */
export function drawPerson(random: Random, company: Company, starts = company.today): AnyJson {
  const kind = random.pick(KINDS)
  const hoursPerDay = kind === 'Full-time' ? (company.isNz ? 8 : 7.6) : random.pick([4, 5, 6, 7.5])
  return {
    first_name: random.pick(FIRST),
    last_name: lastName(random, company),
    date_of_birth: `${random.int(1958, 2005)}-${month(random)}-1${random.int(0, 9)}`,
    start_date: starts,
    employment_status: kind,
    position: random.pick(['Cook', 'Clerk', 'Driver', 'Manager']),
    department: random.pick(DEPARTMENTS),
    address1: `${random.int(1, 200)} Harbour Street`,
    pay_rate_per_hour: (random.int(2600, 9500) / 100).toFixed(2),
    standard_hours_per_day: String(hoursPerDay),
    standard_days_per_week: kind === 'Full-time' ? 5 : random.int(2, 5),
    pay_period: company.period,
    email_address: random.chance(0.7) ? 'someone@people.example' : undefined,
    ...(company.isNz ? nzFields(random) : auFields(random)),
  }
}

const month = (random: Random) => String(random.int(1, 12)).padStart(2, '0')

function auFields(random: Random): AnyJson {
  const [state, city, postcode] = random.pick(STATES)
  const threshold = random.chance(0.75)
  return {
    city,
    state,
    postcode,
    country: 'AU',
    tax_file_number: random.chance(0.95) ? tfn(random) : '000000000',
    is_foreign_resident: !threshold && random.chance(0.3),
    has_claimed_tax_free_threshold: threshold,
    has_stsl_liability: random.chance(0.25),
    is_closely_held: random.chance(0.04),
    primary_bank_bsb: '062-000',
    primary_bank_account_number: auAccount(random),
    primary_bank_account_name: 'Wages',
    default_employee_fund_usi: random.pick(FUNDS),
    default_employee_fund_member_number: `M${random.int(1000, 99999)}`,
    leave_loading_percentage: random.chance(0.5) ? '0.175' : '0',
    pay_method: random.chance(0.95) ? 'DIRECT BANK ENTRY' : 'CASH',
  }
}

function nzFields(random: Random): AnyJson {
  const code = random.pick(['M', 'M', 'M', 'M SL', 'ME', 'SB', 'S', 'S SL', 'ND'])
  return {
    city: 'Nelson',
    state: 'NSN',
    postcode: '7010',
    country: 'NZ',
    nz_tax_code: code,
    ...(code === 'ND' ? {} : { ird_number: ird(random) }),
    kiwisaver_status_code: random.pick(['AE', 'AK', 'NK']),
    pay_method: random.chance(0.95) ? 'DIRECT BANK ENTRY' : 'CASH',
  }
}

/** Stores the hired employee, and the numbers that must not be logged. */
export function remember(
  company: Company,
  name: string,
  body: AnyJson,
  employee: AnyJson,
  isTwin = false,
): void {
  if (body.primary_bank_account_number)
    company.account(body.primary_bank_account_number, `employee ${employee.id}`)
  for (const field of ['tax_file_number', 'ird_number'])
    if (typeof body[field] === 'string' && body[field] !== '000000000') company.secret(body[field])
  company.people.set(name, {
    name,
    id: employee.id,
    number: employee.number ?? '',
    kind: body.employment_status,
    started: body.start_date,
    rate: Number(body.pay_rate_per_hour),
    hoursPerDay: Number(body.standard_hours_per_day),
    isTwin,
    isPaidInCash: body.pay_method === 'CASH',
  })
}

/** A day before a date. */
export const before = (random: Random, date: string, most: number): string =>
  addDays(date, -random.int(1, most))
