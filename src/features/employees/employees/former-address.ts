import type { Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { isOn, loadApprovalRules } from '../../platform/approvals/index.ts'
import { writeMails } from '../../platform/mail/index.ts'
import type { OpenEmployee } from './queries.ts'

/**
 * Tells the former address of each employee that it was replaced. Self-service is opened by mail to the address in the
 * record, so a replaced address may be a takeover. Without self-service and without approvals, nothing depends on it.
 */
export async function tellFormerAddresses(
  service: Service,
  tx: Tx,
  moved: readonly { opened: OpenEmployee; current: OpenEmployee }[],
): Promise<void> {
  const [first] = moved
  if (!first) return
  const { customer_id: customerId, company_id: companyId } = first.opened
  const rules = await loadApprovalRules(tx, customerId)
  const hasRules = rules.some((rule) => rule.company_id === companyId && isOn(rule))
  const mails = moved.flatMap(({ opened, current }) =>
    opened.email_address && (hasRules || current.employee_portal_active)
      ? [
          formerAddressMail(
            customerId,
            opened.email_address,
            'Your e-mail address was replaced in the payroll of your employer just now.',
          ),
        ]
      : [],
  )
  await writeMails(service, tx, mails)
}

/** A mail to an address that an employee had until recently. */
export const formerAddressMail = (customerId: number, to: string, what: string) => ({
  customerId,
  to,
  subject: 'Your e-mail address at work was changed',
  text: [
    what,
    'Payslips and access to self-service now go to the new address.',
    'If you did not ask for this, call your employer today. Do not reply to this e-mail.',
  ],
})
