import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { storeFormerIdentity } from './identity-queries.ts'
import { hasLodgedSince } from './queries.ts'
import type { CompanyUpdate } from './schema.ts'

/** The numbers under which an authority files lodgements. */
const IDENTITY = ['abn', 'branch_number', 'ird_number'] as const

/**
 * Lodgements stay under the number they were sent with. If pays of this tax year are lodged, a change must say whether it
 * corrects a typing error or gives the employer a new number. Returns the steps that are now due.
 */
export async function identitySteps(
  service: Service,
  tx: Tx,
  company: Company,
  change: Partial<Record<string, unknown>>,
  identityChange: CompanyUpdate['identity_change'],
): Promise<string[]> {
  const changed = IDENTITY.filter((name) => name in change && isOther(name, company[name], change[name]))
  const [first] = changed
  if (!first) return []
  const { authority, law, timeZone } = countryOf(company.jurisdiction)
  const { start } = law.taxYear(service.clock.today(timeZone))
  const isThisYear = await hasLodgedSince(tx, company.id, start)
  if (isThisYear && !identityChange)
    throw conflict(
      `Pays of this tax year are lodged with ${authority.name} under the current ${changed.join(', ')}. Send identity_change: "correction" if it was a typing error, "new-identity" if the employer has another number from now on.`,
    )
  const isWrong = identityChange === 'correction'
  const now = Object.assign({ ...company }, change)
  const move = await storeFormerIdentity(tx, service.cipher, company, now, isWrong, service.clock.now())
  const returns =
    move.returned === null
      ? []
      : [
          `What was lodged under this ${first} before counts again: ${move.returned} pays need not be lodged again.`,
        ]
  if (move.reopened === null) {
    if (!isThisYear || move.returned !== null) return returns
    return [`Nothing was lodged with ${authority.name} under the earlier ${first}.`]
  }
  const stays = `Earlier lodgements with ${authority.name} stay under the earlier ${first}: nothing was moved.`
  if (isWrong)
    return [
      ...returns,
      stays,
      `${move.reopened} pays must be lodged again under the right number: submit them, then ${authority.takingBack}.`,
    ]
  return [
    ...returns,
    stays,
    `Corrections of lodged pays are sent under the earlier number. Pays that are not lodged yet are sent under the new one; submit those of earlier paydays before you change it.`,
    ...authority.newNumberSteps,
  ]
}

/** A number entered for the first time has no lodgements. A missing branch number means branch 1. */
const isOther = (name: (typeof IDENTITY)[number], before: string | null, now: unknown) =>
  name === 'branch_number' ? (before ?? '1') !== (now ?? '1') : Boolean(before)
