import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { daysBetween } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, greater, whole } from '../../../kernel/values/money.ts'
import { standardHours } from '../../../payroll/earnings.ts'
import { findPaidTwice } from '../../pays/pays/index.ts'
import type { Finding } from './finding.ts'
import { loadEnteredHours } from './queries.ts'

/** Weekly hours up to this limit are not treated as a typing error, whatever the standard hours are. */
const ORDINARY_WEEK = whole(60)
const DAYS_IN_WEEK = whole(7)

/**
 * Drafts with more hours than the period has, or far more than standard. A typing error is most costly in a
 * first run, which has no earlier run to compare with. The person who processes the run therefore has to
 * confirm them.
 */
export async function hoursBeyond(query: Queryable, run: PayRunRow): Promise<Finding[]> {
  const days = daysBetween(run.start_date, run.end_date) + 1
  const most = whole(24 * days)
  const entered = await loadEnteredHours(query, run)
  return entered.flatMap(({ employee_id, hours, per_day, per_week }) => {
    const worked = decimal(hours)
    const standard = standardHours(run.pay_period, {
      hoursPerDay: decimal(per_day),
      daysPerWeek: decimal(per_week),
    })
    const message = worked.gt(most)
      ? `${shown(worked)} hours are entered, but the ${days} days of the period have only ${shown(most)}.`
      : worked.gt(usualLimit(standard, days))
        ? `${shown(worked)} hours are entered; the standard hours of the period are ${shown(standard)}.`
        : null
    if (message === null) return []
    return [
      {
        area: 'pay',
        severity: 'look',
        employeeId: employee_id,
        message,
        many: 'have more hours than the period contains, or far more than their standard hours',
        mend: 'pay',
        needs_confirmation: true,
      },
    ]
  })
}

/** Drafts that pay days again whose leave an earlier pay has. The hours may have been entered before that pay was made. */
export async function paidTwice(tx: Tx, company: Company, run: PayRunRow): Promise<Finding[]> {
  const found = await findPaidTwice(tx, company, run, await loadEnteredHours(tx, run))
  return found.map(({ employeeId, message }) => ({
    area: 'pay',
    severity: 'look',
    employeeId,
    message,
    many: 'have hours on days whose leave an earlier pay has',
    mend: 'pay',
    needs_confirmation: true,
  }))
}

/**
 * Hours above twice the standard hours are unusual. The limit is at least 60 hours a week, so that a short
 * roster raises no alarm.
 */
function usualLimit(standard: Decimal, days: number): Decimal {
  return greater(standard.times(whole(2)), ORDINARY_WEEK.times(whole(days)).div(DAYS_IN_WEEK))
}

const shown = (hours: Decimal) => Number(hours.toFixed(2)).toLocaleString('en-AU')
