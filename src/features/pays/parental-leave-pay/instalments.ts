import { countryOf } from '../../../countries/index.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying } from '../../../http/view.ts'
import { badRequest, invalid, notFound } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, sumTexts, toCent, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { LeaveType } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee, requireNotDeleted } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { deleteInstalment, insertInstalment, listInstalments, listPaidOn } from './queries.ts'
import type { InstalmentInput, ParentalLeavePay } from './schema.ts'

/*
 * Government parental leave pay (Paid Parental Leave Act 2010). Services Australia sends instalments to the employer, who
 * passes them on with the wages, less tax. They are not the employer's wages, so no super guarantee and no leave accrue
 * on them.
 */

type Call = { caller: Caller; employeeId: number }

export async function readParentalLeavePay(service: Service, call: Call): Promise<ParentalLeavePay> {
  const { query } = service.database
  return viewOf(query, await requireRecipient(service, query, call, false))
}

/** Records an instalment received. The response compares it with the amounts passed on. */
export function addInstalment(
  service: Service,
  call: Call,
  input: InstalmentInput,
): Promise<ParentalLeavePay> {
  return service.database.transaction(async (tx) => {
    const recipient = await requireRecipient(service, tx, call, true)
    const { employee } = recipient
    const received_on = civilDate(input.received_on)
    if (received_on > service.clock.today(recipient.timeZone))
      throw badRequest('received_on is in the future: record an instalment once it has arrived.')
    const money = toCent(decimal(String(input.amount)))
    if (money.lte(ZERO)) throw invalid(['body', 'amount'], 'amount must be at least one cent')
    const amount = money.toFixed(2)
    await insertInstalment(tx, employee, {
      received_on,
      amount,
      reference: input.reference ?? null,
      created_at: service.clock.now(),
    })
    recordAuditChange(aboutOf(employee), {}, { received_on, amount })
    return viewOf(tx, recipient)
  })
}

/** Removes an instalment that was recorded by mistake or returned. */
export function removeInstalment(service: Service, call: Call, id: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    const { employee } = await requireRecipient(service, tx, call, true)
    const removed = await deleteInstalment(tx, employee.id, id)
    if (!removed) throw notFound('Instalment not found.')
    recordAuditChange(aboutOf(employee), { received_on: removed.received_on, amount: removed.amount }, {})
  })
}

/** The employee, with the leave type by which the country passes on the pay. */
type Recipient = { employee: Employee; leaveType: LeaveType; timeZone: string }

async function requireRecipient(
  service: Service,
  query: Queryable | Tx,
  { caller, employeeId }: Call,
  isWrite: boolean,
): Promise<Recipient> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404, query, lock: isWrite })
  if (isWrite) requireNotDeleted(employee)
  const company = await findCompany(query, service.cipher, employee.company_id)
  const { leave, name, timeZone } = countryOf(present(company).jurisdiction)
  const leaveType = leave.parentalPayType
  if (leaveType === null)
    throw badRequest(`Employers in ${name} do not pass on parental leave pay from the government.`)
  return { employee, leaveType, timeZone }
}

const aboutOf = (employee: Employee) =>
  `parental leave pay of employee ${employee.id}, ${employee.first_name} ${employee.last_name}`

async function viewOf(query: Queryable, { employee, leaveType }: Recipient): Promise<ParentalLeavePay> {
  const [instalments, payments] = await Promise.all([
    listInstalments(query, employee.id),
    listPaidOn(query, employee.id, leaveType),
  ])
  const received = sumTexts(instalments.map((each) => each.amount))
  const paid = sumTexts(payments.map((each) => each.amount))
  const held = received.minus(paid)
  const view = {
    employee_id: employee.id,
    received: Number(received.toFixed()),
    paid: Number(paid.toFixed()),
    held: Number(held.toFixed()),
    instalments: instalments.map(({ id, received_on, amount, reference }) => ({
      id,
      received_on,
      amount: Number(amount),
      reference,
    })),
    payments: payments.map((each) => ({ ...each, hours: Number(each.hours), amount: Number(each.amount) })),
  }
  return saying(view, [
    ...(held.lt(ZERO)
      ? [
          `${held.negated().toFixed(2)} more was passed on than was received: an employer pays parental leave pay from the instalments of Services Australia.`,
        ]
      : []),
    ...(held.gt(ZERO) && employee.is_terminated
      ? [
          `The employment has ended, and ${held.toFixed(2)} is still held: pass it on, or send it back to Services Australia.`,
        ]
      : []),
  ])
}
