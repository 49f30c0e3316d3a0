import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import {
  type CivilDate,
  isCivilDate,
  type PayPeriod,
  periodEndFor,
  periodStartFor,
} from '../../../payroll/dates.ts'
import { present } from '../../../payroll/present.ts'
import { badRequest } from '../../../problem.ts'

/** The run of a period that a pay date selects: its end is the first on or after the date. Made when there is none. */
export async function ensureRun(
  tx: Tx,
  company: Company,
  payPeriod: PayPeriod,
  payDate: CivilDate,
  now: Date,
): Promise<PayRunRow> {
  const end = periodEndFor(payPeriod, payDate, company.pay_cycle_anchor)
  if (!isCivilDate(end)) throw badRequest(`No pay period ends on or after ${payDate}.`)
  const run = {
    company_id: company.id,
    pay_period: payPeriod,
    start_date: periodStartFor(payPeriod, end),
    end_date: end,
    created_at: now,
  }
  const found = await findRun(tx, run)
  if (found) return found
  await tx
    .insertInto('pay_runs')
    .values(run)
    .onConflict((on) => on.columns(['company_id', 'pay_period', 'end_date']).doNothing())
    .execute()
  return present(await findRun(tx, run))
}

function findRun(tx: Tx, run: Pick<PayRunRow, 'company_id' | 'pay_period' | 'end_date'>) {
  return tx
    .selectFrom('pay_runs')
    .selectAll()
    .where('company_id', '=', run.company_id)
    .where('pay_period', '=', run.pay_period)
    .where('end_date', '=', run.end_date)
    .executeTakeFirst()
}
