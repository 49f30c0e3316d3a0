import type { AuRates } from '../au/law/rates/rates.ts'
import type { NzRates } from '../nz/law/rates/rates.ts'

/** The statutory rates of the countries that the service ships with. */
export type Rates = { au: AuRates; nz: NzRates }
