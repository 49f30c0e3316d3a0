import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { badRequest, conflict, invalid } from '../../../kernel/problem.ts'
import {
  addDays,
  type CivilDate,
  civilDate,
  makeDate,
  nzTaxYear,
  partsOf,
} from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, toDollarDown } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { esctRateOn } from '../pays/index.ts'
import { countOpen, listMembers, type Member } from './queries.ts'
import type { EsctRates } from './schema.ts'

type Person = EsctRates['people'][number]

const APRIL = 4
const MARCH = 3
/** An employee whose first pay is later than this in the tax year was not paid here for the whole year. */
const FIRST_PAY_WITHIN_DAYS = 31

/** The 1 April whose rates are to be decided. From March, it is the coming one. */
function rollOverDay(today: CivilDate): CivilDate {
  const { year, month } = partsOf(today)
  return makeDate(month >= MARCH ? year : year - 1, APRIL, 1)
}

const yearBefore = (from: CivilDate) => nzTaxYear(addDays(from, -1))

export type Listed = Person & { threshold: Decimal; newRate: Decimal }

/** Lists every member with last year's figures and the resulting rate. */
export async function listPeople(
  service: Service,
  query: Queryable,
  company: Company,
  from: CivilDate,
): Promise<Listed[]> {
  const { retirement, words } = countryOf(company.jurisdiction)
  if (!retirement.isContributionTaxed)
    throw badRequest(`ESCT is a tax of New Zealand: this company is ${words.adjective}.`)
  const { month, day } = partsOf(from)
  if (month !== APRIL || day !== 1) throw invalid(['query', 'from_date'], 'from_date must be a 1 April')
  const year = yearBefore(from)
  const members = await listMembers(query, company.id, from, year)
  return members.map((member) => personOf(service, member, from, year.start))
}

export async function listRates(
  service: Service,
  company: Company,
  asked: string | undefined,
): Promise<EsctRates> {
  const today = todayOf(service, company)
  const from = asked === undefined ? rollOverDay(today) : civilDate(asked)
  return viewRates(await listPeople(service, service.database.query, company, from), from, today)
}

export function viewRates(people: readonly Listed[], from: CivilDate, today: CivilDate): EsctRates {
  const year = yearBefore(from)
  return {
    from_date: from,
    year_start: year.start,
    year_end: year.end,
    is_year_over: today > year.end,
    open: people.filter(({ status }) => status === 'open').length,
    people: people.map(({ threshold: _, newRate: __, ...person }) => person),
  }
}

function personOf(service: Service, member: Member, from: CivilDate, yearStart: CivilDate): Listed {
  const isWholeYear =
    member.start_date <= yearStart &&
    member.first_paid !== null &&
    member.first_paid <= addDays(yearStart, FIRST_PAY_WITHIN_DAYS)
  const threshold = toDollarDown(
    isWholeYear ? sum([decimal(member.salary), decimal(member.employer)]) : decimal(member.estimate ?? '0'),
  )
  const newRate = esctRateOn(threshold, from, service.rates)
  if (newRate === null) throw conflict(`The ESCT bands from ${from} are not known yet.`)
  return {
    employee_id: member.id,
    format_name: formatName(member),
    start_date: member.start_date,
    basis: isWholeYear ? 'LAST_YEAR' : 'ESTIMATE',
    salary: number(decimal(member.salary)),
    employer_contributions: number(decimal(member.employer)),
    threshold_amount: number(threshold),
    current_rate: number(decimal(member.esct_rate)),
    rate: number(newRate),
    status: member.kind ?? (member.is_set ? 'set' : 'open'),
    decided_rate: member.decided_rate === null ? null : number(decimal(member.decided_rate)),
    ...{ threshold, newRate },
  }
}

const number = (amount: Decimal) => Number(amount.toFixed())

/** The companies with members awaiting a decision, with the date and number of members. */
export async function listOpenRollOvers(
  service: Service,
  companyIds: readonly number[],
  today: CivilDate,
): Promise<{ company_id: number; people: number; from: CivilDate }[]> {
  const from = rollOverDay(today)
  if (esctRateOn(decimal('0'), from, service.rates) === null) return []
  const open = await countOpen(service.database.query, companyIds, from, yearBefore(from))
  return open.map((each) => ({ ...each, from }))
}
