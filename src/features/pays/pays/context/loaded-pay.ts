import type { Reported } from '../../../../database/reported-pays.ts'
import type { Employee } from '../../../../database/tables/employees.ts'
import type { PayRow, PayRunRow } from '../../../../database/tables/pays.ts'
import type { LoadedLine } from '../lines/lines.ts'

/** A pay with its lines, run and employee. */
export type LoadedPay<Row> = {
  row: Row & Reported
  lines: LoadedLine[]
  run: PayRunRow
  employee: Pick<Employee, 'id' | 'number' | 'first_name' | 'last_name' | 'email_address' | 'is_deleted'>
  termination: Record<string, unknown> | null
  /** True for a draft made before a change of the employee that affects its period. */
  isStale: boolean
}

export type WholePay = LoadedPay<PayRow>

/** The columns of a pay that its read model shows, besides the figures. */
export const SHOWN = [
  'id',
  'customer_id',
  'company_id',
  'employee_id',
  'pay_run_id',
  'status',
  'processed_date',
  'pay_department',
  'note',
  'leave_balances',
  'warnings',
] as const satisfies readonly (keyof PayRow)[]

/** A pay without the columns that only calculations read. This is a fifth of the columns and none of the large ones. */
export type PayToShow = LoadedPay<Pick<PayRow, (typeof SHOWN)[number]>>
