import type { Tx } from '../../../database/connect.ts'
import type {
  EmployeeHistory,
  HistoryAction,
  HistoryChange,
  HistoryValue,
} from '../../../database/tables/employee-history.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { transactionHooks } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { BALANCES, SENSITIVE_FIELDS } from './fields.ts'
import { requireEmployee } from './find.ts'
import { insertHistory, readHistory } from './history-queries.ts'
import type { EmployeeHistoryEntry } from './history-schema.ts'
import { VIEW_MEMBERS } from './view-members.ts'

type Subject = Pick<Employee, 'id' | 'customer_id' | 'company_id'>
export type HistoryEntry = {
  employee: Subject
  action: HistoryAction
  changes: HistoryChange[]
  identity?: EmployeeHistory['identity']
}

/** Records changes to employees, in the transaction that makes them. */
export async function recordHistory(tx: Tx, now: Date, entries: readonly HistoryEntry[]): Promise<void> {
  const actor = transactionHooks.getStore()?.actor
  await insertHistory(
    tx,
    entries.map(({ employee, action, changes, identity }) => ({
      customer_id: employee.customer_id,
      company_id: employee.company_id,
      employee_id: employee.id,
      at: now,
      user_id: actor?.userId ?? null,
      client_id: actor?.clientId ?? null,
      action,
      changes,
      identity: identity ?? null,
    })),
  )
}

const DECIMALS = new Set<string>(
  VIEW_MEMBERS.filter(({ kind }) => kind === 'decimal').map(({ name }) => name),
)
const SECRET = new Set<string>(SENSITIVE_FIELDS)
/** Whether the history shows only the last digits of the field. */
export const isSensitive = (field: string): boolean => SECRET.has(field)

/** Left out of the history, because pays change these and already show the change. */
const UNTOLD = new Set<string>([...BALANCES, 'version', 'updated_at', 'snapshot_id'])

/** The fields that differ, with the values before and after. Sensitive numbers show only their last digits. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  names: readonly string[] = Object.keys(after),
): HistoryChange[] {
  return names
    .filter((name) => !UNTOLD.has(name) && tell(name, before[name]) !== tell(name, after[name]))
    .map((field) => ({
      field,
      before: shown(field, before[field]),
      after: shown(field, after[field]),
    }))
}

function shown(field: string, value: unknown): HistoryValue {
  const told = tell(field, value)
  return SECRET.has(field) && typeof told === 'string' && told !== '' ? mask(told) : told
}

function tell(field: string, value: unknown): HistoryValue {
  if (value === null || value === undefined) return null
  if (DECIMALS.has(field)) return Number(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Lists the history of an employee, latest first. */
export async function employeeHistory(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<EmployeeHistoryEntry[]> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const rows = await readHistory(service.database.query, employee.customer_id, employee.id)
  return rows.map((row) => ({ ...row, at: timestamp(row.at) }))
}
