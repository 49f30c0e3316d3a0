import type { PayLineRow, PayRow } from '../../database/tables/pays.ts'
import type { AuPayInput } from '../../payroll/au/input.ts'
import { calculatePay, type PayInput, type PayResult, type Rates } from '../../payroll/index.ts'
import { type Decimal, decimal } from '../../payroll/money.ts'
import type { NzPayInput } from '../../payroll/nz/input.ts'
import { figureTexts } from './country/columns.ts'
import { type Details, type KnownItem, type Line, toPayLines } from './resolve/lines.ts'

/** What a calculation used beside its lines, as JSON text. The lines are stored as rows of their own. */
export function factsText({ input }: PayInput): string {
  const { hours, leave, allowances, deductions, bonuses, sacrifices, backPayments, ...facts } = input
  return JSON.stringify(facts)
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/

/** Facts as they were used: every text that is a number becomes a decimal again. */
function reviveFacts(value: unknown): unknown {
  if (typeof value === 'string') return NUMBER.test(value) ? decimal(value) : value
  if (Array.isArray(value)) return value.map(reviveFacts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reviveFacts(member)]))
}

/** A stored line as it was before it was priced. */
export function lineOf(row: PayLineRow, item: KnownItem | null = null): Line {
  return {
    kind: row.kind,
    id: row.id,
    itemId: row.item_id,
    description: row.description,
    item,
    templateId: row.template_id,
    details: row.details as Details[typeof row.kind],
  } as Line
}

export type StoredPay = Pick<PayRow, 'facts'> & { lines: readonly PayLineRow[]; jurisdiction: 'AU' | 'NZ' }

/** The input of a stored pay, exactly as it was used. */
export function inputOf(pay: StoredPay): PayInput {
  const facts = reviveFacts(pay.facts) as object
  const lines = toPayLines(pay.lines.map((row) => lineOf(row)))
  return pay.jurisdiction === 'AU'
    ? { jurisdiction: 'AU', input: { ...facts, ...lines } as AuPayInput }
    : { jurisdiction: 'NZ', input: { ...facts, ...lines } as NzPayInput }
}

/** Calculates a stored pay again. */
export function replayPay(pay: StoredPay, rates: Rates): PayResult {
  return calculatePay(inputOf(pay), rates)
}

export type Difference = { figure: string; stored: string | null; replayed: string }

/** Where a replayed pay differs from what is stored: nowhere, or something has changed that must not. */
export function differences(stored: PayRow, outcome: PayResult): Difference[] {
  const columns = stored as unknown as Record<string, string | null>
  return Object.entries(figureTexts(outcome.result))
    .filter(([figure, text]) => !isSame(columns[figure] ?? null, decimal(text)))
    .map(([figure, replayed]) => ({ figure, stored: columns[figure] ?? null, replayed }))
}

function isSame(stored: string | null, replayed: Decimal): boolean {
  return stored !== null && decimal(stored).eq(replayed)
}
