import type { Queryable } from '../../../database/connect.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { contentTag, requireMatch } from '../../../http/etag.ts'
import { amount, saying } from '../../../http/view.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { openPaysAdvice, recordHistory, requireEmployee, requireNotDeleted } from '../employees/index.ts'
import { loadBankAccounts } from './queries.ts'
import { replaceBankAccounts } from './replace.ts'
import { checkCountry, rankAccounts } from './rules.ts'
import type { BankAccount, BankAccountInput } from './schema.ts'

/** Returns an employee's bank accounts and the ETag of the list. */
export async function readBankAccounts(service: Service, caller: Caller, employeeId: number) {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  return listOf(service, service.database.query, employee.id)
}

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
    requireNotDeleted(employee)
    const before = await listOf(service, tx, employee.id)
    if (ifMatch !== undefined) requireMatch(ifMatch, before.tag)
    const company = await findCompany(tx, service.cipher, employee.company_id)
    const accounts = checkCountry(ranked, company?.jurisdiction ?? service.settings.region)
    await replaceBankAccounts(service, tx, new Map([[employee.id, accounts]]))
    const after = await listOf(service, tx, employee.id)
    if (isSameList(before.accounts, after.accounts)) return after
    recordAuditChange(
      `Bank accounts of employee ${employee.id}, ${employee.first_name} ${employee.last_name}`,
      { accounts: inWords(before.accounts) },
      { accounts: inWords(after.accounts) },
    )
    await recordHistory(tx, service.clock.now(), [
      {
        employee,
        action: 'bank-accounts',
        changes: [
          { field: 'bank_accounts', before: inWords(before.accounts), after: inWords(after.accounts) },
        ],
      },
    ])
    const [first, ...others] = after.accounts
    const advice = await openPaysAdvice(tx, employee.id, 'net')
    return first ? { ...after, accounts: [saying(first, advice), ...others] } : after
  })
}

async function listOf(service: Service, query: Queryable, employeeId: number) {
  const rows = await loadBankAccounts(query, service.cipher, [employeeId])
  const accounts = rows.map(
    ({ employee_id: _employee, ...row }): BankAccount => ({ ...row, amount: amount(row.amount) }),
  )
  return { accounts, tag: contentTag(accounts) }
}

/** Describes how net pay is split, with the last digits of each account. */
function inWords(accounts: readonly BankAccount[]): string | null {
  const words = accounts.map((row) => {
    const share =
      row.amount_type === 'REMAINDER'
        ? 'the rest'
        : row.amount_type === 'FIXED'
          ? `$${row.amount}`
          : `${row.amount}%`
    return `${[row.account_name, row.bsb, mask(row.account_number)].filter(Boolean).join(' ')}: ${share}`
  })
  return words.join('; ') || null
}

/** Compares two lists, ignoring row ids. */
function isSameList(before: readonly BankAccount[], after: readonly BankAccount[]): boolean {
  const rows = (list: readonly BankAccount[]) => JSON.stringify(list.map(({ id: _id, ...row }) => row))
  return rows(before) === rows(after)
}
