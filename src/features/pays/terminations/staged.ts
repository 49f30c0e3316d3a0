import { allAtOnce, eachAlone } from '../../../kernel/each-alone.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { loadApprovalRules, runUnlessApproval } from '../../platform/approvals/index.ts'
import { lockCompanyPays, processPending } from '../pays/index.ts'
import { isPending, listDue } from './queries.ts'

/**
 * Processes staged final pays that are due, each in its own transaction, so that one failed calculation does not block
 * the others. After a database failure, the caller retries soon. A sandbox clock waits on that day, because a final pay
 * must be calculated on its own day.
 */
export async function processDueTerminations(service: Service, stopped?: AbortSignal): Promise<void> {
  const { database, clock, log } = service
  const due = await listDue(database.query, clock.today(), service.sandbox()?.customerId ?? null)
  await eachAlone(allAtOnce(due), ({ id, company_id }) => processOne(service, company_id, id), {
    log,
    failure: 'a staged termination pay could not be processed',
    stopped,
  })
}

async function processOne(service: Service, companyId: number, payId: number): Promise<void> {
  await runUnlessApproval(() => processAlone(service, companyId, payId))
}

function processAlone(service: Service, companyId: number, payId: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, companyId)
    const company = await findCompany(tx, service.cipher, companyId)
    // Another process, or processing the run, may have been faster.
    if (!company || !(await isPending(tx, payId))) return
    // A job cannot provide a second person's approval. The final pay stays in its run for two people to process, as it does
    // if it sends a deduction to a new payee or reference where accounts need two people.
    const rules = await loadApprovalRules(tx, company.customer_id)
    if (rules.some((rule) => rule.company_id === companyId && rule.approve_runs !== 'off')) return
    await processPending(service, tx, company, [payId])
  })
}
