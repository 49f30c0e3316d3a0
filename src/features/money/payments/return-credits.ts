import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { dayIn } from '../../../kernel/clock.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { findFile } from './queries.ts'
import { openReturns, type Returns, recordReturns } from './returns.ts'
import { storeCredits } from './split-credit-queries.ts'
import { openCredits, ReturningCredits, sealCredits } from './split-credits.ts'

/** Records the credits of a file that the bank returned. Only those are open again. */
export const returnCredits = recordReturns(openReturnedCredits, 'account')

/** Opens a bank file of which credits came back, inside a larger transaction. */
export async function openReturnedCredits(
  service: Service,
  tx: Tx,
  company: Company,
  id: number,
): Promise<Returns> {
  await lockCompanyPays(tx, company.id)
  const file = await findFile(tx, company.id, id, { lock: true })
  if (!file) throw notFound(`No bank file of this company has the id ${id}.`)
  if (file.status === 'cancelled') throw conflict(`Bank file ${id} is cancelled: it paid nothing.`)
  const madeOn = dayIn(countryOf(company.jurisdiction).timeZone, file.created_at)
  const before = openCredits(service.cipher, file)
  const credits = new ReturningCredits(before)
  const carrier = { column: 'payment_file_id' as const, id, madeOn, dueOn: file.value_date }
  const returns = await openReturns(service, tx, company, carrier, { credits })
  const store = async () => {
    await returns.store()
    if (before.length > 0) await storeCredits(tx, id, sealCredits(service.cipher, id, credits.rows))
  }
  return { ...returns, store }
}
