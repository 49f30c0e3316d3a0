import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { invalid, notFound } from '../../../kernel/problem.ts'
import { addDays, addYears, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { withOpening } from '../../pays/opening-balances/index.ts'
import { reconstructSnapshots } from '../../pays/snapshots/index.ts'
import { printBrandOf } from '../../platform/branding/index.ts'
import { drawPayslip, type Payslip } from '../../platform/pdf/index.ts'
import { buildCertificate, buildEtpSummary, buildYearToDate } from './build.ts'
import { findEnding, requireEmployee, type Span, sumDeductions, sumMonths, sumSpan } from './load.ts'

type Dates = { from_date?: string; to_date?: string }

/** The year to date of an employee. Without dates, it covers the start of the tax year until today. */
export async function yearToDatePdf(service: Service, company: Company, employeeId: number, dates: Dates) {
  const { query } = service.database
  const employee = await requireEmployee(query, company, employeeId)
  const span = spanOf(
    dates,
    todayOf(service, company),
    (to) => countryOf(company.jurisdiction).law.taxYear(to).start,
  )
  await reconstructSnapshots(service, undefined, { companyId: company.id })
  const own = await sumSpan(query, company, employeeId, span)
  const sums = await withOpening(query, employeeId, span, own)
  const deductions = await sumDeductions(query, company, employeeId, span)
  return draw(service, company, buildYearToDate({ company, employee, span }, { own, sums }, deductions))
}

/** Earnings by month. Without dates, it covers the last twelve months. */
export async function certificatePdf(service: Service, company: Company, employeeId: number, dates: Dates) {
  const { query } = service.database
  const employee = await requireEmployee(query, company, employeeId)
  const today = todayOf(service, company)
  const span = spanOf(dates, today, (to) => addDays(addYears(to, -1), 1))
  const months = await sumMonths(query, company, employeeId, span)
  return draw(service, company, buildCertificate({ company, employee, span }, months, today))
}

/** The termination payments of the employee's last termination. */
export async function etpSummaryPdf(service: Service, company: Company, employeeId: number) {
  const { query } = service.database
  const employee = await requireEmployee(query, company, employeeId)
  const ending = await findEnding(query, company, employeeId)
  if (!ending || !countryOf(company.jurisdiction).finalPay.hasPaymentSummary)
    throw notFound('There is no processed termination of this employee with termination payments.')
  const span = { from: ending.payDate, to: ending.payDate }
  return draw(service, company, buildEtpSummary({ company, employee, span }, ending.result, ending.payDate))
}

async function draw(service: Service, company: Company, content: Payslip): Promise<Buffer> {
  return drawPayslip(content, service.clock.now(), await printBrandOf(service, company.customer_id))
}

function spanOf(dates: Dates, today: CivilDate, startOf: (to: CivilDate) => CivilDate): Span {
  const to = dates.to_date === undefined ? today : civilDate(dates.to_date)
  const from = dates.from_date === undefined ? startOf(to) : civilDate(dates.from_date)
  if (to < from) throw invalid(['query', 'to_date'], 'to_date must not be before from_date')
  return { from, to }
}
