import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { MailState, PayslipMailsTable } from '../../../database/tables/mail.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'

/** The processed pays of a run, ordered by employee name. A run without any is a conflict. */
export async function requireRunPays(query: Queryable, companyId: number, runId: number): Promise<number[]> {
  const run = isId(runId)
    ? await query
        .selectFrom('pay_runs')
        .select('id')
        .where('id', '=', runId)
        .where('company_id', '=', companyId)
        .executeTakeFirst()
    : undefined
  if (!run) throw notFound('There is no such pay run.')
  const { rows } = await sql<{ id: number }>`
    select pays.id from pays join employees on employees.id = pays.employee_id
    where pays.pay_run_id = ${runId} and pays.company_id = ${companyId} and pays.status = 'processed'
    order by name_key(last_name), name_key(first_name), pays.processed_date, pays.id`.execute(query)
  if (rows.length === 0) throw conflict('This pay run has no processed pays, so there are no payslips yet.')
  return rows.map((row) => row.id)
}

export type Recipient = {
  pay_id: number
  employee_id: number
  first_name: string
  last_name: string
  pay_date: string
  address: string | null
  /**
   * Whether a payslip of the current version of the pay is queued or sent. A payslip from before a correction
   * does not count.
   */
  is_mailed: boolean
}

/** The recipients of the payslips of these pays, in the order of the ids. */
export async function listRecipients(
  tx: Tx,
  companyId: number,
  payIds: readonly number[],
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select pays.id as pay_id, employee_id, first_name, last_name, processed_date as pay_date,
      coalesce(payslip_email, email_address) as address,
      exists (select from payslip_mails mailed join outbox on outbox.id = mailed.mail_id
        where mailed.pay_id = pays.id and mailed.created_at >= pays.updated_at and outbox.state <> 'failed') as is_mailed
    from unnest(${payIds}::int[]) with ordinality as wanted (id, place)
    join pays on pays.id = wanted.id and pays.company_id = ${companyId}
    join employees on employees.id = pays.employee_id
    order by wanted.place`.execute(tx)
  return rows
}

export async function insertPayslipMails(tx: Tx, rows: readonly PayslipMailsTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await tx
      .insertInto('payslip_mails')
      .values(rows.slice(from, from + 500))
      .execute()
}

type MailedPayslip = PayslipMailsTable & {
  first_name: string
  last_name: string
  to_address: string
  state: MailState
  error: string | null
  sent_at: Date | null
}

/** The mailed payslips of a run with the state of their emails, oldest first. */
export async function listPayslipMails(
  query: Queryable,
  companyId: number,
  runId: number,
): Promise<MailedPayslip[]> {
  const { rows } = await sql<MailedPayslip>`
    select mailed.*, first_name, last_name, to_address, outbox.state, error, sent_at
    from payslip_mails mailed
    join pays on pays.id = mailed.pay_id and pays.pay_run_id = ${runId}
    join employees on employees.id = mailed.employee_id
    join outbox on outbox.id = mailed.mail_id
    where mailed.company_id = ${companyId} order by mailed.mail_id`.execute(query)
  return rows
}

/** The pay whose payslip an email carries, and its company. */
export async function findMailedPay({ database, cipher }: Service, mailId: number) {
  const row = await database.query
    .selectFrom('payslip_mails')
    .selectAll()
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
  const company = row && (await findCompany(database.query, cipher, row.company_id))
  return row && company ? { row, company } : undefined
}
