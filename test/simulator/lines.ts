import type { AnyJson } from '../support/app.ts'
import type { Company, Person } from './company.ts'
import { addDays } from './dates.ts'
import { DEPARTMENTS } from './people.ts'
import type { Random } from './random.ts'

const AU_LEAVE = [
  'HOLIDAY',
  'HOLIDAY',
  'SICK',
  'LONG_SERVICE',
  'COMPASSIONATE',
  'UNPAID',
  'PAID_PUBLIC_HOLIDAY',
]
const AU_RARE = ['ANCILLARY', 'EMPLOYER_FUNDED_PAID_PARENTAL', 'PAID_PARENTAL', 'OTHER', 'WORKERS_COMP']
const NZ_LEAVE = [
  'ANNUAL_HOLIDAYS',
  'ANNUAL_HOLIDAYS',
  'SICK',
  'NZ_BEREAVEMENT',
  'PAID_PUBLIC_HOLIDAY',
  'UNPAID',
]
const NZ_RARE = [
  'ALT_HOLIDAY',
  'NZ_FAMILY_VIOLENCE',
  'NZ_JURY_SERVICE',
  'NZ_TIME_OFF_TO_VOTE',
  'NZ_DEFENCE_FORCE',
  'NZ_EMPLOYMENT_RELATIONS_EDUCATION',
  'NZ_ACC_FIRST_WEEK',
  'NZ_ACC_LATER_WEEKS',
  'NZ_ACC_WORKERS_COMP',
  'NZ_CASHED_UP_HOLIDAYS',
  'NZ_ALT_HOLIDAY_EXCHANGED',
  'NZ_CLOSEDOWN',
  'PAID_PARENTAL',
  'OTHER',
]
const WEEKS = { WEEKLY: 1, FORTNIGHTLY: 2, MONTHLY: 4 }

export const leaveTypes = (isNz: boolean): readonly string[] =>
  isNz ? [...NZ_LEAVE, ...NZ_RARE] : [...AU_LEAVE, ...AU_RARE]

/** The approximate hours of a period. */
export function ordinary(random: Random, company: Company, person: Person, days = 5): AnyJson {
  const usual = person.hoursPerDay * days * WEEKS[company.period]
  const value = person.kind === 'Casual' ? random.int(4, Math.ceil(usual)) : usual
  return { description: 'Ordinary hours', units: 'hours', value: Math.round(value * 100) / 100 }
}

/** A day of leave within the period that ends on the given day. */
export function leaveLine(
  random: Random,
  company: Company,
  person: Person,
  end: string,
  type: string,
): AnyJson {
  const start = company.periodStart(end)
  const date = addDays(start, random.int(0, company.period === 'WEEKLY' ? 4 : 9))
  const days = random.pick([0.5, 1, 1, 2])
  return {
    description: type.toLowerCase().replaceAll('_', ' '),
    leave_type: type,
    date: date < person.started ? person.started : date,
    // Alternative holidays are owed as whole days (Holidays Act 2003 s 57), so half a day would be a fault of the payroll officer.
    hours:
      Math.round(person.hoursPerDay * (type.includes('ALT_HOLIDAY') ? Math.max(days, 1) : days) * 100) / 100,
  }
}

export const overtime = (random: Random): AnyJson => ({
  description: 'Overtime',
  units: 'hours',
  value: random.int(1, 9),
  multiplier: random.pick([1.5, 2]),
  is_overtime: true,
})

const ALLOWANCES = [
  ['Tools', 'TD', true],
  ['Kilometres', 'CD', false],
  ['Meals', 'MD', true],
  ['Laundry', 'LD', true],
  ['First aid', 'KN', true],
] as const

export function allowance(random: Random, isNz: boolean): AnyJson {
  const [description, allowance_category, is_taxable] = random.pick(ALLOWANCES)
  return {
    description,
    amount: random.int(5, 60),
    units: random.pick([1, 1, 3]),
    is_taxable,
    allowance_category: isNz ? 'OD' : allowance_category,
  }
}

export const deduction = (random: Random): AnyJson => ({
  description: random.pick(['Union fees', 'Social club', 'Giving']),
  amount: random.int(2, 25),
  classification: random.pick(['UNION_FEES', 'NORMAL', 'CHARITY']),
})

/** The lines for an employee and a period: hours, and sometimes leave, overtime, allowances and deductions. */
export function payLines(random: Random, company: Company, person: Person, end: string): AnyJson {
  const takesLeave = person.kind !== 'Casual' && person.kind !== 'Labour Hire' && random.chance(0.2)
  const leave = takesLeave
    ? [leaveLine(random, company, person, end, random.pick(company.isNz ? NZ_LEAVE : AU_LEAVE))]
    : []
  return {
    hours: [
      ordinary(random, company, person, takesLeave ? 4 : 5),
      ...(random.chance(0.15) ? [overtime(random)] : []),
    ],
    ...(leave.length > 0 ? { leave } : {}),
    ...(random.chance(0.15) ? { allowances: [allowance(random, company.isNz)] } : {}),
    ...(random.chance(0.08) ? { deductions: [deduction(random)] } : {}),
    ...(random.chance(0.08) ? { pay_department: random.pick(DEPARTMENTS) } : {}),
  }
}
