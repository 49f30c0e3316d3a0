import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { hasLodgedSince } from './queries.ts'
import type { CompanyUpdate } from './schema.ts'

/** The numbers under which an authority holds what was lodged. */
const IDENTITY = ['abn', 'branch_number', 'ird_number'] as const

/**
 * What was lodged stays under the number it was sent with. Another number in the same tax year needs a word on what it is: a typing error,
 * or another employer from now on. Nothing is moved silently; the answer lists the steps.
 */
export async function identitySteps(
  service: Service,
  tx: Tx,
  company: Company,
  change: Partial<Record<string, unknown>>,
  identityChange: CompanyUpdate['identity_change'],
): Promise<string[]> {
  const changed = IDENTITY.filter((name) => name in change && company[name])
  const [first] = changed
  if (!first) return []
  const { authority, law, timeZone } = countryOf(company.jurisdiction)
  const { start } = law.taxYear(service.clock.today(timeZone))
  if (!(await hasLodgedSince(tx, company.id, start))) return []
  if (!identityChange)
    throw conflict(
      `Pays of this tax year are lodged with ${authority.name} under the present ${changed.join(', ')}. Send identity_change: "correction" if it was a typing error, "new-identity" if the employer has another number from now on.`,
    )
  return [
    `What was lodged with ${authority.name} stays under the earlier ${first}: nothing was moved.`,
    identityChange === 'correction'
      ? `Have ${authority.name} remove what it holds under the wrong number, then report the year again under the right one.`
      : `Finish the year under the earlier number with ${authority.name} first; what is lodged from now on goes under the new one.`,
  ]
}
