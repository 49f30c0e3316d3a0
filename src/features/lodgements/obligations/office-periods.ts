import type { DuePayment, OfficePayments } from '../../../countries/contract/authority.ts'
import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, smaller, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { noPays, type OwedSums, sumsByNumber, withPrior } from './owed-sums.ts'
import { loadOfficePayments, loadPriorPaye, type OfficePayment } from './payment-queries.ts'
import { loadPaydays, type PaydayRow } from './queries.ts'

/** A period payable to the tax office under one number of the employer, with the amount paid. */
export type OfficePeriod = DuePayment & {
  /** Null: the current numbers. */
  identityId: number | null
  paid: Decimal
  paidOn: CivilDate | null
  references: string[]
  /** The reference of the last payment under this number. */
  usualReference: string | null
}

/** The periods of a company, oldest first. */
export type OfficePeriods = {
  periods: OfficePeriod[]
  /** The days with pays, in order. */
  payDates: CivilDate[]
}

/** Amounts owed to the tax office or another office by period, and the amounts paid. */
export async function loadOfficePeriods(
  service: Service,
  company: Company,
  known?: readonly PaydayRow[],
  office?: OfficePayments,
): Promise<OfficePeriods> {
  const { query } = service.database
  const paydays = known ?? (await loadPaydays(service.database, company)).filter((row) => row.pays > 0)
  const { authority, timeZone } = countryOf(company.jurisdiction)
  const prior = authority.isYearToDate ? [] : await loadPriorPaye(query, [company.id], authority.code)
  const sums = withPrior(sumsByNumber(paydays), prior)
  const payments = await loadOfficePayments(query, [company.id])
  const today = service.clock.today(timeZone)
  return {
    periods: periodsOf(service.rates, office ?? authority.payments, sums, payments, today),
    payDates: sums.map((row) => row.pay_date).sort(),
  }
}

/** The periods of one company payable to an office under each of the employer's numbers, oldest first. */
export function periodsOf(
  rates: Rates,
  { kind, of }: OfficePayments,
  sums: readonly OwedSums[],
  payments: readonly OfficePayment[],
  today: CivilDate,
): OfficePeriod[] {
  const paid = payments.filter((payment) => payment.kind === kind)
  const [first] = [...sums, ...paid]
  if (!first) return []
  const identityIds = [
    ...new Set([
      ...sums.map((row) => row.identity_id),
      ...paid.map((payment) => (payment.is_for_any_number ? null : payment.identity_id)),
    ]),
  ]
  const usual = (identityId: number | null) =>
    paid.findLast((payment) => payment.reference !== null && isUnder(payment, identityId))?.reference ?? null
  const due = identityIds.toSorted(formersFirst).flatMap((identityId) => {
    const own = sums.filter((row) => row.identity_id === identityId)
    const without = paid.filter(
      (payment) =>
        (payment.is_for_any_number ? identityId === null : payment.identity_id === identityId) &&
        (payment.is_for_any_number ? sums : own).every((row) => !isIn(payment, row.pay_date)),
    )
    // A period whose pays were all deleted is still due on its day: a payday without amounts stands for it.
    const ends = [...new Set(without.map(({ period_end: end }) => end))]
    const deleted = ends.map((pay_date) =>
      noPays({ company_id: first.company_id, identity_id: identityId, pay_date }),
    )
    return of([...own, ...deleted], rates, today).map((period) => ({ ...period, identityId }))
  })
  const inOrder = due.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  return allocate(
    inOrder.map((period) => ({ ...period, usualReference: usual(period.identityId) })),
    paid,
  )
}

/** Null, the current numbers, comes after the former ones. */
const formersFirst = (a: number | null, b: number | null) =>
  (a ?? Number.POSITIVE_INFINITY) < (b ?? Number.POSITIVE_INFINITY) ? -1 : a === b ? 0 : 1

const isUnder = (
  payment: Pick<OfficePayment, 'identity_id' | 'is_for_any_number'>,
  identityId: number | null,
) => payment.is_for_any_number || payment.identity_id === identityId

const isIn = ({ period_start: start, period_end: end }: OfficePayment, day: CivilDate) =>
  day >= start && day <= end

type Allocated = Pick<
  OfficePayment,
  'period_start' | 'period_end' | 'amount' | 'paid_on' | 'reference' | 'identity_id' | 'is_for_any_number'
>

/**
 * A payment covers the periods within its own period and under its number, oldest first. Any remainder stays with the
 * last one. A period that owes nothing any more is listed as long as something was paid for it.
 */
export function allocate(
  due: readonly (DuePayment & Pick<OfficePeriod, 'identityId' | 'usualReference'>)[],
  payments: readonly Allocated[],
): OfficePeriod[] {
  const periods = due.map((period): OfficePeriod => ({ ...period, paid: ZERO, paidOn: null, references: [] }))
  for (const payment of payments) {
    let rest = decimal(payment.amount)
    const isWithin = ({ start, end, identityId }: OfficePeriod) =>
      start <= payment.period_end && end >= payment.period_start && isUnder(payment, identityId)
    if (!periods.some(isWithin)) periods.push(emptyPeriod(payment))
    const own = periods.filter(isWithin)
    for (const [place, period] of own.entries()) {
      const open = period.amount.minus(period.paid)
      const part = place === own.length - 1 ? rest : smaller(rest, open.lt(ZERO) ? ZERO : open)
      if (part.eq(ZERO)) continue
      rest = rest.minus(part)
      period.paid = period.paid.plus(part)
      period.paidOn = period.paidOn && period.paidOn > payment.paid_on ? period.paidOn : payment.paid_on
      if (payment.reference) period.references.push(payment.reference)
    }
  }
  return periods
}

const emptyPeriod = ({
  period_start: start,
  period_end: end,
  identity_id: identityId,
}: Allocated): OfficePeriod => ({
  start,
  end,
  due: end,
  amount: ZERO,
  parts: {},
  identityId,
  paid: ZERO,
  paidOn: null,
  references: [],
  usualReference: null,
})
