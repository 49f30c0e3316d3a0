import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'

/** The user who reports, and the company. */
export type Reporter = { service: Service; company: Company; userId: number }
