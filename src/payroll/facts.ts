import type { CommonPayInput, PayLines } from './input.ts'
import type { TaxShare } from './redistribute.ts'
import { amount, day, members, type Reader, StoredError, word } from './stored.ts'
import { PAY_PERIODS } from './words.ts'

/** The inputs of a calculation other than its lines, which are stored as separate rows. */
export type FactsOf<Input extends PayLines> = Omit<Input, keyof PayLines>

/** How a country's facts are stored: one version is written, and every earlier one can still be read. */
export type StoredFacts<Input extends PayLines> = {
  version: number
  /** The facts of a pay as JSON text. */
  write(input: Input): string
  /** The facts as they were used. Throws a StoredError that names the invalid member. */
  read(stored: unknown): FactsOf<Input>
}

/** The members common to the facts of every country. */
export const COMMON_FACTS: { [K in keyof FactsOf<CommonPayInput>]: Reader<CommonPayInput[K]> } = {
  payDate: day,
  payPeriod: word(...PAY_PERIODS),
  periodEnd: day,
  ratePerHour: amount,
  hoursPerDay: amount,
  daysPerWeek: amount,
}

export const taxShareFacts = members<TaxShare>({
  combinedTax: amount,
  combinedGross: amount,
  gross: amount,
  share: amount,
})

/** JSON omits undefined members. */
const NO_LINES = {
  hours: undefined,
  leave: undefined,
  allowances: undefined,
  deductions: undefined,
  bonuses: undefined,
  sacrifices: undefined,
  backPayments: undefined,
} satisfies Record<keyof PayLines, undefined>

type Json = Readonly<Record<string, unknown>>

/**
 * Facts with a version. `upgrades[n]` converts facts of version n + 1 to version n + 2. Version 1 was written by 0.1.0, without a
 * version number.
 */
export function storedFacts<Input extends PayLines>(
  reader: Reader<FactsOf<Input>>,
  upgrades: readonly ((facts: Json) => Json)[],
): StoredFacts<Input> {
  const version = upgrades.length + 1
  return {
    version,
    write(input) {
      // One copy without the lines. Removing them afterwards costs more than writing all the rest.
      const text = JSON.stringify({ ...input, ...NO_LINES })
      return `{"version":${version},${text.slice(1)}`
    },
    read(stored) {
      if (stored === null || typeof stored !== 'object') throw new StoredError('facts is not an object')
      const { version: written = 1, ...first }: Json = { ...stored }
      if (typeof written !== 'number' || written < 1 || written > version)
        throw new StoredError(`facts.version is ${String(written)}; this program reads up to ${version}`)
      return reader(
        upgrades.slice(written - 1).reduce((facts, upgrade) => upgrade(facts), first),
        'facts',
      )
    },
  }
}

/** Version 2 only adds the version number. */
export const sayVersion = (facts: Json): Json => facts
