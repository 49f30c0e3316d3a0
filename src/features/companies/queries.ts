import type { Queryable } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'
import type { Company } from '../../database/tables/companies.ts'

/** A company that is not deleted. Whose it is, the caller's access check decides. */
export async function findCompany(query: Queryable, companyId: number): Promise<Company | undefined> {
  if (!isId(companyId)) return undefined
  return query
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
