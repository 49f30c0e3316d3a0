import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { formatName, timestamp } from '../../../http/view.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { MailRefused } from '../../../ports/mail/port.ts'
import type { Service } from '../../../service.ts'
import { type MailFile, writeMails } from '../../platform/mail/index.ts'
import { day, drawInThread } from '../../platform/pdf/index.ts'
import { distinctNames, payslipFileName } from './file-name.ts'
import { loadPayslips } from './load.ts'
import {
  findMailedPay,
  insertPayslipMails,
  listPayslipMails,
  listRecipients,
  type Recipient,
  requireRunPays,
} from './queries.ts'
import { readySlips } from './render-many.ts'
import type { PasswordKind, PayslipMailRequest, PayslipMails } from './schema.ts'

/** Queues the payslips of a run, or of selected pays in it, as separate emails to the employees. */
export function mailPayslips(
  service: Service,
  company: Company,
  runId: number,
  body: PayslipMailRequest,
): Promise<PayslipMails> {
  return service.database.transaction(async (tx) => {
    const inRun = await requireRunPays(tx, company.id, runId)
    const wanted = body.pay_ids ?? inRun
    const foreign = wanted.filter((id) => !inRun.includes(id))
    if (foreign.length > 0)
      throw badRequest(`Pay run ${runId} has no processed pay ${foreign.join(', ')}. Nothing was queued.`)
    const all = await listRecipients(tx, company.id, wanted)
    const due = body.resend ? all : all.filter((recipient) => !recipient.is_mailed)
    const reachable = due.filter((recipient) => recipient.address !== null)
    await queue(service, tx, company, reachable, body)
    return {
      mails: (await listPayslipMails(tx, company.id, runId)).map(viewMail),
      queued: reachable.length,
      ...saidOf(all, due),
    }
  })
}

function saidOf(all: readonly Recipient[], due: readonly Recipient[]) {
  const without = due.filter((recipient) => recipient.address === null)
  const warnings = [
    ...(without.length > 0
      ? [
          `No e-mail address on record for ${without.map(formatName).join(', ')}: set payslip_email or email_address, or deliver the payslip another way.`,
        ]
      : []),
    ...(all.length > due.length
      ? [
          `${all.length - due.length} payslips were already mailed and are not sent again. To send them again, use resend.`,
        ]
      : []),
  ]
  return {
    without_address: without.map(({ pay_id, employee_id, ...name }) => ({
      pay_id,
      employee_id,
      format_name: formatName(name),
    })),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

async function queue(
  service: Service,
  tx: Tx,
  company: Company,
  recipients: readonly Recipient[],
  { password = 'NONE', message }: PayslipMailRequest,
): Promise<void> {
  const nameOf = distinctNames()
  const employer = company.trading_name ?? company.legal_name
  const ids = await writeMails(
    service,
    tx,
    recipients.map((recipient) => ({
      customerId: company.customer_id,
      to: recipient.address ?? '',
      subject: `Your payslip of ${day(recipient.pay_date)} from ${employer}`,
      text: textOf(recipient, employer, password, message),
    })),
  )
  const now = service.clock.now()
  await insertPayslipMails(
    tx,
    recipients.map((recipient, index) => ({
      mail_id: ids[index] ?? 0,
      customer_id: company.customer_id,
      company_id: company.id,
      pay_id: recipient.pay_id,
      employee_id: recipient.employee_id,
      file_name: nameOf(payslipFileName(recipient.pay_date, recipient)),
      password_kind: password,
      created_at: now,
    })),
  )
}

const HINTS: Record<PasswordKind, string | null> = {
  NONE: null,
  DATE_OF_BIRTH: 'To open it, type your date of birth as eight digits: day, month, year.',
}

function textOf(
  recipient: Recipient,
  employer: string,
  password: PasswordKind,
  message: string | undefined,
): string {
  const lines = [
    `Hello ${recipient.first_name},`,
    `attached is your payslip from ${employer}, paid on ${day(recipient.pay_date)}.`,
    HINTS[password],
    message,
  ]
  return lines.filter(Boolean).join('\n\n')
}

/** The payslip attached to an email. It is drawn from the pay's snapshot when the email is sent. Empty for other emails. */
export async function attachPayslip(service: Service, mailId: number): Promise<MailFile[]> {
  const mailed = await findMailedPay(service, mailId)
  if (!mailed) return []
  const { company, row } = mailed
  const [parts] = await loadPayslips(service, company, [row.pay_id])
  if (!parts) throw new MailRefused('The pay was deleted, so there is no payslip to send', true)
  const [slip] = await readySlips(service, company, [parts])
  if (!slip) throw new MailRefused('The payslip could not be created', true)
  const password = passwordOf(row.password_kind, parts.employee.date_of_birth)
  const content = await drawInThread(slip, {
    created: slip.madeAt,
    ...(password === undefined ? {} : { password }),
  })
  return [{ name: row.file_name, mediaType: 'application/pdf', content }]
}

function passwordOf(kind: PasswordKind, dateOfBirth: string): string | undefined {
  if (kind === 'NONE') return undefined
  const [year, month, date] = dateOfBirth.split('-')
  return `${date}${month}${year}`
}

/** The mailed payslips of a run, each with the state of its email. */
export async function readPayslipMails(service: Service, company: Company, runId: number) {
  await requireRunPays(service.database.query, company.id, runId)
  return (await listPayslipMails(service.database.query, company.id, runId)).map(viewMail)
}

function viewMail(row: Awaited<ReturnType<typeof listPayslipMails>>[number]): PayslipMails['mails'][number] {
  return {
    mail_id: row.mail_id,
    pay_id: row.pay_id,
    employee_id: row.employee_id,
    format_name: formatName(row),
    to_address: row.to_address,
    file_name: row.file_name,
    password: row.password_kind,
    state: row.state,
    error: row.error,
    created_at: timestamp(row.created_at),
    sent_at: timestamp(row.sent_at),
  }
}
