import { isUnpaidLeave } from '../../../../payroll/words.ts'
import { datedMethods } from '../request/check.ts'
import type { Line } from './lines.ts'
import type { ResolveOptions } from './match.ts'

/**
 * Warns about members of a row that have no effect. Rows sent back unchanged and automatic rows give no warning.
 */
export function leftOver(
  lines: readonly Line[],
  { name, country, keptLines = [] }: ResolveOptions,
): string[] {
  return lines.flatMap((line) => {
    const sentence = idlePartOf(line, country)
    if (sentence === null || ('is_auto' in line.details && line.details.is_auto)) return []
    return keptLines.some((kept) => isSame(kept, line)) ? [] : `${name}, "${line.description}": ${sentence}`
  })
}

function idlePartOf(line: Line, country: ResolveOptions['country']): string | null {
  if (line.kind === 'allowance')
    return Number(line.details.units) < 1
      ? 'units below 1 do not lower an allowance: total_amount is the amount itself.'
      : null
  if (line.kind === 'bonus') {
    const { tax_method, start_date, end_date } = line.details
    return (start_date || end_date) && !datedMethods.has(tax_method)
      ? `start_date and end_date have no effect with tax_method ${tax_method}.`
      : null
  }
  if (line.kind !== 'leave') return null
  const { leave_type, has_own_rate, rate } = line.details
  if (isUnpaidLeave(leave_type) && has_own_rate && Number(rate) !== 0)
    return 'unpaid leave pays nothing: the rate is not used.'
  return country.items.isForeignLeave(leave_type)
    ? `${leave_type} is leave of another country: it is paid, and no balance changes.`
    : null
}

const isSame = (a: Line, b: Line) =>
  a.kind === b.kind &&
  a.description.toLowerCase() === b.description.toLowerCase() &&
  factsOf(a) === factsOf(b)

function factsOf(line: Line): string {
  if (line.kind === 'allowance') return String(Number(line.details.units))
  if (line.kind === 'bonus')
    return `${line.details.start_date}/${line.details.end_date}/${line.details.tax_method}`
  return line.kind === 'leave' ? `${line.details.leave_type}/${Number(line.details.rate)}` : ''
}
