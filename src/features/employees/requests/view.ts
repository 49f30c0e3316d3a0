import type { Employee } from '../../../database/tables/employees.ts'
import { formatName, timestamp } from '../../../http/view.ts'
import { decimal, sum } from '../../../kernel/values/money.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { StoredAccount } from '../bank-accounts/index.ts'
import { openEmployee } from '../employees/index.ts'
import { balanceOf, leaveName } from './leave-types.ts'
import type { RequestRow, readDays } from './queries.ts'
import type { EmployeeRequest } from './schema.ts'

type Day = Awaited<ReturnType<typeof readDays>>[number]
type Fields = Record<string, string | number | boolean | null>

/** Decrypts the fields that a request asks to change. */
export function openFields(cipher: FieldCipher, row: Pick<RequestRow, 'id' | 'details'>): Fields {
  return row.details === null ? {} : JSON.parse(cipher.open('employee_requests.details', row.id, row.details))
}

export function viewRequest(
  cipher: FieldCipher,
  row: RequestRow,
  days: readonly Day[],
  employee: Employee,
  listed: StoredAccount | undefined,
): EmployeeRequest {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    employee_id: row.employee_id,
    employee_name: formatName(row),
    leave: viewLeave(row, days, employee),
    fields: row.details === null ? null : viewFields(cipher, row, employee, listed),
    message: row.message && cipher.open('employee_requests.message', row.id, row.message),
    answer: row.answer && cipher.open('employee_requests.answer', row.id, row.answer),
    created_at: timestamp(row.created_at),
    decided_at: timestamp(row.decided_at),
    decided_by: row.decided_by_name,
  }
}

function viewLeave(row: RequestRow, days: readonly Day[], employee: Employee): EmployeeRequest['leave'] {
  const { leave_type: leaveType, start_date, end_date } = row
  if (leaveType === null || start_date === null || end_date === null) return null
  const balance = balanceOf(employee, leaveType)
  return {
    leave_type: leaveType,
    name: leaveName(row.jurisdiction, leaveType),
    start_date,
    end_date,
    hours: Number(sum(days.map((day) => decimal(day.hours))).toFixed()),
    balance_hours: balance === null ? null : Number(balance.toFixed(2)),
    days: days.map(({ date, hours, pay_id }) => ({ date, hours: Number(hours), pay_id })),
  }
}

/**
 * Shows new values in full while the request is undecided. After that, and for old values, sensitive numbers show only
 * their last digits.
 */
function viewFields(
  cipher: FieldCipher,
  row: RequestRow,
  employee: Employee,
  listed: StoredAccount | undefined,
): EmployeeRequest['fields'] {
  const stood: Record<string, unknown> = {
    ...openEmployee(cipher, employee),
    ...(listed && inlineOf(listed)),
  }
  return Object.fromEntries(
    Object.entries(openFields(cipher, row)).map(([name, after]) => [
      name,
      {
        before: shownValue(name, stood[name]),
        after: row.state === 'open' ? after : shownValue(name, after),
      },
    ]),
  )
}

/** Maps a listed account to the field names of a change request. */
const inlineOf = (account: StoredAccount): Fields => ({
  primary_bank_account_name: account.account_name,
  primary_bank_bsb: account.bsb,
  primary_bank_account_number: account.account_number,
})

/** A stored value as self-service shows it. Tax and account numbers show only their last digits. */
export function shownValue(name: string, value: unknown): Fields[string] {
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value !== 'string') return null
  return /account_number|tax_file_number|ird_number/.test(name)
    ? `••• ${value.replaceAll(/\W/g, '').slice(-3)}`
    : value
}
