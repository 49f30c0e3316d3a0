import type { Invariant } from '../types.ts'

const NUMBER = /\d[\d -]{6,20}\d/g
/** Ids of requests and moments: among a million of them, some hold the digits of someone's account. */
const CHANCE = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Lines belong to no one in particular: each company looks through those that came since anyone looked. */
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
