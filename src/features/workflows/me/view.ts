import { countryOf } from '../../../countries/index.ts'
import { amount, formatName } from '../../../http/view.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { StoredAccount } from '../../employees/bank-accounts/index.ts'
import { openEmployee } from '../../employees/employees/index.ts'
import { detailFieldsOf, leaveTypesOf, missingKinds, shownValue } from '../../employees/requests/index.ts'
import type { Me } from './schema.ts'
import type { Self } from './self.ts'

type Oneself = { email: string; has_second_factor: boolean }

/** The employee's own data, as far as the settings on their record allow. */
export function viewMe(
  cipher: FieldCipher,
  { employee, company }: Self,
  person: Oneself,
  today: CivilDate,
  accounts: readonly StoredAccount[],
): Me {
  const country = company.jurisdiction
  return {
    employee_id: employee.id,
    name: formatName(employee),
    email: person.email,
    company_name: company.trading_name ?? company.legal_name,
    country,
    start_date: employee.start_date,
    today,
    standard_hours_per_day: amount(employee.standard_hours_per_day),
    has_second_factor: person.has_second_factor,
    sees_payslips: employee.allow_view_payslips === true,
    asks_for_leave: employee.allow_edit_leave_requests === true && !employee.is_terminated,
    asks_below_zero: employee.allow_edit_leave_requests_when_negative === true,
    leave_types: Object.fromEntries(Object.entries(leaveTypesOf(country))),
    balances: balancesOf({ employee, company }),
    missing: employee.is_terminated ? [] : missingKinds(cipher, employee, country, accounts),
    details: employee.is_terminated ? {} : detailsOf(cipher, { employee, company }, accounts),
  }
}

function balancesOf({ employee, company }: Self): Me['balances'] {
  return countryOf(company.jurisdiction)
    .leave.ownBalances.filter(({ shownBy }) => employee[shownBy])
    .map(({ name, column, unit }) => ({ name, amount: Number(Number(employee[column]).toFixed(2)), unit }))
}

function detailsOf(
  cipher: FieldCipher,
  { employee, company }: Self,
  accounts: readonly StoredAccount[],
): Me['details'] {
  // If the employee has a list of accounts, pays use that list. The account with the remainder is shown,
  // because a request changes that one.
  const listed = accounts.find(({ amount_type }) => amount_type === 'REMAINDER')
  const open: Record<string, unknown> = {
    ...openEmployee(cipher, employee),
    ...(listed && {
      primary_bank_account_name: listed.account_name,
      primary_bank_bsb: listed.bsb,
      primary_bank_account_number: listed.account_number,
    }),
  }
  const kinds = Object.entries(detailFieldsOf(employee, company.jurisdiction))
  return Object.fromEntries(
    kinds.map(([kind, fields]) => [
      kind,
      Object.fromEntries((fields ?? []).map((name) => [name, shownValue(name, open[name])])),
    ]),
  )
}
