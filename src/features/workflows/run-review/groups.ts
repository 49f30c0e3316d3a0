import { present } from '../../../kernel/values/present.ts'
import type { Finding } from './finding.ts'
import type { FindingGroup, RunFinding } from './schema.ts'

/** The maximum number of findings listed one by one; the groups count the others. */
const LISTED = 500
/** The number of people named in a group. */
const NAMED = 25

/** A finding with its person, and the wording for several of its kind. */
export type WordedFinding = RunFinding & Pick<Finding, 'many'>

/**
 * Limits the findings of a check. Findings with the same cause are counted in one group, and the first of
 * them are listed one by one. Findings that a person must confirm are always listed.
 */
export function boundFindings(rows: readonly WordedFinding[], isEveryListed: boolean) {
  const listed = rows.filter(
    (row, place) => isEveryListed || place < LISTED || row.needs_confirmation === true,
  )
  return {
    finding_count: rows.length,
    findings: listed.map(({ many: _, ...row }): RunFinding => row),
    groups: groupsOf(rows),
  }
}

function groupsOf(rows: readonly WordedFinding[]): FindingGroup[] {
  return [...Map.groupBy(rows, causeOf).values()].map((own): FindingGroup => {
    const first = present(own[0])
    const people = new Map(own.flatMap((row) => (row.employee_id === null ? [] : [[row.employee_id, row]])))
    return {
      area: first.area,
      severity: first.severity,
      mend: first.mend,
      count: own.length,
      message: sentenceOf(own, people.size),
      people: [...people.values()].slice(0, NAMED).map(({ employee_id, pay_id, format_name }) => ({
        employee_id: employee_id ?? 0,
        pay_id,
        format_name: format_name ?? '',
      })),
      ...(first.needs_confirmation ? { needs_confirmation: true } : {}),
      ...(first.rule ? { rule: first.rule } : {}),
    }
  })
}

/** Messages that differ only in their figures have the same cause. */
const causeOf = (row: WordedFinding): string =>
  [
    row.area,
    row.severity,
    row.mend,
    row.employee_id === null,
    row.needs_confirmation,
    row.rule,
    row.many ?? row.message.replaceAll(/[\d.,]*\d/g, '#'),
  ].join('|')

function sentenceOf(own: readonly WordedFinding[], people: number): string {
  const first = present(own[0])
  if (own.length === 1 || people < 2) return first.message
  if (first.many) return `${people.toLocaleString('en-AU')} people ${first.many}.`
  const isOne = own.every(({ message }) => message === first.message)
  return `${people.toLocaleString('en-AU')} people${isOne ? '' : `, for example ${first.format_name}`}: ${first.message}`
}
