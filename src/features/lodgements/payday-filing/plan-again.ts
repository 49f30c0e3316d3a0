import { eachAlone } from '../../../kernel/each-alone.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { loadWithdrawn, markPlannedAgain, type Withdrawn } from './load.ts'
import { filePays } from './submit.ts'

/**
 * Plans filings again that were withdrawn because a filing they built on failed. Covers pays that are still
 * filed and pays that were not in the failed filing. Pays in the failed filing are open again, and the
 * payroll officer has to fix them.
 */
export async function planFilingsAgain(service: Service, stopped?: AbortSignal): Promise<void> {
  const { database, clock, log } = service
  const sandboxId = service.sandbox()?.customerId ?? null
  await eachAlone(
    (after: Withdrawn | undefined) => loadWithdrawn(database.query, sandboxId, after?.id ?? 0),
    async (withdrawn) => {
      await planAgain(service, withdrawn)
      await markPlannedAgain(database.query, withdrawn.id, clock.now())
    },
    { log, failure: 'a filing was not planned again', stopped },
  )
}

async function planAgain(service: Service, { company_id, created_by, pay_ids, is_final, ...row }: Withdrawn) {
  if (pay_ids.length === 0) return
  const company = await findCompany(service.database.query, service.cipher, company_id)
  if (!company) return
  try {
    await filePays({ service, company, userId: created_by }, { pay_ids, is_final_return: is_final })
  } catch (error) {
    // The obligations list every pay that is not filed, whatever the reason.
    if (!(error instanceof Problem)) throw error
    service.log.info({ submission: row.id, reason: error.message }, 'a filing could not be planned again')
  }
}
