import type { Selectable } from 'kysely'
import type { Authority, DuePayment, PaydaySums } from '../../../countries/contract/authority.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PaydaysTable } from '../../../database/tables/reporting.ts'
import { addYears, auIncomeYear, type CivilDate, partsOf } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { listChangedYears, listUnpaidPayees } from '../single-touch/index.ts'
import { loadPaidPeriods, loadPaydays, loadYearPayees, type PaydayRow } from './queries.ts'
import { finalisations, loadReports, paydayReports, yearUpdates } from './reports.ts'
import type { Obligation, ObligationQuery } from './schema.ts'
import { skippedPeriods } from './skipped.ts'

/** What the company owes to whom and by when, by due date. */
export async function listObligations(
  service: Service,
  company: Company,
  filter: ObligationQuery,
): Promise<Obligation[]> {
  const { query } = service.database
  const kept = await loadPaydays(service.database, company)
  const paydays = kept.filter((row) => row.pays > 0)
  const today = service.clock.today(countryOf(company.jurisdiction).timeZone)
  const { authority, retirement } = countryOf(company.jurisdiction)
  const all = [
    ...paydayReports(
      await loadReports(query, company.id, authority.code, paydays),
      today,
      authority,
      service.rates,
    ),
    ...(authority.isYearToDate
      ? [
          ...yearUpdates(await listChangedYears(query, company.id), today, authority, service.rates),
          ...(await yearEnds(query, company, paydays, today, authority)),
        ]
      : []),
    ...(retirement.contributionFile ? superPayments(kept, today) : []),
    ...authority.payments
      .of(paydays, service.rates, today)
      .map((payment) => paymentOf(authority, payment, today)),
  ]
  const yearBack = addYears(today, -1)
  const skipped = skippedPeriods(await loadPaidPeriods(query, company.id, yearBack))
  return [...all, ...skipped]
    .filter(({ due_date: due }) => !filter.from_date || due >= filter.from_date)
    .filter(({ due_date: due }) => !filter.to_date || due <= filter.to_date)
    .filter(({ status }) => !filter.status || status === filter.status)
    .sort((a, b) => compare(a.due_date, b.due_date) || compare(a.kind, b.kind))
}

/**
 * What a company owes for paydays that are open and for what was withheld: the part of its obligations that follows from cached totals,
 * for lists over many companies. Employees have no names here.
 */
export function obligationsOf(
  service: Service,
  { jurisdiction }: Pick<Company, 'jurisdiction'>,
  open: readonly Selectable<PaydaysTable>[],
  withheld: readonly PaydaySums[],
): Obligation[] {
  const { authority, retirement, timeZone } = countryOf(jurisdiction)
  const today = service.clock.today(timeZone)
  const unnamed = (ids: readonly number[]) => ids.map((id) => ({ id, name: '' }))
  const paydays = open.map((row) => ({
    ...row,
    missing: unnamed(row.missing),
    changed: unnamed(row.changed),
  }))
  const reported = paydays.filter((row) => row.pays > 0)
  return [
    ...paydayReports(reported, today, authority, service.rates),
    ...(retirement.contributionFile ? superPayments(paydays, today) : []),
    ...authority.payments
      .of(withheld, service.rates, today)
      .map((payment) => paymentOf(authority, payment, today)),
  ]
}

/** The income years that are to be declared complete. */
async function yearEnds(
  query: Queryable,
  { id }: Company,
  paydays: readonly PaydayRow[],
  today: CivilDate,
  authority: Authority,
): Promise<Obligation[]> {
  const payees = await loadYearPayees(query, id, authority.code)
  const years = new Set([
    ...payees.map((payee) => payee.year),
    ...paydays.map((row) => partsOf(auIncomeYear(row.pay_date).end).year),
  ])
  const unpaid = new Map<number, Awaited<ReturnType<typeof listUnpaidPayees>>>()
  for (const year of years) unpaid.set(year, await listUnpaidPayees(query, id, year))
  return finalisations(paydays, payees, unpaid, { today, authority: authority.code })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function superPayments(paydays: readonly PaydayRow[], today: CivilDate): Obligation[] {
  return paydays.flatMap((payday) =>
    payday.super.map((row): Obligation => {
      const left = decimal(row.owed).minus(decimal(row.paid))
      const isPaid = left.lte(decimal('0'))
      return {
        kind: 'super',
        authority: 'SUPER_FUNDS',
        period_start: payday.pay_date,
        period_end: payday.pay_date,
        due_date: row.due_date,
        amount: Number(left.toFixed(2)),
        status: isPaid ? 'done' : row.due_date < today ? 'overdue' : 'open',
        reference: payday.pay_date,
        submission_id: null,
        employees: [],
      }
    }),
  )
}

function paymentOf({ code, payments }: Authority, due: DuePayment, today: CivilDate): Obligation {
  return {
    kind: payments.kind,
    authority: code,
    period_start: due.start,
    period_end: due.end,
    due_date: due.due,
    amount: Number(due.amount.toFixed(2)),
    status: due.due < today ? 'not-tracked' : 'open',
    reference: `${due.start}/${due.end}`,
    submission_id: null,
    employees: [],
  }
}
