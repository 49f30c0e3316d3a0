import type { DuePayment, OfficePayments, PaydaySums } from '../../../countries/contract/authority.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, smaller, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { loadOfficePayments, loadPriorPaye, type OfficePayment } from './payment-queries.ts'
import { loadPaydays, type PaydayRow } from './queries.ts'

/** A period payable to the tax office, with the amount paid. */
export type OfficePeriod = DuePayment & { paid: Decimal; paidOn: CivilDate | null; references: string[] }

/** The periods of a company, oldest first, and the last payment reference used. */
export type OfficePeriods = {
  periods: OfficePeriod[]
  usualReference: string | null
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
  const amountOf = new Map(prior.map((row) => [row.pay_date, row.amount]))
  const dates = new Set(paydays.map((row) => row.pay_date))
  // The pays of a payday may be deleted while an adjustment stays filed for it.
  const withoutPay = prior.flatMap((row) => (dates.has(row.pay_date) ? [] : [noPays(row.pay_date)]))
  const sums = [...paydays, ...withoutPay].map((row: PaydaySums) =>
    withPrior(row, amountOf.get(row.pay_date)),
  )
  const { kind, of } = office ?? authority.payments
  const payments = (await loadOfficePayments(query, [company.id])).filter((row) => row.kind === kind)
  const due = of(withPaidPeriods(sums, payments), service.rates, service.clock.today(timeZone))
  return {
    periods: allocate(
      due.toSorted((a, b) => (a.start < b.start ? -1 : 1)),
      payments,
    ),
    usualReference: payments.findLast((payment) => payment.reference !== null)?.reference ?? null,
    payDates: sums.map((row) => row.pay_date).sort(),
  }
}

/** A period whose pays were all deleted is still due on its day: a payday without amounts stands for it. */
export function withPaidPeriods(
  paydays: readonly PaydaySums[],
  payments: readonly Pick<OfficePayment, 'period_start' | 'period_end'>[],
): readonly PaydaySums[] {
  const ends = payments
    .filter(({ period_start: start, period_end: end }) =>
      paydays.every(({ pay_date: day }) => day < start || day > end),
    )
    .map(({ period_end: end }) => end)
  return [...paydays, ...[...new Set(ends)].map(noPays)]
}

const noPays = (payDate: CivilDate): PaydaySums => ({
  pay_date: payDate,
  tax: '0',
  deducted: '0',
  paye_and_esct: '0',
  parts: { child_support: '0' },
})

/** A filed adjustment of an earlier period's PAYE is paid with the payday it was filed with. */
export function withPrior<T extends PaydaySums>(row: T, prior: string | undefined): T {
  if (prior === undefined) return row
  const add = (amount: string) => decimal(amount).plus(prior).toFixed(2)
  return {
    ...row,
    deducted: add(row.deducted),
    paye_and_esct: add(row.paye_and_esct),
    parts: { ...row.parts, paye: add(row.parts.paye ?? '0') },
  }
}

/**
 * A payment covers the periods within its own period, oldest first. Any remainder stays with the last one. A period
 * that owes nothing any more is listed as long as something was paid for it.
 */
export function allocate(
  due: readonly DuePayment[],
  payments: readonly Pick<
    OfficePayment,
    'period_start' | 'period_end' | 'amount' | 'paid_on' | 'reference'
  >[],
): OfficePeriod[] {
  const periods = due.map((period): OfficePeriod => ({ ...period, paid: ZERO, paidOn: null, references: [] }))
  for (const payment of payments) {
    let rest = decimal(payment.amount)
    const isWithin = ({ start, end }: OfficePeriod) =>
      start <= payment.period_end && end >= payment.period_start
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
}: Pick<OfficePayment, 'period_start' | 'period_end'>): OfficePeriod => ({
  start,
  end,
  due: end,
  amount: ZERO,
  parts: {},
  paid: ZERO,
  paidOn: null,
  references: [],
})
