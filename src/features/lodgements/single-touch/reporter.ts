import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'

/** Who reports, and for which company. */
export type Reporter = { service: Service; company: Company; userId: number }
