import { countryOf } from '../../../../countries/index.ts'
import type { Line } from '../lines/lines.ts'
import type { PayCreate } from '../request/schema.ts'
import type { PayJob } from './pay-job.ts'

/** Paid after the employee died: the money is the estate's, and the employee's standing deductions and sacrifices have ended. */
function isPaidToEstate({ employee, termination, timing }: PayJob, country: string): boolean {
  const { deceased_on } = employee
  if (termination) return countryOf(country).finalPay.isDeath(termination)
  return deceased_on !== null && timing.payDate > deceased_on
}

/** A job whose standing deductions and sacrifices ended with a death; those that the request names stay. */
export function endStandingItems(job: PayJob, country: string): PayJob {
  if (!isPaidToEstate(job, country)) return job
  const request: PayCreate | null = job.request && {
    ...job.request,
    deductions: job.request.deductions ?? [],
    pay_sacrifices: job.request.pay_sacrifices ?? [],
  }
  return { ...job, request, lines: job.lines?.filter((line) => !isStanding(line)) ?? null }
}

const isStanding = ({ kind, details }: Line) =>
  (kind === 'deduction' || kind === 'sacrifice') && details.is_auto === true
