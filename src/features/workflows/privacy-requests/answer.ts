import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { seesMasks } from '../../../http/masked-answers.ts'
import { formatName, timestamp } from '../../../http/view.ts'
import { badRequest, conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { addDays, addYears, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { onBusinessDay } from '../../../payroll/business-days.ts'
import { maskText } from '../../../security/masking.ts'
import type { Service } from '../../../service.ts'
import { closeSessionsOf, revokeGrantsOfUser } from '../../access/oauth/index.ts'
import {
  closePrivacyRequest,
  eraseLeaverSignIn,
  eraseOptional,
  eraseTexts,
  type FoundRequest,
  findPerson,
  insertPrivacyRequest,
  listPrivacyRequests,
  reserveRequestId,
} from './queries.ts'
import type { PrivacyAnswer, PrivacyRequestCreate, PrivacyRequestView } from './schema.ts'

/** New Zealand: Privacy Act 2020 s 44. */
const WORKING_DAYS = 20
/** Australia: a reasonable period for APP 12 and 13 under the OAIC's guidelines. */
const DAYS = 30
/**
 * The minimum, even when RETENTION_YEARS is off: Fair Work Regulations 2009 reg 3.44. New Zealand's tax law requires
 * the same period.
 */
const YEARS_KEPT = 7

/** The earlier of the two dates, so that one rule fits both countries. */
function dueOn(service: Service, company: Company, receivedOn: CivilDate): CivilDate {
  const isHoliday = countryOf(company.jurisdiction).bankHolidays(service.rates)
  let day = receivedOn
  for (let passed = 0; passed < WORKING_DAYS; passed++) day = onBusinessDay(addDays(day, 1), isHoliday)
  const last = addDays(receivedOn, DAYS)
  return day < last ? day : last
}

/** Records a person's request, with the date by which it must be answered. */
export async function askForPrivacy(
  service: Service,
  company: Company,
  caller: Caller,
  body: PrivacyRequestCreate,
): Promise<PrivacyRequestView> {
  const today = todayOf(service, company)
  const receivedOn = civilDate(body.received_on ?? today)
  if (receivedOn > today)
    throw invalid(['body', 'received_on'], `received_on must not be after today (${today})`)
  return service.database.transaction(async (tx) => {
    if (!(await findPerson(tx, company.id, body.employee_id)))
      throw badRequest(`The company has no employee ${body.employee_id}.`)
    const id = await reserveRequestId(tx)
    await insertPrivacyRequest(tx, {
      id,
      customer_id: company.customer_id,
      company_id: company.id,
      employee_id: body.employee_id,
      kind: body.kind,
      received_on: receivedOn,
      due_on: dueOn(service, company, receivedOn),
      wish: body.wish ? service.cipher.seal('privacy_requests.wish', id, body.wish) : null,
      created_by: caller.userId,
      created_at: service.clock.now(),
    })
    return viewRequest(service, company, caller, await requireRequest(tx, company, id))
  })
}

/** Fulfils a request, or refuses it with the reason. A deletion removes data that no law requires to be kept. */
export async function answerPrivacy(
  service: Service,
  company: Company,
  caller: Caller,
  id: number,
  { answer, isDone }: PrivacyAnswer & { isDone: boolean },
): Promise<PrivacyRequestView> {
  return service.database.transaction(async (tx) => {
    const asked = await requireRequest(tx, company, id)
    if (asked.state !== 'open') throw conflict(`Privacy request ${id} is already answered.`)
    if (answer === undefined && (!isDone || asked.kind === 'correction'))
      throw invalid(
        ['body', 'answer'],
        isDone ? 'answer is required: it says what was corrected' : 'answer is required: it says why not',
      )
    const now = service.clock.now()
    const state = isDone ? 'done' : 'refused'
    const sealed = answer === undefined ? null : service.cipher.seal('privacy_requests.answer', id, answer)
    const decided = { state, answer: sealed, decided_by: caller.userId, decided_at: now } as const
    if (isDone && asked.kind === 'deletion') await erase(tx, asked.employee_id, now)
    if (!(await closePrivacyRequest(tx, id, decided)))
      throw conflict(`Privacy request ${id} is already answered.`)
    recordAuditChange(`Privacy request ${id} of employee ${asked.employee_id}`, { state: 'open' }, { state })
    return viewRequest(service, company, caller, await requireRequest(tx, company, id))
  })
}

async function erase(tx: Tx, employeeId: number, now: Date): Promise<void> {
  await eraseOptional(tx, employeeId, now)
  await eraseTexts(tx, employeeId)
  for (const userId of await eraseLeaverSignIn(tx, employeeId, now)) {
    await closeSessionsOf(tx, userId, now)
    await revokeGrantsOfUser(tx, userId, now)
  }
}

async function requireRequest(tx: Tx, company: Company, id: number): Promise<FoundRequest> {
  const [found] = await listPrivacyRequests(tx, company.id, { id })
  if (!found) throw notFound(`No privacy request of this company has the id ${id}.`)
  return found
}

export function viewRequest(
  service: Service,
  company: Company,
  caller: Caller,
  row: FoundRequest,
): PrivacyRequestView {
  const isMasked = seesMasks({ caller, params: { company_id: company.id } })
  const shown = (name: 'wish' | 'answer') => {
    const stored = row[name]
    if (stored === null) return null
    const text = service.cipher.open(`privacy_requests.${name}`, row.id, stored)
    return isMasked ? maskText(text) : text
  }
  return {
    id: row.id,
    company_id: row.company_id,
    employee_id: row.employee_id,
    format_name: formatName(row),
    kind: row.kind,
    state: row.state,
    received_on: row.received_on,
    due_on: row.due_on,
    is_late: row.state === 'open' && row.due_on < todayOf(service, company),
    wish: shown('wish'),
    answer: shown('answer'),
    export_path: row.kind === 'access' ? `/api/employees/${row.employee_id}/export` : null,
    kept: row.kind === 'deletion' ? keptOf(service, row) : [],
    created_at: timestamp(row.created_at),
    decided_at: timestamp(row.decided_at),
  }
}

/** The data kept after a deletion: pay and tax records, for the period that the law requires. */
function keptOf(
  { settings }: Service,
  { last_paid_on: paid, is_terminated: hasLeft }: FoundRequest,
): PrivacyRequestView['kept'] {
  const working = hasLeft
    ? []
    : [{ what: 'E-mail address and self-service sign-in', why: STILL_WORKS, until: null }]
  if (paid === null) return [{ what: 'Name, address and employment', why: NOT_PAID, until: null }, ...working]
  const until = addYears(paid, Math.max(settings.retentionYears, YEARS_KEPT))
  return [
    { what: 'Pays, payslips and leave', why: 'Employment law requires records of pay and leave.', until },
    {
      what: 'Lodgements, tax numbers and super',
      why: 'Tax law requires records of what was withheld.',
      until,
    },
    { what: 'Name, address and bank account', why: 'They belong to those records.', until },
    { what: 'The history of these records', why: 'It shows who changed them and when.', until },
    ...working,
  ]
}

const STILL_WORKS = 'The person works here, and payslips are sent to this address.'
const NOT_PAID = 'No pay needs them: delete the employee to remove them.'
