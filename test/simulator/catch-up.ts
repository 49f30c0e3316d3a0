import type { ToldPay } from '../independent/ledger.ts'
import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { Broken } from './types.ts'

/**
 * Reads the staged final pays that are due by the clock, which may be behind the current day of the life. Each was
 * processed when the clock reached its day. Only the final pay of a deleted employee waits until they are restored.
 */
export async function catchUp(company: Company): Promise<void> {
  for (const staged of company.ledger.due(company.clockAt)) {
    const pay = await readDue(company, staged)
    if (pay.status === 'pending' && company.heldBack.has(pay.id)) continue
    const wrong =
      pay.status === 'pending'
        ? `final pay ${pay.id} was staged for ${staged.processed_date} and still waits on ${company.clockAt}`
        : company.ledger.process(pay)
    if (wrong) throw new Broken('in-time', wrong)
  }
}

async function readDue(company: Company, { id, employee_id }: ToldPay): Promise<AnyJson> {
  const { caller, base, target, customer, heldBack } = company
  const isDeleted = company.personById(employee_id)?.isDeleted
  if (isDeleted) heldBack.add(id)
  // Restored in the meantime: the job for staged pays runs now or within a minute.
  else if (heldBack.delete(id)) await target.work(customer)
  return caller.read(`${base}/pays/${id}`)
}
