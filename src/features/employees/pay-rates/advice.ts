import type { Employee } from '../../../database/tables/employees.ts'
import { draftsKeep, keptOtherwise } from '../../../http/view.ts'
import type { Price } from './price.ts'
import type {
  CompanyPayRateUpdate,
  CompanyPayRateView,
  EmployeePayRateUpdate,
  EmployeePayRateView,
} from './schema.ts'

type Shown = { rate: number | null; multiplier: number | null }

/** Warns about the price type that was dropped, and about drafts that still use the old price. */
export function priceAdvice(before: Price, after: Shown, drafts: number): string[] {
  const ended = (['rate', 'multiplier'] as const)
    .filter((name) => before[name] !== null && after[name] === null)
    .map(
      (name) => `${name} ${Number(before[name])} is removed: a pay rate has either a rate or a multiplier.`,
    )
  const isMoved =
    Number(before.rate) !== Number(after.rate) || Number(before.multiplier) !== Number(after.multiplier)
  return [...ended, ...(isMoved ? draftsKeep(drafts, 'the old rate') : [])]
}

export function companyRateAdvice(body: CompanyPayRateUpdate, view: CompanyPayRateView): string[] {
  const { employee_ids: ids = [], ...members } = body
  const repeated = ids.length - new Set(ids).size
  return [
    ...keptOtherwise(members, view),
    ...(repeated > 0 ? ['employee_ids names an employee more than once; each counts once.'] : []),
  ]
}

/** Warns about employees for whom the rate is no longer listed. */
export function unlistedAdvice(before: CompanyPayRateView, after: CompanyPayRateView): string[] {
  const gone = before.employee_ids.filter((id) => !after.employee_ids.includes(id))
  if (gone.length === 0) return []
  return [
    `The rate is no longer listed for the employees ${gone.join(', ')}; they can still be paid by its reference.`,
  ]
}

export function ownRateAdvice(
  body: EmployeePayRateUpdate,
  view: EmployeePayRateView,
  employee: Employee,
): string[] {
  const hasNoBase = view.multiplier !== null && employee.pay_rate_per_hour === null
  return [
    ...keptOtherwise(body, view),
    ...(hasNoBase ? ['multiplier has nothing to multiply until the employee has a pay_rate_per_hour.'] : []),
  ]
}
