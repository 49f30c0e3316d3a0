import { amount, formatName } from '../../../http/view.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openEmployee } from '../../employees/employees/index.ts'
import { detailFieldsOf, leaveTypesOf, shownValue } from '../../employees/requests/index.ts'
import type { Me } from './schema.ts'
import type { Self } from './self.ts'

type Oneself = { email: string; has_second_factor: boolean }

/** What an employee sees of themselves: as much as the switches of the record open. */
export function viewMe(
  cipher: FieldCipher,
  { employee, company }: Self,
  person: Oneself,
  today: CivilDate,
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
    details: employee.is_terminated ? {} : detailsOf(cipher, { employee, company }),
  }
}

function balancesOf({ employee, company }: Self): Me['balances'] {
  const isNz = company.jurisdiction === 'NZ'
  const round = (value: string) => Number(Number(value).toFixed(2))
  return [
    ...(employee.allow_view_holiday_leave_balance
      ? isNz
        ? [
            { name: 'Annual holidays', amount: round(employee.annual_holidays_weeks), unit: 'weeks' },
            { name: 'Alternative holidays', amount: round(employee.alt_holiday_days), unit: 'days' },
          ]
        : [{ name: 'Annual leave', amount: round(employee.holiday_hours), unit: 'hours' }]
      : []),
    ...(employee.allow_view_sick_leave_balance
      ? [{ name: 'Sick leave', amount: round(employee.sick_hours), unit: 'hours' }]
      : []),
    ...(employee.allow_view_long_service_leave_balance && !isNz
      ? [{ name: 'Long service leave', amount: round(employee.lsl_hours), unit: 'hours' }]
      : []),
  ]
}

function detailsOf(cipher: FieldCipher, { employee, company }: Self): Me['details'] {
  const open: Record<string, unknown> = openEmployee(cipher, employee)
  const kinds = Object.entries(detailFieldsOf(employee, company.jurisdiction))
  return Object.fromEntries(
    kinds.map(([kind, fields]) => [
      kind,
      Object.fromEntries((fields ?? []).map((name) => [name, shownValue(name, open[name])])),
    ]),
  )
}
