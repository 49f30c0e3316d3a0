import { AU_WORDS } from '../src/countries/au/words.ts'
import type { CountryWords } from '../src/countries/contract/words.ts'
import { NZ_WORDS } from '../src/countries/nz/words.ts'
import type { Jurisdiction } from './api/types.ts'

/* What a country calls the things that every payroll has: the words of payslips and reports, part of the bundle, so that no page waits for them. */

export type Wording = CountryWords

const WORDS: Record<Jurisdiction, Wording> = { AU: AU_WORDS, NZ: NZ_WORDS }

export const wordingOf = (jurisdiction: Jurisdiction): Wording => WORDS[jurisdiction]
