import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { requireMatch } from '../../../http/etag.ts'
import { notFound } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { type AffectedPayView, placeOf, watchLater } from './affected.ts'
import { viewStoredPay } from './answer/view.ts'
import { requireRemovalApproval } from './approve-pays.ts'
import { auditPay } from './audit-pays.ts'
import { lockCompanyPays } from './context/employees.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { findPay } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import { recordingLeave } from './leave-events.ts'
import type { PayView } from './schema/pay.ts'
import { reverseTermination } from './store/ending.ts'
import { clearPays, deletePay } from './store/pays.ts'
import { watchEnd, watchOldTerms, withOldTerms } from './terms-effects.ts'
import { payTag } from './version.ts'

/**
 * Deletes a pay and reverses its leave and year-to-date figures. Deleting a final pay also reverses the termination.
 * Later pays do not change, but those that would now differ are reported.
 */
export function removePay(
  service: Service,
  company: Company,
  payId: number,
  options: { isDryRun: boolean; ifMatch?: string | undefined },
): Promise<{ pay: PayView; affected: AffectedPayView[]; warnings: string[] }> {
  const work = async (tx: Tx) => {
    await lockCompanyPays(tx, company.id)
    const pay = await findPay(tx, company.id, payId)
    if (!pay) throw notFound('Pay not found.')
    const view = viewStoredPay(pay, countryOf(company))
    if (options.ifMatch !== undefined) requireMatch(options.ifMatch, payTag(view))
    await requireRemovalApproval(service, tx, company, pay)
    const { employeeId, payDate: from } = placeOf(pay)
    const lastDay = pay.row.status === 'processed' ? pay.termination?.termination_date : undefined
    const later = typeof lastDay === 'string' ? undefined : await watchLater(service, tx, company, pay)
    const underNewTerms =
      typeof lastDay === 'string'
        ? await watchEnd(service, tx, company, { employeeId, from: civilDate(lastDay), payId })
        : await watchOldTerms(service, tx, company, [{ employeeId, from }], [payId])
    await recordingLeave(service, tx, company, pay.row.employee_id, () =>
      clearPays(tx, [payId], service.clock.now()),
    )
    if (pay.row.is_termination) await reverseTermination(service, tx, pay.row)
    await deletePay(tx, payId, service.clock.now())
    if (pay.row.status === 'processed')
      await service.events.record(tx, {
        type: 'pay.deleted',
        customerId: company.customer_id,
        entities: [{ id: payId, data: () => view }],
      })
    const renewed = (await underNewTerms()).get(employeeId) ?? []
    const affected = later ? withOldTerms(await later.touched(), renewed) : renewed
    if (!options.isDryRun) auditPay(view, null)
    if (affected.length > 0) expectOutcome(200)
    return { pay: view, affected, warnings: consequencesOf(pay) }
  }
  return service.database.transaction(work, { dryRun: options.isDryRun })
}

function consequencesOf({ row, employee }: WholePay): string[] {
  const name = `${employee.first_name} ${employee.last_name}`
  const said: string[] = []
  if (row.is_termination) said.push(`The termination of ${name} would be reversed.`)
  if (row.stp_status !== null)
    said.push(
      'The pay was lodged: the next update event or correction would have to report it to the tax office.',
    )
  return said
}
