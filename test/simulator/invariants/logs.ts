import type { Invariant } from '../types.ts'

const NUMBER = /\d[\d -]{6,20}\d/g
/** Request ids and timestamps: among a million of them, some contain the digits of an account. */
const CHANCE = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Log lines belong to no company, so each company checks those written since its last look. */
export const logs: Invariant = {
  name: 'logs',
  sentence: 'No log line holds a tax file number, an IRD number or an account number.',
  async check(company) {
    for (const line of company.target.newLogLines())
      for (const found of line.replaceAll(CHANCE, '').match(NUMBER) ?? [])
        if (company.target.secrets.has(found.replaceAll(/[ -]/g, '')))
          return `a log line holds a number that it must not: ${line.slice(0, 300)}`
    return undefined
  },
}
