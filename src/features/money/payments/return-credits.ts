import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { dayIn } from '../../../kernel/clock.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { findFile } from './queries.ts'
import { type CameBack, returnLines } from './returns.ts'
import type { ReturnCreate, ReturnedLine } from './returns-schema.ts'
import { storeCredits } from './split-credit-queries.ts'
import { openCredits, ReturningCredits, sealCredits } from './split-credits.ts'

/** Records the credits of a file that the bank returned. Only those are open again. */
export function returnCredits(
  service: Service,
  company: Company,
  id: number,
  body: ReturnCreate,
): Promise<ReturnedLine[]> {
  return service.database.transaction((tx) => returnCreditsIn(service, tx, company, id, body, {}))
}

/** The same inside a larger transaction, for a reply that may arrive twice. */
export async function returnCreditsIn(
  service: Service,
  tx: Tx,
  company: Company,
  id: number,
  body: ReturnCreate,
  options: { isRepeatable?: boolean; earlier?: CameBack } = { isRepeatable: true },
): Promise<ReturnedLine[]> {
  await lockCompanyPays(tx, company.id)
  const file = await findFile(tx, company.id, id, { lock: true })
  if (!file) throw notFound(`No bank file of this company has the id ${id}.`)
  if (file.status === 'cancelled') throw conflict(`Bank file ${id} is cancelled: it paid nothing.`)
  const madeOn = dayIn(countryOf(company.jurisdiction).timeZone, file.created_at)
  const before = openCredits(service.cipher, file)
  const credits = new ReturningCredits(before)
  const carrier = { column: 'payment_file_id', id, madeOn } as const
  const returned = await returnLines(service, tx, company, carrier, body, { ...options, credits })
  if (before.length > 0 && returned.length > 0)
    await storeCredits(tx, id, sealCredits(service.cipher, id, credits.rows))
  return returned
}
