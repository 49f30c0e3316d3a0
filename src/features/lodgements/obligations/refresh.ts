import { eachAlone } from '../../../kernel/each-alone.ts'
import type { Service } from '../../../service.ts'
import { addUpCompanies, listCompaniesWithMarks } from './queries.ts'

const AT_ONCE = 100

/** Adds up changed paydays that no request has read yet, so that overdue obligations can be counted. */
export async function addUpChangedPaydays({ database, log }: Service, stopped?: AbortSignal): Promise<void> {
  await eachAlone(
    (after: { id: number } | undefined) => listCompaniesWithMarks(database.query, after?.id ?? 0, AT_ONCE),
    (company) => addUpCompanies(database, [company]),
    { log, failure: 'the paydays of a company were not added up', stopped },
  )
}
