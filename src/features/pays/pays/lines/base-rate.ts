import { decimal, smaller } from '../../../../kernel/values/money.ts'
import type { LeaveDetails, Line, PricedLine } from './lines.ts'
import type { LineCountry } from './match.ts'

/*
 * New Zealand's law raises the rate of leave to an average of the pay history. A pay that is calculated again starts from the rate
 * before that, so that a lower average lowers the rate too.
 */

/** The rows with the rates from which the law prices them. */
export function withBaseRates(lines: readonly Line[]): readonly Line[] {
  if (!lines.some((line) => line.kind === 'leave' && line.details.base_rate !== undefined)) return lines
  return lines.map((line) =>
    line.kind === 'leave' && line.details.base_rate !== undefined
      ? { ...line, details: { ...line.details, rate: line.details.base_rate } }
      : line,
  )
}

/** Sets the rate that the law gives a leave row, and keeps the previous rate. */
export function atLawRate(details: LeaveDetails, rate: string): LeaveDetails {
  const { base_rate = details.rate, ...rest } = details
  return decimal(rate).eq(decimal(base_rate)) ? { ...rest, rate } : { ...rest, rate, base_rate }
}

/** Sets a rate that was entered or agreed rather than set by law. */
export function atOwnRate({ base_rate: _, ...details }: LeaveDetails, rate: string): LeaveDetails {
  return { ...details, rate }
}

/**
 * Keeps the rate of a leave row that the law did not raise, if the hourly rate at the end of the period is lower: the row is for an
 * earlier day, and without its rate it would be taken for one that the law raised.
 */
export function keepBaseRates(
  lines: readonly PricedLine[],
  ratePerHour: string | null,
  country: LineCountry,
): PricedLine[] {
  return lines.map((line) => {
    if (line.kind !== 'leave' || rememberBaseRate(line, ratePerHour, country) === line) return line
    return { ...line, details: { ...line.details, base_rate: line.details.rate } }
  })
}

/** A stored line with its rate before the law raised it. Lines of earlier versions do not have it: it was the hourly rate. */
export function rememberBaseRate(line: Line, ratePerHour: string | null, { items }: LineCountry): Line {
  if (line.kind !== 'leave') return line
  const { base_rate, has_own_rate, leave_type, rate } = line.details
  if (base_rate !== undefined || has_own_rate || !items.isPricedByLaw(leave_type)) return line
  const base = smaller(decimal(rate), decimal(ratePerHour ?? '0'))
  return base.eq(decimal(rate)) ? line : { ...line, details: { ...line.details, base_rate: base.toFixed() } }
}
