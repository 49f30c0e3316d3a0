import { AU_WORDS } from '../src/countries/au/words.ts'
import type { CountryWords } from '../src/countries/contract/words.ts'
import { NZ_WORDS } from '../src/countries/nz/words.ts'
import type { Jurisdiction } from './api/types.ts'

/*
 * The country's terms for things that every payroll has, as on payslips and reports. They are part of the bundle, so no page has to wait
 * for them.
 */

export type Wording = CountryWords

const WORDS: Record<Jurisdiction, Wording> = { AU: AU_WORDS, NZ: NZ_WORDS }

export const wordingOf = (jurisdiction: Jurisdiction): Wording => WORDS[jurisdiction]
