import type { Queryable } from '../../database/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { contentTag, requireMatch } from '../../http/etag.ts'
import { amount } from '../../http/view.ts'
import { conflict } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { findCompany } from '../companies/index.ts'
import { requireEmployee } from '../employees/index.ts'
import { loadBankAccounts, replaceBankAccounts } from './queries.ts'
import { checkCountry, rankAccounts } from './rules.ts'
import type { BankAccount, BankAccountInput } from './schema.ts'

/** The accounts an employee is paid into, and the ETag of the list. */
export async function readBankAccounts(service: Service, caller: Caller, employeeId: number) {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  return listOf(service, service.database.query, employee.id)
}

/** Replaces the whole list. */
export function writeBankAccounts(
  service: Service,
  caller: Caller,
  employeeId: number,
  rows: readonly BankAccountInput[],
  ifMatch: string | undefined,
) {
  const ranked = rankAccounts(rows)
  return service.database.transaction(async (tx) => {
    const employee = await requireEmployee(service, caller, employeeId, {
      answer: 404,
      query: tx,
      lock: true,
    })
    if (employee.is_deleted) throw conflict('The employee is deleted. Restore the employee first.')
    if (ifMatch !== undefined) requireMatch(ifMatch, (await listOf(service, tx, employee.id)).tag)
    const company = await findCompany(tx, service.cipher, employee.company_id)
    const accounts = checkCountry(ranked, company?.jurisdiction ?? service.settings.region)
    await replaceBankAccounts(tx, service.cipher, new Map([[employee.id, accounts]]))
    return listOf(service, tx, employee.id)
  })
}

async function listOf(service: Service, query: Queryable, employeeId: number) {
  const rows = await loadBankAccounts(query, service.cipher, [employeeId])
  const accounts = rows.map(
    ({ employee_id: _employee, ...row }): BankAccount => ({ ...row, amount: amount(row.amount) }),
  )
  return { accounts, tag: contentTag(accounts) }
}
