import { decimal } from '../../../../kernel/values/money.ts'
import type { PayCountry } from '../country/types.ts'
import { atOwnRate } from './base-rate.ts'
import type { HoursDetails, Line } from './lines.ts'
import { type EmployeeItems, ownAmountPerHour } from './match.ts'
import { rateNamed, ratesOn } from './pay-rates.ts'

type Options = { country: PayCountry; isWorkersComp: boolean }

/**
 * Updates a stored row to the terms now recorded for its day. Hours and leave at the employee's rate, or a multiple of
 * it, follow that rate. Rates that were sent, and named rates with a fixed amount, stay.
 */
export function renewedLine(line: Line, known: EmployeeItems, options: Options): Line {
  if (line.kind === 'hours') {
    const rate = hoursRate(line.details, known, options)
    return rate === null ? line : { ...line, details: { ...line.details, rate } }
  }
  if (line.kind !== 'leave') return line
  const { leave_type, date, has_own_rate, multiplier } = line.details
  if (has_own_rate && multiplier === null) return line
  const own = has_own_rate ? null : ownAmountPerHour(leave_type, known, options)
  const { ratePerHour } = ratesOn(known, date)
  if (own === null && ratePerHour === null) return line
  const rate =
    own ??
    decimal(ratePerHour ?? '0')
      .times(decimal(multiplier ?? '1'))
      .toFixed()
  return { ...line, details: atOwnRate(line.details, rate) }
}

/** The new rate of an hours row, or null to keep its rate. */
function hoursRate(details: HoursDetails, known: EmployeeItems, { isWorkersComp }: Options): string | null {
  if (isWorkersComp && known.workersCompPerHour !== null) return known.workersCompPerHour
  if (details.has_own_rate !== false) return null
  const { ratePerHour } = ratesOn(known, details.date)
  const multiplier = multiplierOf(details, known)
  if (ratePerHour === null || multiplier === null) return null
  return decimal(ratePerHour).times(decimal(multiplier)).toFixed()
}

/** The multiple of the ordinary rate, or null if the rate is not a multiple of it. */
function multiplierOf(details: HoursDetails, known: EmployeeItems): string | null {
  if (details.multiplier !== null) return details.multiplier
  if (!details.rate_reference && !details.rate_description) return '1'
  const named = rateNamed(details, known)
  return named && named.rate === null ? (named.multiplier ?? '1') : null
}
