import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Service } from '../../../service.ts'
import { writeMails } from '../../platform/mail/index.ts'
import { day } from '../../platform/pdf/index.ts'
import { listOfficers } from './queries.ts'
import type { EmployeeRequest } from './schema.ts'

const KIND_WORDS: Record<EmployeeRequest['kind'], string> = {
  leave: 'leave',
  details: 'a change of address and contacts',
  bank: 'a change of the bank account',
  tax: 'a change of tax details',
  super: 'a change of super or KiwiSaver',
}

/** Notifies the payroll officers by e-mail that a request is waiting. The mail never contains a tax or account number. */
export async function notifyOfficers(
  service: Service,
  tx: Tx,
  company: Company,
  request: EmployeeRequest,
): Promise<void> {
  const { leave, employee_name: name } = request
  const what = leave
    ? `${leave.name} from ${day(leave.start_date)} to ${day(leave.end_date)} (${leave.hours} hours)`
    : KIND_WORDS[request.kind]
  // The log names the requested fields, but never a number from them.
  recordAuditChange(`Request ${request.id} of ${name}`, {}, { request: what })
  const officers = await listOfficers(tx, company, service.clock.today())
  await writeMails(
    service,
    tx,
    officers.map((officer) => ({
      customerId: company.customer_id,
      to: officer.email,
      subject: `${name} asks for ${KIND_WORDS[request.kind]}`,
      text: [
        `Hello ${officer.name},`,
        `${name} of ${company.legal_name} asks for ${what}.`,
        {
          before: 'Approve or decline it here: ',
          link: `${service.settings.publicUrl}/app/companies/${company.id}/requests`,
        },
      ],
    })),
  )
}
