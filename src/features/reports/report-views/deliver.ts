import { buffer } from 'node:stream/consumers'
import { allCountries, countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { type Caller, hasScope, roleFor } from '../../../http/caller.ts'
import { eachAlone } from '../../../kernel/each-alone.ts'
import { InvalidRequest, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findCallerOfGrant } from '../../access/oauth/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { auditJob } from '../../platform/audit/index.ts'
import { type MailPart, writeMail } from '../../platform/mail/index.ts'
import {
  fileName,
  type StartedReport,
  spanText,
  startReport,
  writeXlsx,
  XLSX_TYPE,
} from '../reports/index.ts'
import { nextDelivery } from './periods.ts'
import { type Due, deleteDelivery, listDue, moveDelivery } from './queries.ts'
import { dateFinder } from './views.ts'

const AT_ONCE = 50
/** Mail servers refuse larger files, although the outbox accepts up to 10 MB. */
const LARGEST_BYTES = 8 * 1024 * 1024

/** Mails the reports that are due, each with the recipient's current access. */
export async function deliverDueReports(service: Service, stopped?: AbortSignal): Promise<void> {
  // The latest date of all countries. Each delivery is checked again by its own company's date.
  const days = allCountries().map(({ timeZone }) => service.clock.today(timeZone))
  const today = days.reduce((a, b) => (a > b ? a : b))
  const sandboxId = service.sandbox()?.customerId ?? null
  await eachAlone(
    (after: Due | undefined) => listDue(service.database.query, today, sandboxId, { after, limit: AT_ONCE }),
    (due) => deliver(service, due),
    { log: service.log, failure: 'a report was not delivered', stopped },
  )
}

async function deliver(service: Service, due: Due): Promise<void> {
  const caller = await findCallerOfGrant(service, due.grant_id)
  const company = await findCompany(service.database.query, service.cipher, due.company_id)
  if (!caller || !company || !mayRead(caller, due)) return end(service, due, caller)
  await service.actFor(caller, async () => {
    const today = service.clock.today(countryOf(company.jurisdiction).timeZone)
    if (due.next_on > today) return
    const started = await start(service, caller, company, due)
    if (!started) return end(service, due, caller, 'It can no longer be created as it was saved.')
    const content = await buffer(writeXlsx(started))
    await service.database.transaction(async (tx) => {
      const next = nextDelivery(due.every, today)
      if (!(await moveDelivery(tx, due, next, service.clock.now()))) return
      await mail(service, tx, company, due, started, content)
      await audit(service, tx, due, caller, 'report.delivered', 200)
    })
  })
}

/** Whether the person still has access to this company, and the view is theirs or still shared. */
function mayRead(caller: Caller, due: Due): boolean {
  const role = roleFor(caller, due.company_id)
  return (
    caller.userId === due.user_id &&
    caller.customerId === due.customer_id &&
    role !== null &&
    role !== 'employee' &&
    hasScope(caller, 'payroll.read') &&
    (due.is_shared || due.owner_id === due.user_id) &&
    !due.is_company_deleted
  )
}

/** Undefined when the view's request is refused, as it would be next time too. */
async function start(
  service: Service,
  caller: Caller,
  company: Company,
  due: Due,
): Promise<StartedReport | undefined> {
  const found = (await dateFinder(service, company))(due)
  if (!found) return undefined
  const { from, to } = found
  try {
    return await startReport(service, company, caller, due.report_name, {
      ...(from === null ? {} : { from_date: from }),
      ...(to === null ? {} : { to_date: to }),
      ...(due.group_by === null ? {} : { group_by: due.group_by }),
      ...(due.employee_id === null ? {} : { employee_id: due.employee_id }),
    })
  } catch (error) {
    if (error instanceof Problem || error instanceof InvalidRequest) return undefined
    throw error
  }
}

async function mail(
  service: Service,
  tx: Tx,
  company: Company,
  due: Due,
  started: StartedReport,
  content: Buffer,
): Promise<void> {
  const fits = content.length <= LARGEST_BYTES
  const what = `“${due.name}” of ${company.legal_name}: ${started.report.title}, ${spanText(started.from, started.to)}`
  const text: MailPart[] = [
    `Hello ${due.user_name},`,
    fits ? `attached is ${what}.` : `${what} is ready. The file is too large for an e-mail.`,
    openIt(service, due),
    `You get it each ${due.every}. You can stop it under Reports.`,
  ]
  await writeMail(service, tx, {
    customerId: due.customer_id,
    to: due.email,
    subject: `${due.name}, ${company.legal_name}`,
    text,
    ...(fits ? { attachments: [{ name: `${fileName(started)}.xlsx`, mediaType: XLSX_TYPE, content }] } : {}),
  })
}

const openIt = ({ settings }: Service, due: Due): MailPart => ({
  before: 'Open it here: ',
  link: `${settings.publicUrl}/app/companies/${due.company_id}/reports?view=${due.id}`,
})

/** Stops a delivery. `why` is mailed to a person who still has access. */
function end(service: Service, due: Due, caller: Caller | undefined, why?: string): Promise<void> {
  return service.database.transaction(async (tx) => {
    if (!(await deleteDelivery(tx, due.id, due.user_id))) return
    await audit(service, tx, due, caller, 'report.delivery-ended', 403)
    if (why === undefined) return
    await writeMail(service, tx, {
      customerId: due.customer_id,
      to: due.email,
      subject: `${due.name} is no longer mailed`,
      text: [
        `Hello ${due.user_name},`,
        `“${due.name}” is no longer mailed to you. ${why}`,
        openIt(service, due),
      ],
    })
  })
}

function audit(
  service: Service,
  tx: Tx,
  due: Due,
  caller: Caller | undefined,
  action: string,
  outcome: number,
): Promise<void> {
  return auditJob(tx, service, {
    customer_id: due.customer_id,
    user_id: due.user_id,
    client_id: caller?.clientId ?? null,
    action,
    target: `/api/company/${due.company_id}/reports/${due.report_name}`,
    outcome,
  })
}
