import { countryOf } from '../../../../countries/index.ts'
import type { Line } from '../lines/lines.ts'
import type { PayCreate } from '../request/schema.ts'
import type { PayJob } from './pay-job.ts'

/**
 * True for a payment after the employee's death. It goes to the estate, and the standing deductions and sacrifices have
 * ended.
 */
function isPaidToEstate({ employee, termination, timing }: PayJob, country: string): boolean {
  const { deceased_on } = employee
  if (termination) return countryOf(country).finalPay.isDeath(termination)
  return deceased_on !== null && timing.payDate > deceased_on
}

/** Removes standing deductions and sacrifices that ended with a death. Those named in the request stay. */
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
