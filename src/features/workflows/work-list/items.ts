import { countryOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import { addYears, type CivilDate } from '../../../kernel/values/dates.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { Service } from '../../../service.ts'
import { listUpcomingOf } from '../../employer/pay-calendars/index.ts'
import {
  loadEmployerNumbers,
  loadOfficePayments,
  loadPaidPeriods,
  loadPriorPaye,
  loadStillHeld,
  nameNumber,
  type Obligation,
  obligationsOf,
  type PriorPaye,
  withPrior,
  yearReportsOf,
} from '../../lodgements/obligations/index.ts'
import { listOpenRollOvers } from '../../pays/esct-rates/index.ts'
import { returnedItems } from './load-returned.ts'
import {
  failedLodgements,
  failedMails,
  heldBackReports,
  openPaydays,
  openRequests,
  type WorkCompany,
  withheldSince,
} from './queries.ts'
import type { WorkItem } from './schema.ts'
import { statementItems } from './statements.ts'
import { OPEN, TITLES } from './titles.ts'
import { unusualItems } from './unusual.ts'

/** An entry before people's notes are added. */
export type Found = Omit<
  WorkItem,
  'company' | 'jurisdiction' | 'client_id' | 'assignee_id' | 'note' | 'snoozed_until'
>

const NOTHING = { people: 0, amount: null, pay_run_id: null, period_end_date: null, submission_id: null }

/** All open work of these companies, with one statement for each kind whatever the number of companies. */
export async function findItems(service: Service, companies: readonly WorkCompany[]): Promise<Found[]> {
  const { query } = service.database
  const ids = companies.map(({ id }) => id)
  const today = service.clock.today()
  const yearBack = addYears(today, -1)
  const open = openPaydays(query, ids)
  const [
    paydays,
    withheld,
    payments,
    upcoming,
    requests,
    refused,
    mails,
    prior,
    periods,
    heldBack,
    unusual,
    esct,
    years,
    held,
    returned,
    statements,
    numbers,
  ] = await Promise.all([
    open,
    withheldSince(query, ids, addYears(today, -2)),
    loadOfficePayments(query, ids),
    listUpcomingOf(service, companies),
    openRequests(query, ids),
    failedLodgements(query, ids, yearBack),
    failedMails(query, ids),
    priorPaye(query, companies),
    loadPaidPeriods(query, ids, yearBack),
    heldBackReports(query, ids, yearBack),
    unusualItems(query, ids, service.clock.now()),
    openEsct(service, companies, today),
    yearReportsOf(service, companies, open),
    loadStillHeld(query, companies),
    returnedItems(query, ids),
    statementItems(service, companies, today),
    loadEmployerNumbers(service, ids),
  ])
  const dayOf = new Map(
    companies.map(({ id, jurisdiction }) => [id, service.clock.today(countryOf(jurisdiction).timeZone)]),
  )
  const late = (companyId: number, due: CivilDate) => due < (dayOf.get(companyId) ?? today)
  return [
    ...obligations(service, companies, {
      paydays,
      withheld: withPrior(withheld, prior, halfMonth),
      numbers,
      payments,
      periods,
      years,
      held,
    }),
    ...upcoming.map((run): Found => {
      const what = run.pay_run_id === null ? 'due' : 'draft'
      return {
        ...NOTHING,
        key: `pay-run:${run.pay_calendar_id ?? run.pay_period}:${run.period_end_date}`,
        kind: 'pay-run',
        what,
        status: run.is_late ? 'overdue' : 'open',
        due_date: run.pay_date,
        company_id: run.company_id,
        title: `${what === 'draft' ? 'Process the draft' : 'Start the pay run'} to ${run.period_end_date}`,
        people: run.employee_count,
        pay_run_id: run.pay_run_id,
        period_end_date: run.period_end_date,
      }
    }),
    ...requests.map(
      (row): Found => ({
        ...NOTHING,
        key: `request:${row.id}`,
        kind: 'request',
        what: row.kind,
        status: late(row.company_id, row.day) ? 'overdue' : 'open',
        due_date: row.day,
        company_id: row.company_id,
        title: `Answer the request of ${row.name}`,
        people: 1,
      }),
    ),
    ...refused.map(
      (row): Found => ({
        ...NOTHING,
        key: `lodgement:${row.id}`,
        kind: 'lodgement',
        what: row.status,
        status: 'failed',
        due_date: row.due_date,
        company_id: row.company_id,
        title: `The authority refused ${row.status === 'partial' ? 'part of ' : ''}the report of ${row.pay_date}`,
        people: row.people,
        submission_id: row.id,
      }),
    ),
    ...heldBack.map(
      (row): Found => ({
        ...NOTHING,
        key: `held-back:${row.id}`,
        kind: 'held-back',
        what: row.reason ?? 'held back',
        status: late(row.company_id, row.due_date) ? 'overdue' : 'open',
        due_date: row.due_date,
        company_id: row.company_id,
        title: `Held back from the report of ${row.pay_date}: ${namesOf(row.names)}`,
        people: row.names.length,
        submission_id: row.id,
      }),
    ),
    ...esct.map(
      (row): Found => ({
        ...NOTHING,
        key: `esct-rates:${row.from}`,
        kind: 'esct-rates',
        what: 'due',
        status: late(row.company_id, row.from) ? 'overdue' : 'open',
        due_date: row.from,
        company_id: row.company_id,
        title: `Approve the ESCT rates from ${row.from}`,
        people: row.people,
      }),
    ),
    ...mails.map(
      (row): Found => ({
        ...NOTHING,
        key: `payslip-mail:${row.pay_date}`,
        kind: 'payslip-mail',
        what: 'failed',
        status: 'failed',
        due_date: row.pay_date,
        company_id: row.company_id,
        title: `Payslips of ${row.pay_date} could not be e-mailed`,
        people: row.people,
      }),
    ),
    ...returned.map((item): Found => ({ ...NOTHING, ...item })),
    ...statements.map((item): Found => ({ ...NOTHING, ...item })),
    ...unusual.map((item): Found => ({ ...NOTHING, ...item })),
  ]
}

/** The same obligation: of one kind, for one payday, period or year, and under one number of the employer. */
const isSame = (a: Obligation, b: Obligation) =>
  a.kind === b.kind && a.reference === b.reference && a.employer?.identity_id === b.employer?.identity_id

function keyOf(row: Obligation, all: readonly Obligation[]): string {
  const { kind, reference, due_date, employer } = row
  const isOne = all.filter((other) => isSame(row, other)).length === 1
  const number = employer?.identity_id ? `:number-${employer.identity_id}` : ''
  return `obligation:${kind}:${reference}${number}${isOne ? '' : `:${due_date}`}`
}

type Owed = {
  paydays: Awaited<ReturnType<typeof openPaydays>>
  withheld: Awaited<ReturnType<typeof withheldSince>>
  numbers: Awaited<ReturnType<typeof loadEmployerNumbers>>
  payments: Awaited<ReturnType<typeof loadOfficePayments>>
  periods: Awaited<ReturnType<typeof loadPaidPeriods>>
  years: Awaited<ReturnType<typeof yearReportsOf>>
  held: Awaited<ReturnType<typeof loadStillHeld>>
}

function obligations(service: Service, companies: readonly WorkCompany[], rows: Owed): Found[] {
  const byCompany = <T extends { company_id: number }>(list: readonly T[]) => {
    const groups = Map.groupBy(list, (row) => row.company_id)
    return (id: number) => groups.get(id) ?? []
  }
  const [paydaysOf, withheldOf] = [byCompany(rows.paydays), byCompany(rows.withheld)]
  const [paidOf, periodsOf] = [byCompany(rows.payments), byCompany(rows.periods)]
  return companies.flatMap((company) => {
    const { id } = company
    const owed = [
      ...obligationsOf(service, company, {
        open: paydaysOf(id),
        withheld: withheldOf(id),
        numbers: rows.numbers.get(id),
        paid: paidOf(id),
        periods: periodsOf(id),
        held: rows.held.get(id) ?? [],
      }),
      ...(rows.years.get(id) ?? []),
    ]
    // A payday with another open correction is listed once, as open. Super of a payday may have several due dates.
    const once = owed.filter(
      (row, place) => row.kind === 'super' || place === owed.findIndex((other) => isSame(row, other)),
    )
    return once.flatMap((row): Found[] => {
      const status = OPEN[row.status]
      if (!status) return []
      return [
        {
          ...NOTHING,
          key: keyOf(row, once),
          kind: 'obligation',
          what: row.kind,
          status,
          due_date: row.due_date,
          company_id: company.id,
          title: `${TITLES[row.kind]} for ${row.reference}${row.employer ? ` (${nameNumber(row.employer)})` : ''}`,
          people: row.employees.length,
          amount: row.amount,
          submission_id: row.submission_id,
        },
      ]
    })
  })
}

/** ESCT rates of a new tax year that are still open, in countries that tax contributions. */
function openEsct(service: Service, companies: readonly WorkCompany[], today: CivilDate) {
  const taxed = companies.filter(({ jurisdiction }) => countryOf(jurisdiction).retirement.isContributionTaxed)
  return listOpenRollOvers(
    service,
    taxed.map(({ id }) => id),
    today,
  )
}

const NAMED_MAX = 3

const namesOf = (names: readonly string[]) => nameSome(names, NAMED_MAX, String)

/** Filed adjustments of earlier periods' PAYE, for companies whose authority accepts such lines. */
async function priorPaye(query: Queryable, companies: readonly WorkCompany[]): Promise<PriorPaye[]> {
  const groups = [...Map.groupBy(companies, ({ jurisdiction }) => countryOf(jurisdiction).authority)].filter(
    ([authority]) => !authority.isYearToDate,
  )
  const found = await Promise.all(
    groups.map(([{ code }, own]) =>
      loadPriorPaye(
        query,
        own.map(({ id }) => id),
        code,
      ),
    ),
  )
  return found.flat()
}

/** An adjustment is paid with the half month of the payday that it was filed with. */
const halfMonth = (payDate: CivilDate) => `${payDate.slice(0, 7)} ${Number(payDate.slice(8)) > 15}`
