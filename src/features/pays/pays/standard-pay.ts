import { decimal, smaller, sum } from '../../../kernel/values/money.ts'
import { standardHours } from '../../../payroll/earnings.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { WaitingLeave } from '../../employees/requests/index.ts'
import type { PayEmployee } from './job/pay-employee.ts'
import type { PayJob } from './job/pay-job.ts'
import type { PayCreate } from './request/schema.ts'

/** Granted leave takes the place of ordinary hours; a day before the period was paid as worked, and is made good here. */
export function withLeave(job: PayJob, days: readonly WaitingLeave[]): PayJob {
  if (days.length === 0) return job
  let taken = sum(days.map((day) => decimal(day.hours)))
  const hours = (job.request?.hours ?? []).flatMap((row) => {
    if (row.is_overtime || row.units !== 'hours') return [row]
    const worked = decimal(String(row.value))
    const less = smaller(worked, taken)
    taken = taken.minus(less)
    return less.eq(worked) ? [] : [{ ...row, value: worked.minus(less).toFixed() }]
  })
  const late = days.filter((day) => day.date < job.run.start_date)
  return {
    ...job,
    request: { ...job.request, hours, leave: days.map(({ requestId: _request, ...row }) => row) },
    notes: [
      ...(job.notes ?? []),
      ...late.map(
        (day) =>
          `${day.description} on ${day.date} was granted after its period was paid: it takes the place of hours of this one.`,
      ),
    ],
  }
}

/** The period's standard hours at the ordinary rate; none for an employee who has no rate. */
export function standardRow(employee: PayEmployee, period: PayPeriod): NonNullable<PayCreate['hours']> {
  if (employee.pay_rate_per_hour === null) return []
  const value = standardHours(period, {
    hoursPerDay: decimal(employee.standard_hours_per_day),
    daysPerWeek: decimal(String(employee.standard_days_per_week)),
  }).toFixed()
  return [{ description: 'Ordinary hours', units: 'hours', value }]
}
