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
  const { query } = service.database
  for (const withdrawn of await loadWithdrawn(query, service.sandbox()?.customerId ?? null)) {
    if (stopped?.aborted) return
    await planAgain(service, withdrawn)
    await markPlannedAgain(query, withdrawn.id, service.clock.now())
  }
}

async function planAgain(service: Service, { company_id, created_by, pay_ids, ...row }: Withdrawn) {
  if (pay_ids.length === 0) return
  const company = await findCompany(service.database.query, service.cipher, company_id)
  if (!company) return
  try {
    await filePays({ service, company, userId: created_by }, { pay_ids })
  } catch (error) {
    // The obligations list every pay that is not filed, whatever the reason.
    if (!(error instanceof Problem)) throw error
    service.log.info({ submission: row.id, reason: error.message }, 'a filing could not be planned again')
  }
}
