import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { transactionHooks } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, conflict, forbidden, invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { updateEmployeesIn } from '../employees/index.ts'
import { type DetailKind, fieldsOf, isAllowed, isListed } from './detail-fields.ts'
import { notifyOfficers } from './notify-officers.ts'
import { insertRequest, readRequests } from './queries.ts'
import { requireRequest } from './read.ts'
import type { DetailRequestCreate, EmployeeRequest } from './schema.ts'

export const KIND_WORDS: Record<DetailKind, string> = {
  details: 'your address and contacts',
  bank: 'your bank account',
  tax: 'your tax details',
  super: 'your super or KiwiSaver',
}

/** Rejects changes that the employee's switches do not allow, or that the employee record would reject. */
export async function checkDetails(
  service: Service,
  company: Company,
  employee: Employee,
  { kind, fields }: Pick<DetailRequestCreate, 'kind' | 'fields'>,
): Promise<void> {
  if (!isAllowed(kind, employee))
    throw forbidden(`Your employer does not allow changes of ${KIND_WORDS[kind]} here.`)
  const open: readonly string[] = fieldsOf(kind, company.jurisdiction)
  const other = Object.keys(fields).find((name) => !open.includes(name))
  if (other) throw invalid(['body', 'fields', other], `${other} does not belong to a request of kind ${kind}`)
  const number = fields.primary_bank_account_number
  if (typeof number === 'string' && isListed(company.jurisdiction)) listedNumber(company, number)
  const items = [{ ...ownFields(company, fields), id: employee.id }]
  const options = { identifierType: 'employee_id', ifMatch: undefined } as const
  // A dry run that is rolled back, so its changes must not reach the audit log.
  const [result] = await transactionHooks.exit(() =>
    service.database.transaction((tx) => updateEmployeesIn(service, tx, company, items, options), {
      dryRun: true,
    }),
  )
  const [refused] = Object.entries(result?.errors ?? {})
  if (refused) throw badRequest(`${refused[0]}: ${refused[1]}`)
}

/** The fields that belong in the employee record. Where accounts are kept in a list, the account number is not among them. */
export function ownFields<T>({ jurisdiction }: Company, fields: Record<string, T>): Record<string, T> {
  if (!isListed(jurisdiction)) return fields
  const { primary_bank_account_number: _listed, ...own } = fields
  return own
}

/** The account number in the form that the list of accounts stores. */
export function listedNumber({ jurisdiction }: Company, number: string): string {
  const checked = countryOf(jurisdiction).bankAccount.check({ bsb: null, account_number: number.trim() })
  if ('problem' in checked) throw invalid(['body', 'fields', 'primary_bank_account_number'], checked.problem)
  return checked.number
}

/** Requests a change of details, for the payroll officer to approve. The employee is notified by e-mail. */
export async function askForDetails(
  service: Service,
  tx: Tx,
  caller: Caller,
  company: Company,
  employee: Employee,
  asked: Omit<DetailRequestCreate, 'code'> & { email: string },
): Promise<EmployeeRequest> {
  const waiting = await readRequests(tx, {
    customerId: company.customer_id,
    employeeId: employee.id,
    state: 'open',
  })
  if (waiting.some((row) => row.kind === asked.kind))
    throw conflict(`A change of ${KIND_WORDS[asked.kind]} is already waiting. Withdraw it first.`)
  const id = await insertRequest(
    tx,
    service.cipher,
    {
      customer_id: company.customer_id,
      company_id: company.id,
      employee_id: employee.id,
      kind: asked.kind,
      leave_type: null,
      start_date: null,
      end_date: null,
      message: asked.message?.trim() || null,
      created_at: service.clock.now(),
      created_by: caller.userId,
    },
    asked.fields,
  )
  await writeMail(service, tx, {
    customerId: company.customer_id,
    to: asked.email,
    subject: `A change of ${KIND_WORDS[asked.kind]} was requested`,
    text: [
      `Hello ${employee.first_name},`,
      `a change of ${KIND_WORDS[asked.kind]} was requested in your name. It applies once your payroll officer has approved it.`,
      'If it was not you, tell your payroll officer at once and change your password.',
    ].join('\n\n'),
  })
  const view = await requireRequest(service, tx, { customerId: company.customer_id, id })
  await notifyOfficers(service, tx, company, view)
  return view
}
