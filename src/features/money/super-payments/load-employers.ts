import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { loadFormerIdentities, loadFormerOf } from '../../lodgements/lodgements/index.ts'
import { loadEmployersOf } from '../../pays/snapshots/index.ts'
import type { Owed } from './owed.ts'
import type { Employer } from './saff.ts'

/**
 * The employer who owes the super of a pay. The tax office compares contributions with the liability that was
 * reported, so a pay that was lodged under a former ABN has that one, with the name that the pay remembers.
 */
export async function loadEmployers(
  service: Service,
  query: Queryable,
  company: Company,
  paid: readonly Owed[],
): Promise<(payId: number) => Employer> {
  const current = { abn: company.abn ?? '', name: company.legal_name }
  const formers = await loadFormerIdentities(query, service.cipher, company.id)
  if (formers.every((former) => former.is_wrong)) return () => current
  const abns = new Map(formers.map((former) => [former.id, former.abn]))
  const formerOf = await loadFormerOf(
    query,
    paid.map(({ pay }) => pay.id),
  )
  const remembered = await loadEmployersOf(service, query, [...formerOf.keys()])
  return (payId) => {
    const abn = abns.get(formerOf.get(payId) ?? 0)
    return abn ? { abn, name: remembered.get(payId)?.legal_name ?? current.name } : current
  }
}
