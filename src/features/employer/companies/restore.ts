import { type Caller, managesAccount } from '../../../http/caller.ts'
import { saying, timestamp } from '../../../http/view.ts'
import { conflict, forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { inheritRules } from '../company-rules/index.ts'
import { listDeletedCompanies, lockDeletedCompany, takeNumbersBack } from './deleted-queries.ts'
import { announceCompany } from './manage-companies.ts'
import { setDefaultCompany, updateCompany } from './queries.ts'
import type { CompanyChanged } from './schema.ts'

/** Lists the customer's deleted companies, most recently deleted first. */
export async function listDeleted(service: Service, caller: Caller) {
  if (!managesAccount(caller))
    throw forbidden('Only an owner or admin of the account can see deleted companies.')
  const rows = await listDeletedCompanies(service.database.query, caller.customerId)
  return rows.map((row) => ({ ...row, deleted_at: timestamp(row.deleted_at ?? service.clock.now()) }))
}

/** Restores a deleted company with all its data, which deleting only hid. */
export async function restoreCompany(
  service: Service,
  caller: Caller,
  companyId: number,
): Promise<CompanyChanged> {
  if (!managesAccount(caller)) throw forbidden('Only an owner or admin of the account can restore a company.')
  return service.database.transaction(async (tx) => {
    if (!(await lockDeletedCompany(tx, companyId))) throw conflict('The company is not deleted.')
    const company = await updateCompany(tx, service.cipher, companyId, {
      deleted_at: null,
      updated_at: service.clock.now(),
    })
    await inheritRules(tx, company)
    const taken = await takeNumbersBack(tx, companyId)
    await setDefaultCompany(tx, company.customer_id, company.id, { onlyIfNone: true })
    const view = await announceCompany(service, tx, 'company.created', company)
    return saying(
      view,
      taken.map(
        (number) =>
          `The employee number ${number} was given to another employee meanwhile: choose a new number.`,
      ),
    )
  })
}
