import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { SuperChoice } from '../../../database/tables/super-choices.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying, timestamp } from '../../../http/view.ts'
import { tfnStatus } from '../../../identifiers/tfn.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import type { StapledAnswer } from '../../../ports/stapled-funds/port.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { openEmployee, recordHistory, requireEmployee, requireNotDeleted } from '../employees/index.ts'
import { findChoice, storeChoice } from './choice-queries.ts'
import type { SuperChoiceInput, SuperChoiceView } from './choice-schema.ts'
import { loadSuperFunds } from './queries.ts'
import { replaceSuperFunds } from './replace.ts'
import { rankFunds } from './rules.ts'
import { requireFunds } from './super-funds.ts'

/*
 * Choice of fund (Superannuation Guarantee (Administration) Act 1992, Part 3A). The employer first offers the employee a
 * choice. If none is made, it asks the tax office for the stapled fund. If there is none, it uses its own default fund.
 */

type Call = { caller: Caller; employeeId: number }

export async function readChoice(service: Service, { caller, employeeId }: Call): Promise<SuperChoiceView> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  await requireFunds(service, employee)
  return viewOf(await choiceOf(service, service.database.query, employee))
}

/** Records that the choice form was offered, and the employee's response. */
export function recordChoice(
  service: Service,
  call: Call,
  input: SuperChoiceInput,
): Promise<SuperChoiceView> {
  return service.database.transaction(async (tx) => {
    const employee = await lockEmployee(service, tx, call)
    const before = await choiceOf(service, tx, employee)
    const choice: SuperChoice = {
      ...before,
      ...(input.offered_on === undefined
        ? {}
        : { offered_on: input.offered_on === null ? null : civilDate(input.offered_on) }),
      ...(input.is_chosen === undefined ? {} : { is_chosen: input.is_chosen }),
      updated_at: service.clock.now(),
    }
    await storeChoice(tx, choice)
    const { offered_on, is_chosen } = before
    recordAuditChange(aboutOf(employee), { offered_on, is_chosen }, { ...input })
    return viewOf(choice)
  })
}

/** Requests the stapled fund from the tax office. If the employee has no fund yet, the stapled fund becomes theirs. */
export async function requestStapledFund(service: Service, call: Call): Promise<SuperChoiceView> {
  const found = await requireEmployee(service, call.caller, call.employeeId, { answer: 404 })
  await requireFunds(service, found)
  const { query } = service.database
  const { is_chosen, offered_on } = await choiceOf(service, query, found)
  if (offered_on === null) throw conflict('Offer the choice of fund first: record offered_on.')
  if (is_chosen) throw conflict('The employee chose a fund: no stapled fund is requested.')
  const answer = await ask(service, found)
  return service.database.transaction(async (tx) => {
    const employee = await lockEmployee(service, tx, call)
    const fund = answer.answer === 'found' ? answer : null
    const now = service.clock.now()
    const choice: SuperChoice = {
      ...(await choiceOf(service, tx, employee)),
      requested_at: now,
      answer: answer.answer,
      reason: answer.answer === 'refused' ? answer.reason : null,
      fund_usi: fund?.usi ?? null,
      fund_name: fund?.fundName ?? null,
      updated_at: now,
    }
    await storeChoice(tx, choice)
    recordAuditChange(aboutOf(employee), {}, { answer: answer.answer, fund_usi: choice.fund_usi })
    return saying(viewOf(choice), fund ? await takeFund(service, tx, employee, fund) : [])
  })
}

async function ask(service: Service, stored: Employee): Promise<StapledAnswer> {
  const employee = openEmployee(service.cipher, stored)
  const company = await findCompany(service.database.query, service.cipher, stored.company_id)
  const { tax_file_number: taxFileNumber, date_of_birth: dateOfBirth } = employee
  if (
    taxFileNumber === null ||
    tfnStatus(taxFileNumber) !== 'QUOTED' ||
    dateOfBirth === null ||
    !company?.abn
  )
    throw badRequest(
      'The request needs the ABN of the company, and the tax file number and birth date of the employee.',
    )
  const { abn } = company
  return service.ports.stapledFunds.ask({ abn, taxFileNumber, dateOfBirth, lastName: employee.last_name })
}

/** Stores the stapled fund, unless funds are already entered. */
async function takeFund(
  service: Service,
  tx: Tx,
  employee: Employee,
  { usi, fundName, memberNumber }: StapledAnswer & { answer: 'found' },
): Promise<string[]> {
  const before = await loadSuperFunds(tx, service.cipher, [employee.id])
  if (before.length > 0)
    return [
      `Super already goes to ${before.map((fund) => fund.fund_name).join(', ')}: change it if that is not the stapled fund.`,
    ]
  const fund = {
    fund_type: 'APRA' as const,
    fund_name: fundName,
    usi,
    member_number: memberNumber,
    percentage: 100,
  }
  await replaceSuperFunds(service, tx, new Map([[employee.id, rankFunds([fund])]]))
  const after = `${fundName} (${usi}) 100%`
  await recordHistory(tx, service.clock.now(), [
    { employee, action: 'super-funds', changes: [{ field: 'super_funds', before: null, after }] },
  ])
  return [`Super of the employee goes to ${fundName} from now on.`]
}

async function lockEmployee(service: Service, tx: Tx, { caller, employeeId }: Call): Promise<Employee> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx, lock: true })
  requireNotDeleted(employee)
  await requireFunds(service, employee)
  return employee
}

async function choiceOf(service: Service, query: Tx | Service['database']['query'], employee: Employee) {
  const { customer_id, company_id, id: employee_id } = employee
  const none: SuperChoice = {
    employee_id,
    customer_id,
    company_id,
    offered_on: null,
    is_chosen: null,
    requested_at: null,
    answer: null,
    reason: null,
    fund_usi: null,
    fund_name: null,
    updated_at: service.clock.now(),
  }
  return (await findChoice(query, employee_id)) ?? none
}

const aboutOf = (employee: Employee) =>
  `choice of fund of employee ${employee.id}, ${employee.first_name} ${employee.last_name}`

function viewOf(choice: SuperChoice): SuperChoiceView {
  const { customer_id: _customer, company_id: _company, updated_at: _at, ...rest } = choice
  return { ...rest, requested_at: timestamp(choice.requested_at), next_step: nextStep(choice) }
}

function nextStep({ offered_on, is_chosen, answer, fund_name }: SuperChoice): string {
  if (offered_on === null) return 'Give the employee the choice form, and record offered_on.'
  if (is_chosen) return 'Enter the fund that the employee chose.'
  if (answer === null) return 'Ask for the stapled fund if the employee chooses none.'
  if (answer === 'found') return `Pay super to ${fund_name}, the stapled fund.`
  if (answer === 'none') return 'There is no stapled fund: pay super to the employer’s own fund.'
  if (answer === 'refused') return 'Check name, birth date and tax file number, then ask again.'
  return 'Ask in the tax office’s online services, then enter the fund that it names.'
}
