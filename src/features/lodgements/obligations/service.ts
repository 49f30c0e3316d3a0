import { paygCycle, paygPeriod } from '../../../countries/au/law/payg-due.ts'
import { LAWS } from '../../../countries/index.ts'
import { payeDue } from '../../../countries/nz/law/payday-dates.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import {
  addYears,
  auIncomeYear,
  type CivilDate,
  daysInMonth,
  makeDate,
  nzTaxYear,
  partsOf,
} from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { listChangedYears, listUnpaidPayees } from '../single-touch/index.ts'
import { loadPaidPeriods, loadPaydays, loadYearPayees, type PaydayRow } from './queries.ts'
import {
  finalisations,
  loadReports,
  paydayFiling,
  paydayReports,
  SINGLE_TOUCH,
  yearUpdates,
} from './reports.ts'
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
  const today = service.clock.today(company.jurisdiction)
  const all =
    LAWS[company.jurisdiction].reportsTo === 'ATO'
      ? [
          ...paydayReports(await loadReports(query, company.id, 'ATO', paydays), today, SINGLE_TOUCH),
          ...yearUpdates(await listChangedYears(query, company.id), today),
          ...(await yearEnds(query, company, paydays, today)),
          ...superPayments(kept, today),
          ...withholding(service, paydays, today),
        ]
      : [
          ...paydayReports(
            await loadReports(query, company.id, 'IR', paydays),
            today,
            paydayFiling(service.rates.nz),
          ),
          ...payePayments(service, paydays, today),
        ]
  const yearBack = addYears(today, -1)
  const skipped = skippedPeriods(await loadPaidPeriods(query, company.id, yearBack))
  return [...all, ...skipped]
    .filter(({ due_date: due }) => !filter.from_date || due >= filter.from_date)
    .filter(({ due_date: due }) => !filter.to_date || due <= filter.to_date)
    .filter(({ status }) => !filter.status || status === filter.status)
    .sort((a, b) => compare(a.due_date, b.due_date) || compare(a.kind, b.kind))
}

/** The income years that are to be declared complete. */
async function yearEnds(
  query: Queryable,
  { id }: Company,
  paydays: readonly PaydayRow[],
  today: CivilDate,
): Promise<Obligation[]> {
  const payees = await loadYearPayees(query, id)
  const years = new Set([
    ...payees.map((payee) => payee.year),
    ...paydays.map((row) => partsOf(auIncomeYear(row.pay_date).end).year),
  ])
  const unpaid = new Map<number, Awaited<ReturnType<typeof listUnpaidPayees>>>()
  for (const year of years) unpaid.set(year, await listUnpaidPayees(query, id, year))
  return finalisations(paydays, payees, unpaid, today)
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

/** PAYG withholding by quarter, month or payday: the twelve months up to each payday decide. */
function withholding(service: Service, paydays: readonly PaydayRow[], today: CivilDate): Obligation[] {
  const { holidays, paygDue } = service.rates.au
  const rule = paygDue.at(today).value
  const isHoliday = (day: number) => holidays.days.has(day)
  const cycle = paygCycle(
    yearBefore(paydays, today, (row) => decimal(row.tax)),
    rule,
  )
  const periods = Map.groupBy(paydays, (row) => paygPeriod(row.pay_date, cycle, rule, isHoliday).end)
  return [...periods.values()].map((rows) => {
    const first = present(rows[0])
    const period = paygPeriod(first.pay_date, cycle, rule, isHoliday)
    return payment('payg-withholding', 'ATO', period, sum(rows.map((row) => decimal(row.tax))), today)
  })
}

function yearBefore(
  paydays: readonly PaydayRow[],
  today: CivilDate,
  amountOf: (row: PaydayRow) => Decimal,
): Decimal {
  const from = addYears(today, -1)
  return sum(paydays.filter((row) => row.pay_date > from && row.pay_date <= today).map(amountOf))
}

/** PAYE by month, or by half month for an employer whose PAYE and ESCT of the tax year before reached the law's limit. */
function payePayments(service: Service, paydays: readonly PaydayRow[], today: CivilDate): Obligation[] {
  const { twiceMonthlyFrom } = service.rates.nz.paydayDates.at(today).value.paye
  const byYear = Map.groupBy(paydays, (row) => nzTaxYear(row.pay_date).end)
  const isLarge = (payDate: CivilDate) => {
    const before = byYear.get(addYears(nzTaxYear(payDate).end, -1)) ?? []
    return sum(before.map((row) => decimal(row.paye_and_esct))).gte(twiceMonthlyFrom)
  }
  const periodOf = (row: PaydayRow) => payePeriod(row.pay_date, isLarge(row.pay_date))
  const periods = Map.groupBy(paydays, (row) => JSON.stringify(periodOf(row)))
  return [...periods.values()].map((rows) => {
    const { start, end, half } = periodOf(present(rows[0]))
    const { year, month } = partsOf(start)
    const due = payeDue({ year, month }, half, service.rates.nz)
    return payment('paye', 'IR', { start, end, due }, sum(rows.map((row) => decimal(row.deducted))), today)
  })
}

function payePeriod(payDate: CivilDate, isLarge: boolean) {
  const { year, month, day } = partsOf(payDate)
  const half: 'whole' | 'first' | 'second' = isLarge ? (day <= 15 ? 'first' : 'second') : 'whole'
  return {
    start: makeDate(year, month, half === 'second' ? 16 : 1),
    end: makeDate(year, month, half === 'first' ? 15 : daysInMonth(year, month)),
    half,
  }
}

function payment(
  kind: 'payg-withholding' | 'paye',
  authority: 'ATO' | 'IR',
  period: { start: CivilDate; end: CivilDate; due: CivilDate },
  amount: Decimal,
  today: CivilDate,
): Obligation {
  return {
    kind,
    authority,
    period_start: period.start,
    period_end: period.end,
    due_date: period.due,
    amount: Number(amount.toFixed(2)),
    status: period.due < today ? 'not-tracked' : 'open',
    reference: `${period.start}/${period.end}`,
    submission_id: null,
    employees: [],
  }
}
