import type { Decimal } from '../../../../kernel/values/money.ts'
import { ALLOWANCE_FIELDS, itemDefaults, storedFields } from '../../../../payroll/line-fields.ts'
import type { PayCreate } from '../request/schema.ts'
import type { Line, PricedLine } from './lines.ts'

/*
 * Rows that a country's law asks for and prices itself, such as holiday pay that is paid with New Zealand wages: the pay has them
 * without a request, and a request that sends them back as they were read changes nothing.
 */

const keyOf = (description: string) => description.trim().toLowerCase()

const isNamed = (names: readonly string[]) => {
  const keys = new Set(names.map(keyOf))
  return ({ kind, description }: Pick<Line, 'kind' | 'description'>) =>
    kind === 'allowance' && keys.has(keyOf(description))
}

/** A pay as far as its rows by law depend on it. */
type Asking<Employee> = {
  employee: Employee
  termination: unknown
  facts?: unknown
  existing: { lines: readonly Line[] } | null
}

/** The rows of a pay, by description. A final pay settles them; a pay that was made without them stays without them. */
export function lawRowsOf<Employee>(
  { employee, termination, facts, existing }: Asking<Employee>,
  lawRows: (employee: Employee) => readonly string[],
): readonly string[] {
  if (termination) return []
  const names = lawRows(employee)
  if (!facts || !existing) return names
  return names.filter((name) => existing.lines.some(isNamed([name])))
}

/** The request without such rows. */
export function withoutLawRows(request: PayCreate, names: readonly string[]): PayCreate {
  if (names.length === 0 || !request.allowances) return request
  const isLawRow = isNamed(names)
  return {
    ...request,
    allowances: request.allowances.filter(({ description }) => !isLawRow({ kind: 'allowance', description })),
  }
}

/** The lines without such rows. */
export function withoutRows(lines: readonly Line[], names: readonly string[]): readonly Line[] {
  const isLawRow = isNamed(names)
  return names.length === 0 ? lines : lines.filter((line) => !isLawRow(line))
}

/** The lines with one of each such row at the end; an existing one keeps its id. */
export function withLawRows(lines: readonly Line[], names: readonly string[]): readonly Line[] {
  if (names.length === 0) return lines
  const rows = names.map((name) => lines.find(isNamed([name])) ?? lawRow(name))
  return [...withoutRows(lines, names), ...rows]
}

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

/** The law may have priced a row or raised what an hour of leave is paid at: the line says so. */
export function withLawPrices(
  lines: readonly Line[],
  { leaveRates, allowanceRates }: { leaveRates: readonly Decimal[]; allowanceRates: readonly Decimal[] },
): Line[] {
  const next = { leave: 0, allowance: 0 }
  return lines.map((line) => {
    if (line.kind === 'leave') {
      const rate = leaveRates[next.leave++]
      if (!rate || rate.eq(line.details.rate)) return line
      return { ...line, details: { ...line.details, rate: rate.toFixed() } }
    }
    if (line.kind !== 'allowance') return line
    const rate = allowanceRates[next.allowance++]
    if (!rate || rate.eq(line.details.amount)) return line
    return { ...line, details: { ...line.details, amount: rate.toFixed() } }
  })
}

/** Without such rows that come to nothing. */
export function withoutEmptyRows(lines: readonly PricedLine[], names: readonly string[]): PricedLine[] {
  const isLawRow = isNamed(names)
  return lines.filter((line) => !isLawRow(line) || Number(line.amount) !== 0)
}
