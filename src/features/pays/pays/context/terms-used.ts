import { isDecimal } from '../../../../kernel/values/money.ts'

/** A term as the calculation of a pay read it. */
export type TermUsed = { name: string; value: string | number | boolean | null }

/** The terms of a pay by name, in the order of the law's input. Groups are named before a dot: `declaration.has_study_loan`. */
export function termsUsed(terms: object, group = ''): TermUsed[] {
  return Object.entries(terms).flatMap(([key, value]: [string, unknown]): TermUsed[] => {
    const name = `${group}${key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    if (value === undefined) return []
    if (
      value === null ||
      typeof value === 'boolean' ||
      typeof value === 'number' ||
      typeof value === 'string'
    )
      return [{ name, value }]
    if (isDecimal(value)) return [{ name, value: Number(value.toFixed()) }]
    return termsUsed(value, `${name}.`)
  })
}
