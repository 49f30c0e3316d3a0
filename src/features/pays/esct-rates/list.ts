import { allCountries, type Country, countryOf, todayOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import { formatName } from '../../../http/view.ts'
import { badRequest, conflict, invalid } from '../../../kernel/problem.ts'
import { addDays, addMonths, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, toDollarDown } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { loadTerms } from '../../employees/employees/index.ts'
import { esctRateOn, isPaidAllYear } from '../pays/index.ts'
import { estimateOf } from './estimate.ts'
import { countOpen, listMembers, type Member } from './queries.ts'
import type { EsctRates } from './schema.ts'

type Person = EsctRates['people'][number]

type Law = Country['law']

/** The first day of the tax year whose rates are to be decided. In the last month of a year, it is the coming one. */
function rollOverDay(today: CivilDate, { taxYear }: Law): CivilDate {
  const { start, end } = taxYear(today)
  const next = addDays(end, 1)
  return today >= addMonths(next, -1) ? next : start
}

const yearBefore = (from: CivilDate, { taxYear }: Law) => taxYear(addDays(from, -1))

export type Listed = Person & { threshold: Decimal; newRate: Decimal }

/** Lists every member with last year's figures and the resulting rate. `place` is where `from_date` was sent. */
export async function listPeople(
  service: Service,
  query: Queryable,
  company: Company,
  from: CivilDate,
  place: 'query' | 'body',
): Promise<Listed[]> {
  const { law, retirement, words } = countryOf(company.jurisdiction)
  if (!retirement.isContributionTaxed)
    throw badRequest(`ESCT is a tax of New Zealand: this company is ${words.adjective}.`)
  if (law.taxYear(from).start !== from) throw invalid([place, 'from_date'], 'from_date must be a 1 April')
  const year = yearBefore(from, law)
  const members = await listMembers(query, company.id, from, year)
  const estimated = members
    .filter(
      (member) => !isPaidAllYear(member.start_date, { start: year.start, first_paid: member.first_paid }),
    )
    .map(({ id }) => id)
  const terms = await loadTerms(query, estimated)
  return members.map((member) => personOf(service, member, terms.get(member.id) ?? [], from, year.start))
}

export async function listRates(
  service: Service,
  company: Company,
  asked: string | undefined,
): Promise<EsctRates> {
  const { law } = countryOf(company.jurisdiction)
  const today = todayOf(service, company)
  const from = asked === undefined ? rollOverDay(today, law) : civilDate(asked)
  const people = await listPeople(service, service.database.query, company, from, 'query')
  return viewRates(people, company, from, today)
}

export function viewRates(
  people: readonly Listed[],
  company: Company,
  from: CivilDate,
  today: CivilDate,
): EsctRates {
  const year = yearBefore(from, countryOf(company.jurisdiction).law)
  return {
    from_date: from,
    year_from: year.start,
    year_to: year.end,
    year_start: year.start,
    year_end: year.end,
    is_year_over: today > year.end,
    open: people.filter(({ status }) => status === 'open').length,
    people: people.map(({ threshold: _, newRate: __, ...person }) => person),
  }
}

function personOf(
  service: Service,
  member: Member,
  terms: readonly EmployeeTerms[],
  from: CivilDate,
  yearStart: CivilDate,
): Listed {
  const isWholeYear = isPaidAllYear(member.start_date, { start: yearStart, first_paid: member.first_paid })
  const threshold = toDollarDown(
    isWholeYear
      ? sum([decimal(member.salary), decimal(member.employer)])
      : estimateOf(member, terms, from, service),
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
    threshold,
    newRate,
  }
}

const number = (amount: Decimal) => Number(amount.toFixed())

/** The companies with members awaiting a decision, with the date and number of members. */
export async function listOpenRollOvers(
  service: Service,
  companyIds: readonly number[],
  today: CivilDate,
): Promise<{ company_id: number; people: number; from: CivilDate }[]> {
  const law = allCountries().find(({ retirement }) => retirement.isContributionTaxed)?.law
  if (!law) return []
  const from = rollOverDay(today, law)
  if (esctRateOn(decimal('0'), from, service.rates) === null) return []
  const open = await countOpen(service.database.query, companyIds, from, yearBefore(from, law))
  return open.map((each) => ({ ...each, from }))
}
