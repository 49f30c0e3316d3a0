import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { StepSource } from '../../../../payroll/sources.ts'

/* A figure that no one has checked is named on the pay that uses it. */

const isUnverified = ({ source }: Dated<unknown>) => source.status === 'unverified'

/** The end of a sentence that uses a figure of this table. Empty for a table that was checked. */
export function uncheckedNote(table: Dated<unknown>): string {
  if (!isUnverified(table)) return ''
  return ` This figure is not verified: check it at ${table.source.href}.`
}

/** Warns about unverified tables that withholding, leave or a termination of this pay used. */
export function unverifiedWarnings(steps: readonly { name: string; source: StepSource }[]): string[] {
  const sentences = steps.flatMap(({ name, source }) =>
    source.kind === 'tables'
      ? source.tables.filter(isUnverified).map((table) => sentenceOf(name, table))
      : [],
  )
  return [...new Set(sentences)]
}

function sentenceOf(step: string, { from, source }: Dated<unknown>): string {
  const by = step.startsWith('tax') ? 'Withheld' : 'Calculated'
  return `${by} by figures that are not verified: ${source.title}, from ${from}. Check them at ${source.href}.`
}
