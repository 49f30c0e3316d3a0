import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Service } from '../../../service.ts'
import { openAccountNumber } from '../../employer/companies/index.ts'
import { loadBankAccounts } from '../bank-accounts/index.ts'
import { openEmployee, requireEmployee } from '../employees/index.ts'
import { loadSuperFunds } from '../super-funds/index.ts'

/** Returns the numbers of an employee in plain text. The reason is committed to the audit log before they are shown. */
export function revealEmployee(service: Service, caller: Caller, employeeId: number, reason: string) {
  return service.database.transaction(async (tx) => {
    const { cipher } = service
    const row = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx })
    const { tax_file_number, ird_number, ...employee } = openEmployee(cipher, row)
    recordReason(`Employee ${row.id}, ${row.first_name} ${row.last_name}`, reason)
    return {
      employee_id: row.id,
      tax_file_number,
      ird_number,
      primary_bank_account_number: employee.primary_bank_account_number,
      secondary_bank_account_number: employee.secondary_bank_account_number,
      default_employee_fund_member_number: employee.default_employee_fund_member_number,
      bank_accounts: (await loadBankAccounts(tx, cipher, [row.id])).map(({ rank, account_number }) => ({
        rank,
        account_number,
      })),
      super_funds: (await loadSuperFunds(tx, cipher, [row.id])).map((fund) => ({
        rank: fund.rank,
        bank_account_number: fund.bank_account_number,
        member_number: fund.member_number,
      })),
    }
  })
}

/** Returns the company's numbers in plain text, under the same conditions. */
export function revealCompany(service: Service, company: Company, reason: string) {
  return service.database.transaction(async () => {
    recordReason(`Company ${company.id}, ${company.legal_name}`, reason)
    return {
      company_id: company.id,
      bank_account_number: openAccountNumber(service.cipher, company),
      ird_number: company.ird_number,
    }
  })
}

function recordReason(about: string, reason: string): void {
  recordAuditChange(about, {}, { numbers_revealed: reason.trim() })
}
