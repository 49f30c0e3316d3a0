import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { badRequest, conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { type EmployerNumber, employerOf, loadEmployerNumbers } from './employer-numbers.ts'
import { allocate, loadOfficePeriods, type OfficePeriod } from './office-periods.ts'
import {
  cancelOfficePayment,
  insertOfficePayments,
  loadOfficePayments,
  type OfficePayment,
} from './payment-queries.ts'
import type { OfficePaymentCreate, OfficePaymentView } from './schema.ts'

/** Records that a period, or everything due up to a date, was paid to the tax office. */
export async function payOffice(
  service: Service,
  company: Company,
  userId: number,
  body: OfficePaymentCreate,
): Promise<OfficePaymentView[]> {
  if ((body.period_end === undefined) === (body.until === undefined))
    throw badRequest('Send either period_end, for one period, or until, for everything due up to that day.')
  if (body.until !== undefined && body.amount !== undefined)
    throw badRequest('amount belongs to one period: send it with period_end.')
  if (body.amount !== undefined && !decimal(String(body.amount)).gt(ZERO))
    throw invalid(['body', 'amount'], 'amount must be above zero')
  const { authority, timeZone } = countryOf(company.jurisdiction)
  const today = service.clock.today(timeZone)
  if (body.paid_on > today) throw invalid(['body', 'paid_on'], `paid_on must not be after today (${today})`)
  const office = [authority.payments, ...authority.furtherPayments].find(
    ({ kind }) => kind === (body.kind ?? authority.payments.kind),
  )
  if (!office) throw invalid(['body', 'kind'], `kind ${body.kind} is not paid in this country`)
  const numbers = (await loadEmployerNumbers(service, [company.id])).get(company.id)
  requireNumber(numbers, body.identity_id)
  const { periods: due, payDates } = await loadOfficePeriods(service, company, undefined, office)
  return service.database.transaction(async (tx) => {
    // Two people may record it at the same time: only the first one finds it open.
    await lockCompanyPays(tx, company.id)
    const payments = await loadOfficePayments(tx, [company.id])
    const own = payments.filter(({ kind }) => kind === office.kind)
    const rows = requireRows(allocate(due, own), body, payDates).map(({ period, amount }) => ({
      customer_id: company.customer_id,
      company_id: company.id,
      kind: office.kind,
      period_start: period.start,
      period_end: period.end,
      amount: amount.toFixed(2),
      paid_on: civilDate(body.paid_on),
      reference: body.reference ?? null,
      identity_id: period.identityId,
      created_by: userId,
      created_at: service.clock.now(),
    }))
    return (await insertOfficePayments(tx, rows)).map((row) => viewPayment(row, numbers))
  })
}

function requireNumber(
  numbers: readonly EmployerNumber[] | undefined,
  identityId: number | null | undefined,
): void {
  if (identityId === undefined || identityId === null) return
  if (!numbers?.some((number) => number.identity_id === identityId))
    throw invalid(
      ['body', 'identity_id'],
      'This is not an employer number of the company: choose one that an obligation names, or none for the current numbers',
    )
}

type PaidPeriod = { period: OfficePeriod; amount: Decimal }

/** The periods that are paid, with their amounts. */
function requireRows(
  periods: readonly OfficePeriod[],
  body: OfficePaymentCreate,
  payDates: readonly CivilDate[],
): PaidPeriod[] {
  const meant = periods.filter((period) => isMeant(period, body))
  if (meant.length === 0) throw badRequest('There is no such period with something to pay.')
  if (body.amount !== undefined && new Set(meant.map(({ identityId }) => identityId)).size > 1)
    throw invalid(
      ['body', 'identity_id'],
      'The period is owed under several employer numbers: send identity_id, the number that was paid',
    )
  const rows = meant.flatMap((period) => {
    const amount = body.amount === undefined ? period.amount.minus(period.paid) : decimal(String(body.amount))
    return amount.gt(ZERO) ? [{ period, amount }] : []
  })
  if (rows.length === 0)
    throw conflict('This period is already paid. Send amount to record another payment of the period.')
  const firstPay = ({ start, end }: OfficePeriod) =>
    payDates.find((day) => day >= start && day <= end) ?? start
  const early = rows.map(({ period }) => firstPay(period)).find((day) => body.paid_on < day)
  if (early)
    throw invalid(
      ['body', 'paid_on'],
      `paid_on must not be before the first pay of the period, which is on ${early}`,
    )
  return rows
}

const isMeant = (
  { start, end, due, identityId }: OfficePeriod,
  { period_end: day, until, identity_id: wanted }: OfficePaymentCreate,
) =>
  (wanted === undefined || wanted === identityId) &&
  (day === undefined ? due <= (until ?? '') : start <= day && end >= day)

export async function listOfficePayments(service: Service, company: Company): Promise<OfficePaymentView[]> {
  const payments = await loadOfficePayments(service.database.query, [company.id])
  const numbers = (await loadEmployerNumbers(service, [company.id])).get(company.id)
  return payments.map((row) => viewPayment(row, numbers))
}

/** Cancels the record of a payment that was not made. */
export async function unpayOffice(service: Service, company: Company, id: number): Promise<void> {
  const { database, clock } = service
  if (!(await cancelOfficePayment(database.query, company.id, id, clock.now())))
    throw notFound(`No payment of this company to its tax office has the id ${id}.`)
}

const viewPayment = (
  row: OfficePayment,
  numbers: readonly EmployerNumber[] | undefined,
): OfficePaymentView => ({
  id: row.id,
  kind: row.kind,
  period_start: row.period_start,
  period_end: row.period_end,
  amount: Number(row.amount),
  paid_on: row.paid_on,
  reference: row.reference,
  ...(row.is_for_any_number ? {} : employerOf(numbers, row.identity_id)),
})
