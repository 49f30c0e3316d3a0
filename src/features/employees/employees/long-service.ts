import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { decimal, ONE, smaller, toPlaces, whole } from '../../../kernel/values/money.ts'
import type { EmployeeField } from './fields.ts'

const WEEKS_IN_YEAR = 52

type LongService = Pick<
  EmployeeFields,
  'accrue_lsl_per_hour' | 'is_lsl_enabled' | 'lsl_x_years' | 'lsl_accrued_x_years'
>

/**
 * The hourly accrual rate implied by a request that names none. It follows from the weeks per number of years. If long
 * service leave is switched on for someone who had none (a casual), the state's usual rate applies. Undefined leaves the
 * rate unchanged.
 */
export function impliedLslRate(
  fields: LongService,
  isGiven: (name: EmployeeField) => boolean,
  usual: string,
): string | undefined {
  const { lsl_x_years: years, lsl_accrued_x_years: weeks } = fields
  if (isGiven('accrue_lsl_per_hour')) return undefined
  const isSwitchedOn =
    isGiven('is_lsl_enabled') && fields.is_lsl_enabled && Number(fields.accrue_lsl_per_hour) === 0
  const saysWeeks = isGiven('lsl_x_years') || isGiven('lsl_accrued_x_years')
  if ((saysWeeks || isSwitchedOn) && years && weeks)
    return smaller(ONE, toPlaces(decimal(String(weeks)).div(whole(years * WEEKS_IN_YEAR)), 6)).toFixed()
  return isSwitchedOn ? usual : undefined
}

type Placed = LongService & Pick<EmployeeFields, 'state'>

/**
 * The rate after a move to another state: that of the new state, unless the request or an agreement set one. Undefined
 * leaves the rate unchanged.
 */
export function movedLslRate(
  before: Placed,
  after: Placed,
  isGiven: (name: EmployeeField) => boolean,
  rates: Readonly<Record<string, string>> | undefined,
): string | undefined {
  if (before.state === after.state || isGiven('accrue_lsl_per_hour')) return undefined
  return isRateOf(before.state, after, rates) ? rates?.[after.state] : undefined
}

/** Warns about an agreed rate that differs from that of the state moved to. */
export function moveAdvice(
  before: Placed | null,
  after: Placed,
  rates: Readonly<Record<string, string>> | undefined,
): string[] {
  const usual = rates?.[after.state]
  if (!before || before.state === after.state || !after.is_lsl_enabled || usual === undefined) return []
  if (isRateOf(after.state, after, rates)) return []
  return [
    `accrue_lsl_per_hour stays ${after.accrue_lsl_per_hour} after the move from ${before.state} to ${after.state}; the usual rate of ${after.state} is ${usual}.`,
  ]
}

const isRateOf = (
  state: string,
  { accrue_lsl_per_hour: rate }: LongService,
  rates: Readonly<Record<string, string>> | undefined,
) => rates?.[state] !== undefined && decimal(String(rate)).eq(decimal(rates[state]))
