import type { Service } from '../../../service.ts'
import { addUpCompany, listCompaniesWithMarks } from './queries.ts'

const AT_ONCE = 100

/** Adds up changed paydays that no request has read yet, so that overdue obligations can be counted. */
export async function addUpChangedPaydays({ database }: Service, stopped?: AbortSignal): Promise<void> {
  for (let after = 0; !stopped?.aborted; ) {
    const companies = await listCompaniesWithMarks(database.query, after, AT_ONCE)
    for (const company of companies) if (!stopped?.aborted) await addUpCompany(database, company)
    const last = companies.at(-1)
    if (!last) return
    after = last.id
  }
}
