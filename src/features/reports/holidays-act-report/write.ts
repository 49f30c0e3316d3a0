import { stringify } from 'csv-stringify'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { escapeFormula } from '../../../kernel/values/formula-text.ts'
import type { ReportRow } from './schema.ts'

const HEADER = [
  ...['employee', 'employee_id', 'pay_id', 'pay_date', 'period_end', 'type', 'description', 'date', 'hours'],
  ...['owed', 'paid', 'difference', 'section', 'working', 'assumptions'],
]

/** The rows of a report as CSV. The calculation steps are one text cell. */
export async function* writeCsv(rows: readonly ReportRow[]): AsyncGenerator<string> {
  const yieldIfDue = createYielder()
  const lines = stringify({ header: true, columns: HEADER })
  for (const row of rows) {
    lines.write(cellsOf(row))
    const ready: unknown = lines.read()
    if (ready !== null) yield String(ready)
    await yieldIfDue()
  }
  lines.end()
  for await (const rest of lines) yield String(rest)
}

function cellsOf(row: ReportRow): (string | number | null)[] {
  return [
    ...[escapeFormula(row.employee), row.employee_id, row.pay_id, row.pay_date, row.period_end, row.type],
    ...[escapeFormula(row.description), row.date, row.hours],
    ...[row.owed.toFixed(2), row.paid.toFixed(2), row.difference.toFixed(2)],
    ...[row.section, row.steps.map(workingOf).join('; '), escapeFormula(row.assumptions.join(' '))],
  ]
}

function workingOf({ name, amount, inputs, rule }: ReportRow['steps'][number]): string {
  const from = Object.entries(inputs).map(([key, value]) => `${key} ${value}`)
  return `${name} ${amount} (${from.join(', ')}; ${rule})`
}
