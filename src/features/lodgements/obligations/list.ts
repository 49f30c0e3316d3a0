import type { Selectable } from 'kysely'
import type { Authority, OfficePayments } from '../../../countries/contract/authority.ts'
import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PaydaysTable } from '../../../database/tables/reporting.ts'
import { addYears, type CivilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { type EmployerNumber, employerOf, loadEmployerNumbers } from './employer-numbers.ts'
import { loadOfficePeriods, type OfficePeriod, periodsOf } from './office-periods.ts'
import type { OwedSums } from './owed-sums.ts'
import type { OfficePayment } from './payment-queries.ts'
import { loadPaidPeriods, loadPaydays, type PaidPeriodRow, type PaydayRow } from './queries.ts'
import { loadReports, paydayReports, type StillHeld, withStillHeld, yearUpdates } from './reports.ts'
import type { Obligation, ObligationQuery } from './schema.ts'
import { skippedPeriods } from './skipped.ts'
import { loadChangedYears, yearEnds } from './year-ends.ts'

/** The company's obligations, by due date. */
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
  const offices = await loadOfficePeriods(service, company, paydays)
  const numbers = (await loadEmployerNumbers(service, [company.id])).get(company.id)
  const all = [
    ...paydayReports(await loadReports(query, company, paydays), today, authority, service.rates),
    ...(authority.isYearToDate
      ? [
          ...yearUpdates(
            await loadChangedYears(query, [company.id], company.jurisdiction),
            today,
            authority,
            service.rates,
          ),
          ...(await yearEnds(service, query, company, paydays, today, authority)),
        ]
      : []),
    ...(retirement.contributionFile ? superPayments(kept, today) : []),
    ...offices.periods.map((period) =>
      paymentOf({ ...authority.payments, office: authority.code }, period, {
        numbers,
        rates: service.rates,
        today,
      }),
    ),
    ...(await furtherPayments(service, company, paydays, { numbers, today })),
  ]
  const yearBack = addYears(today, -1)
  const skipped = skippedPeriods(await loadPaidPeriods(query, [company.id], yearBack))
  return [...all, ...skipped]
    .filter(({ due_date: due }) => !filter.from_date || due >= filter.from_date)
    .filter(({ due_date: due }) => !filter.to_date || due <= filter.to_date)
    .filter(({ status }) => !filter.status || status === filter.status)
    .sort((a, b) => compare(a.due_date, b.due_date) || compare(a.kind, b.kind))
}

type CachedRows = {
  /** Paydays on which something is still open. */
  open: readonly Selectable<PaydaysTable>[]
  withheld: readonly OwedSums[]
  /** The employer's numbers, if there are several. */
  numbers: readonly EmployerNumber[] | undefined
  paid: readonly OfficePayment[]
  periods: readonly PaidPeriodRow[]
  held: readonly StillHeld[]
}

/**
 * The obligations that follow from cached totals: open paydays, withheld amounts and periods without a pay.
 * Used for lists across many companies, so employees have no names here.
 */
export function obligationsOf(
  service: Service,
  { jurisdiction }: Pick<Company, 'jurisdiction'>,
  { open, withheld, numbers, paid, periods, held }: CachedRows,
): Obligation[] {
  const { authority, retirement, timeZone } = countryOf(jurisdiction)
  const today = service.clock.today(timeZone)
  const unnamed = (ids: readonly number[]) => ids.map((id) => ({ id, name: '' }))
  const paydays = open.map((row) => ({
    ...row,
    missing: unnamed(row.missing),
    changed: unnamed(row.changed),
    super: row.super.map((due) => ({ ...due, employees: unnamed(due.employee_ids ?? []) })),
  }))
  const reported = paydays.filter((row) => row.pays > 0)
  return [
    ...paydayReports(
      withStillHeld(reported, held, (id) => ({ id, name: '' })),
      today,
      authority,
      service.rates,
    ),
    ...(retirement.contributionFile ? superPayments(paydays, today) : []),
    ...officesOf(authority).flatMap((office) =>
      periodsOf(service.rates, office, withheld, paid, today).map((period) =>
        paymentOf(office, { ...period, usualReference: null }, { numbers, rates: service.rates, today }),
      ),
    ),
    ...skippedPeriods(periods),
  ]
}

type Office = OfficePayments & { office: string }

const officesOf = ({ code, payments, furtherPayments: further }: Authority): Office[] => [
  { ...payments, office: code },
  ...further,
]

/** Deductions payable to offices other than the tax office. */
async function furtherPayments(
  service: Service,
  company: Company,
  paydays: readonly PaydayRow[],
  { numbers, today }: { numbers: readonly EmployerNumber[] | undefined; today: CivilDate },
): Promise<Obligation[]> {
  const listed: Obligation[] = []
  for (const office of countryOf(company.jurisdiction).authority.furtherPayments) {
    const { periods } = await loadOfficePeriods(service, company, paydays, office)
    const { rates } = service
    listed.push(...periods.map((period) => paymentOf(office, period, { numbers, rates, today })))
  }
  return listed
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
        employees: row.employees,
        payment: paidOf(row, today, SUPER_CHARGE),
      }
    }),
  )
}

/** Super counts as paid when the fund receives it. The guarantee charge applies to late contributions. */
const SUPER_CHARGE =
  'The super guarantee charge may apply: the shortfall, notional earnings and an administrative uplift.'

function paidOf(
  row: PaydayRow['super'][number],
  today: CivilDate,
  charge: string,
): NonNullable<Obligation['payment']> {
  const paidOn = row.paid_on ?? null
  const isPaid = decimal(row.paid).gte(decimal(row.owed))
  const isLate = (isPaid ? (paidOn ?? '') : today) > row.due_date
  return {
    owed: Number(row.owed),
    paid: Number(row.paid),
    paid_on: paidOn,
    references: [],
    usual_reference: null,
    is_late: isLate,
    charge: isLate ? charge : null,
    parts: [],
  }
}

function paymentOf(
  { kind, lateCharge, office, dateNote }: Office,
  period: OfficePeriod,
  {
    numbers,
    rates,
    today,
  }: { numbers: readonly EmployerNumber[] | undefined; rates: Rates; today: CivilDate },
): Obligation {
  const { start, end, due, amount, paid, paidOn, usualReference } = period
  const isPaid = paid.gte(amount)
  // Nothing is late where nothing is owed, as in a period whose pays were deleted.
  const isLate = amount.gt(ZERO) && (isPaid ? (paidOn ?? '') : today) > due
  return {
    kind,
    authority: office,
    period_start: start,
    period_end: end,
    due_date: due,
    due_date_note: dateNote?.(rates, today) ?? null,
    amount: Number(amount.minus(paid).toFixed(2)),
    status: isPaid ? 'done' : due < today ? 'overdue' : 'open',
    reference: `${start}/${end}`,
    submission_id: null,
    employees: [],
    ...employerOf(numbers, period.identityId),
    payment: {
      owed: Number(amount.toFixed(2)),
      paid: Number(paid.toFixed(2)),
      paid_on: paidOn,
      references: period.references,
      usual_reference: usualReference,
      is_late: isLate,
      charge: isLate ? lateCharge : null,
      parts: Object.entries(period.parts).map(([name, part]) => ({ name, amount: Number(part.toFixed(2)) })),
    },
  }
}
