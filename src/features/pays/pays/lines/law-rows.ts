import type { Rates } from '../../../../countries/index.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { ALLOWANCE_FIELDS, itemDefaults, storedFields } from '../../../../payroll/line-fields.ts'
import type { LawRow } from '../country/types.ts'
import type { PayCreate } from '../request/schema.ts'
import { atLawRate } from './base-rate.ts'
import type { Line, PricedLine } from './lines.ts'

/*
 * Rows that a country's law requires and prices, such as holiday pay paid with New Zealand wages. The pay has them
 * without a request. Sending them back as read changes nothing.
 */

const keyOf = (description: string) => description.trim().toLowerCase()

const isNamed = (names: readonly string[]) => {
  const keys = new Set(names.map(keyOf))
  return ({ kind, description }: Pick<Line, 'kind' | 'description'>) =>
    kind === 'allowance' && keys.has(keyOf(description))
}

/** The parts of a pay that decide which legal rows it has. */
type Asking<Employee> = {
  employee: Employee
  timing: PayTiming
  termination: unknown
  facts?: unknown
  existing: { lines: readonly Line[] } | null
}

/**
 * The legal rows of a pay, by description. A final pay settles them, so it has none. A pay made without them stays
 * without them, unless its hours decide.
 */
export function lawRowsOf<Employee>(
  { employee, timing, termination, facts, existing }: Asking<Employee>,
  lawRows: (employee: Employee, timing: PayTiming, rates: Rates) => readonly LawRow[],
  rates: Rates,
): readonly string[] {
  if (termination) return []
  return lawRows(employee, timing, rates)
    .filter(
      ({ description, isFree }) =>
        isFree || !facts || !existing || existing.lines.some(isNamed([description])),
    )
    .map(({ description }) => description)
}

/** Removes legal rows from the request. */
export function withoutLawRows(request: PayCreate, names: readonly string[]): PayCreate {
  if (names.length === 0 || !request.allowances) return request
  const isLawRow = isNamed(names)
  return {
    ...request,
    allowances: request.allowances.filter(({ description }) => !isLawRow({ kind: 'allowance', description })),
  }
}

/** Removes legal rows from the lines. */
export function withoutRows(lines: readonly Line[], names: readonly string[]): readonly Line[] {
  const isLawRow = isNamed(names)
  return names.length === 0 ? lines : lines.filter((line) => !isLawRow(line))
}

/** Moves each legal row to the end of the lines, or adds it. An existing row keeps its id. */
export function withLawRows(lines: readonly Line[], names: readonly string[]): readonly Line[] {
  if (names.length === 0) return lines
  const rows = names.map((name) => lines.find(isNamed([name])) ?? lawRow(name))
  return [...withoutRows(lines, names), ...rows]
}

/** Removes the legal rows of a renewed pay that its terms no longer require. Rows of standing items have an item. */
export const withoutOldLawRows = (lines: readonly Line[], names: readonly string[]): readonly Line[] => {
  const isRequired = isNamed(names)
  return lines.filter((line) => !isAddedByLaw(line) || isRequired(line))
}

const isAddedByLaw = (line: Line): boolean =>
  line.kind === 'allowance' &&
  line.item === null &&
  !line.itemId &&
  line.templateId === null &&
  line.details.is_auto === true

const lawRow = (description: string): Line<'allowance'> => ({
  kind: 'allowance',
  description,
  item: null,
  templateId: null,
  details: {
    amount: '0',
    units: '1',
    ...storedFields(ALLOWANCE_FIELDS, itemDefaults(ALLOWANCE_FIELDS)),
    is_auto: true,
  },
})

/** Updates the lines with the prices and leave rates that the law has set. */
export function withLawPrices(
  lines: readonly Line[],
  { leaveRates, allowanceRates }: { leaveRates: readonly Decimal[]; allowanceRates: readonly Decimal[] },
): Line[] {
  const next = { leave: 0, allowance: 0 }
  return lines.map((line) => {
    if (line.kind === 'leave') {
      const rate = leaveRates[next.leave++]
      if (!rate || rate.eq(line.details.rate)) return line
      return { ...line, details: atLawRate(line.details, rate.toFixed()) }
    }
    if (line.kind !== 'allowance') return line
    const rate = allowanceRates[next.allowance++]
    if (!rate || rate.eq(line.details.amount)) return line
    return { ...line, details: { ...line.details, amount: rate.toFixed() } }
  })
}

/** Removes legal rows with a zero amount. */
export function withoutEmptyRows(lines: readonly PricedLine[], names: readonly string[]): PricedLine[] {
  if (names.length === 0) return [...lines]
  const isLawRow = isNamed(names)
  return lines.filter((line) => !isLawRow(line) || Number(line.amount) !== 0)
}
