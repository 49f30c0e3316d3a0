import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying } from '../../../http/view.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { day } from '../../platform/pdf/index.ts'
import { changeMainAccounts } from '../bank-accounts/index.ts'
import { updateEmployeesIn } from '../employees/index.ts'
import { KIND_WORDS, listedNumber, ownFields } from './ask-details.ts'
import { isListed } from './detail-fields.ts'
import { decideRequest, findRequester, lockOpen, type RequestRow, readDraftsFrom } from './queries.ts'
import { requireRequest } from './read.ts'
import type { Decision, EmployeeRequest } from './schema.ts'
import { openFields } from './view.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockOpen>>>

/** Approves or declines a request. Approved leave goes on the next draft, and approved details change at once. */
export function decide(
  service: Service,
  caller: Caller,
  company: Company,
  id: number,
  { isApproved, answer }: Decision & { isApproved: boolean },
): Promise<EmployeeRequest> {
  return service.database.transaction(async (tx) => {
    const which = { customerId: company.customer_id, companyId: company.id, id }
    const row = await lockOpen(tx, which)
    if (!row) throw notFound('Request not found.')
    if (row.state !== 'open') throw conflict(`The request is already ${row.state}.`)
    const said = isApproved ? await carryOut(service, tx, company, row) : []
    const state = isApproved ? 'approved' : 'declined'
    await decideRequest(tx, service.cipher, row.id, {
      state,
      answer: answer?.trim() || null,
      decided_at: service.clock.now(),
      decided_by: caller.userId,
    })
    const view = await requireRequest(service, tx, which)
    recordAuditChange(`Request ${id} (${row.kind}) of ${view.employee_name}`, { state: 'open' }, { state })
    await tell(service, tx, row, view)
    return saying(view, said)
  })
}

async function carryOut(service: Service, tx: Tx, company: Company, row: Locked): Promise<string[]> {
  if (row.start_date !== null) {
    const drafts = await readDraftsFrom(tx, row.employee_id, row.start_date)
    return drafts.map(
      (id) =>
        `Draft pay ${id} was created before the approval: add the leave to it, or delete the draft and draft it again.`,
    )
  }
  const fields = openFields(service.cipher, row)
  const items = [{ ...ownFields(company, fields), id: row.employee_id }]
  const [result] = await updateEmployeesIn(service, tx, company, items, {
    identifierType: 'employee_id',
    ifMatch: undefined,
  })
  const [refused] = Object.entries(result?.errors ?? {})
  if (!result?.employee || refused)
    throw conflict(
      `The change no longer fits the record. ${refused ? `${refused[0]}: ${refused[1]}` : ''}`.trim(),
    )
  if (row.kind === 'bank') await changeListedAccount(service, tx, company, row, fields)
  return result.warnings ?? []
}

/**
 * If an employee has a list of accounts, pays use that list. The account for the remainder is replaced by the new one. In
 * a country that lists accounts, the first account starts the list.
 */
async function changeListedAccount(
  service: Service,
  tx: Tx,
  company: Company,
  row: Pick<RequestRow, 'employee_id'>,
  fields: Record<string, unknown>,
): Promise<void> {
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : undefined
  }
  const asked = text('primary_bank_account_number')
  const number = asked && isListed(company.jurisdiction) ? listedNumber(company, asked) : asked
  const account = { number, name: text('primary_bank_account_name'), bsb: text('primary_bank_bsb') }
  await changeMainAccounts(service, tx, new Map([[row.employee_id, account]]), isListed(company.jurisdiction))
}

async function tell(service: Service, tx: Tx, row: Locked, view: EmployeeRequest): Promise<void> {
  const requester = await findRequester(tx, row.created_by)
  if (!requester) return
  const word = view.state === 'approved' ? 'approved' : 'declined'
  const about = view.leave
    ? `${view.leave.name} from ${day(view.leave.start_date)} to ${day(view.leave.end_date)}`
    : `a change of ${KIND_WORDS[row.kind as keyof typeof KIND_WORDS]}`
  await writeMail(service, tx, {
    customerId: row.customer_id,
    to: requester.email,
    subject: `Your request was ${word}`,
    text: [
      `Hello ${requester.name},`,
      `your request for ${about} was ${word}.`,
      ...(view.answer ? [view.answer] : []),
    ].join('\n\n'),
  })
}
