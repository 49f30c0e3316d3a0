import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import { badRequest } from '../../../../kernel/problem.ts'
import { addDays, type CivilDate, isCivilDate } from '../../../../kernel/values/dates.ts'
import { present } from '../../../../kernel/values/present.ts'
import { DAYS_PAID_AHEAD } from '../../../../payroll/history.ts'
import { periodEndFor, periodStartFor } from '../../../../payroll/pay-periods.ts'
import { PAY_PERIODS } from '../../../../payroll/words.ts'
import type { PayCycle } from '../../../employer/pay-calendars/index.ts'

/** The payment date and the end of the period. Null for the period that includes the payment date. */
export type PayDates = { payDate: CivilDate; periodEnd: CivilDate | null }

/** The longest period in days. A run that includes a day ends within this number of days. */
const LONGEST_PERIOD = 31

/**
 * The company's runs that pays with these dates may belong to. The pay cycle is not known yet, so all are searched. All
 * periods are listed because the index has them before the day.
 */
export async function findRunsAround(
  tx: Tx,
  companyId: number,
  { payDate, periodEnd }: PayDates,
): Promise<PayRunRow[]> {
  const day = periodEnd ?? payDate
  const { rows } = await sql<PayRunRow>`
    select * from pay_runs where company_id = ${companyId} and pay_period = any(${PAY_PERIODS}::text[])
      and end_date between ${day}::date and ${day}::date + ${LONGEST_PERIOD}::int`.execute(tx)
  return rows
}

/** The run of the given period, or of the period that the pay date selects. Finds it in `around` or creates it. */
export async function ensureRun(
  tx: Tx,
  company: Company,
  cycle: PayCycle,
  dates: PayDates,
  around: readonly PayRunRow[],
  now: Date,
): Promise<PayRunRow> {
  const { payPeriod } = cycle
  const end = periodEndOf(cycle, dates)
  const run = {
    customer_id: company.customer_id,
    company_id: company.id,
    pay_period: payPeriod,
    pay_calendar_id: cycle.calendarId,
    start_date: periodStartFor(payPeriod, end),
    end_date: end,
    created_at: now,
  }
  const isSame = ({ pay_period, pay_calendar_id, end_date }: PayRunRow) =>
    pay_period === payPeriod && pay_calendar_id === cycle.calendarId && end_date === end
  const found = around.find(isSame)
  if (found) return found
  await tx
    .insertInto('pay_runs')
    .values(run)
    .onConflict((on) => on.doNothing())
    .execute()
  return present((await findRunsAround(tx, company.id, dates)).find(isSame))
}

/** The period that ends on the given day, or else the first that ends on or after the payment date. */
function periodEndOf({ payPeriod, anchor }: PayCycle, { payDate, periodEnd }: PayDates): CivilDate {
  const end = periodEndFor(payPeriod, periodEnd ?? payDate, anchor)
  if (!isCivilDate(end)) throw badRequest(`No pay period ends on or after ${periodEnd ?? payDate}.`)
  if (periodEnd === null) return end
  if (end !== periodEnd)
    throw badRequest(
      `No ${payPeriod} period ends on ${periodEnd}: the one that includes this day ends on ${end}. Send that day, or change the pay cycle.`,
    )
  if (periodEnd > addDays(payDate, DAYS_PAID_AHEAD))
    throw badRequest(
      `The period that ends on ${periodEnd} is paid at most ${DAYS_PAID_AHEAD} days ahead; the pay date is ${payDate}.`,
    )
  return end
}

/** Deletes drafts, and those of the runs that have no pay left. */
export async function deleteDrafts(
  tx: Tx,
  payIds: readonly number[],
  runIds: readonly number[],
): Promise<void> {
  await sql`delete from pay_lines where pay_id = any(${payIds}::int[])`.execute(tx)
  await sql`delete from pays where id = any(${payIds}::int[]) and status = 'pending'`.execute(tx)
  await sql`
    delete from pay_runs where id = any(${runIds}::int[])
      and not exists (select from pays where pays.pay_run_id = pay_runs.id)`.execute(tx)
}

/** Deletes a run with these drafts, which must be all its pays. Their lines and staged terminations are deleted too. */
export async function deleteRun(tx: Tx, runId: number, payIds: readonly number[]): Promise<void> {
  await sql`delete from pay_lines where pay_id = any(${payIds}::int[])`.execute(tx)
  await sql`delete from pays where id = any(${payIds}::int[]) and status = 'pending'`.execute(tx)
  await tx.deleteFrom('pay_runs').where('id', '=', runId).execute()
}
