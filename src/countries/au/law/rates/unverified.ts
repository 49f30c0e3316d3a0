import type { Dated } from '../../../../payroll/rates/timeline.ts'

/* A figure that no one has checked is named on the pay that uses it. */

const isUnverified = ({ source }: Dated<unknown>) => source.status === 'unverified'

/** The end of a sentence that uses a figure of this table. Empty for a table that was checked. */
export function uncheckedNote(table: Dated<unknown>): string {
  if (!isUnverified(table)) return ''
  return ` This figure is not verified: check it at ${table.source.href}.`
}

/** Warns about the unverified tables that a pay used, each with the step that used it. */
export function unverifiedWarnings(used: ReadonlyMap<Dated<unknown>, string>): string[] {
  return [...used].map(([{ from, source }, step]) => {
    const by = step.startsWith('tax') ? 'Withheld' : 'Calculated'
    return `${by} with figures that are not verified: ${source.title}, from ${from}. Check them at ${source.href}.`
  })
}

/** A sentence about a due date of this table. Null for a table that was checked. */
export function uncheckedDate(table: Dated<unknown>): string | null {
  if (!isUnverified(table)) return null
  const { title, href } = table.source
  return `This date follows a rule that is not verified: ${title}. Check it at ${href}.`
}
