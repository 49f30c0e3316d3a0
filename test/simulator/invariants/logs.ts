import type { Invariant } from '../types.ts'

const NUMBER = /\d[\d -]{6,20}\d/g

/** Lines belong to nobody in particular: each company looks through those that came since anybody looked. */
export const logs: Invariant = {
  name: 'logs',
  sentence: 'No log line holds a tax file number, an IRD number or an account number.',
  async check(company) {
    for (const line of company.target.newLogLines())
      for (const found of line.match(NUMBER) ?? [])
        if (company.target.secrets.has(found.replaceAll(/[ -]/g, '')))
          return `a log line holds a number that it must not: ${line.slice(0, 300)}`
    return undefined
  },
}
