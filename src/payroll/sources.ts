import type { Dated } from './rates/timeline.ts'

/*
 * The source of a step, named where its amount is calculated: a dated table, an Act without a table, a statement of the employer
 * or employee, or other figures of the same pay.
 */

export type StepSource =
  | { kind: 'tables'; tables: readonly Dated<unknown>[] }
  | { kind: 'law'; title: string }
  | { kind: 'given'; by: string }
  | { kind: 'figures' }

/** Cites the published tables that a step uses. */
export function cite(...tables: readonly Dated<unknown>[]): StepSource {
  return { kind: 'tables', tables }
}

/** Cites an Act or a guide that needs no table. */
export function law(title: string): StepSource {
  return { kind: 'law', title }
}

/** A value given by the employer or the employee. */
export function given(by: string): StepSource {
  return { kind: 'given', by }
}

export const FIGURES_OF_THIS_PAY: StepSource = { kind: 'figures' }
export const HOLIDAYS_ACT = law('Holidays Act 2003 (New Zealand)')
export const SINGLE_TOUCH_GUIDELINES = law(
  'Single Touch Payroll Phase 2 employer reporting guidelines, Australian Taxation Office',
)
export const ROW = given('Row of this pay')
export const ROW_AT_ITS_RATE = given('Row of this pay, at the rate it names or the employee’s own')
export const ROW_WITHIN_LIMITS = given('Row of this pay, within its limits')
export const EMPLOYEE_SETTING = given('Setting of the employee')
export const SUPER_ONLY = given('Setting of the employee: super-only contractor')
export const TERMINATION_REQUEST = given('Amounts of the termination request')
export const BALANCES_AND_RATES = given('Balances and rates of the employee')

/** The source as text, for the explanation of a pay. */
export function sourceText(source: StepSource): string {
  if (source.kind === 'tables') return source.tables.map(tableText).join('; ')
  if (source.kind === 'law') return source.title
  if (source.kind === 'given') return source.by
  return 'Calculated from figures of this pay; no table is needed'
}

/** The day from which the newest table of a step applies, or null when it needs no table. */
export function tableStart(source: StepSource): string | null {
  return source.kind === 'tables'
    ? (source.tables
        .map(({ from }) => from)
        .sort()
        .at(-1) ?? null)
    : null
}

/** "NAT 1004, from 2026-07-01", with a caveat when the table was not read in the publication itself. */
function tableText({ source, from }: Dated<unknown>): string {
  const doubt = source.status === 'published' ? '' : ` (${source.status})`
  return `${source.title}, from ${from}${doubt}`
}
