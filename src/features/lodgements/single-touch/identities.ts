import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { type FormerIdentity, loadFormerIdentities, loadHoldings } from '../lodgements/index.ts'
import type { IdentityScope } from './load-paid.ts'

/**
 * The company's current numbers first, then its former ones. Amounts paid elsewhere in the year and amounts
 * beyond the pays are reported once. They go under the first numbers that are not wrong and report the
 * employee.
 */
export async function loadScopes(
  { cipher }: Service,
  tx: Tx,
  companyId: number,
  year: number,
): Promise<[IdentityScope | undefined, ...IdentityScope[]]> {
  const formers = await loadFormerIdentities(tx, cipher, companyId)
  if (formers.length === 0) return [undefined]
  const held = await settleAll(formers.map((former) => reportedUnder(tx, companyId, year, former)))
  const before: number[] = []
  const scopes: IdentityScope[] = []
  for (const [place, former] of formers.entries()) {
    const everyone = new Set(held.flat())
    scopes.push({ former, withoutOpening: former.is_wrong ? everyone : new Set(before) })
    if (!former.is_wrong) before.push(...(held[place] ?? []))
  }
  return [{ former: null, withoutOpening: new Set(before) }, ...scopes]
}

async function reportedUnder(
  tx: Tx,
  companyId: number,
  year: number,
  { id: identityId }: FormerIdentity,
): Promise<number[]> {
  const holdings = await loadHoldings(
    tx,
    companyId,
    { authority: 'ATO', year },
    { isExpected: true, identityId },
  )
  return [...holdings.values()].map((held) => held.employee_id)
}
