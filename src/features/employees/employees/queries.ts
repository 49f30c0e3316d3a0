import { sql } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { BALANCES, type EmployeeField, FIELD_NAMES, SENSITIVE_FIELDS, type SensitiveField } from './fields.ts'
import type { EmployeeStatus } from './schema.ts'

/** A row with decrypted tax and bank account numbers. It must not leave the request. */
export type OpenEmployee = Employee & { readonly isOpen?: true }

/** Decrypts tax and bank account numbers. */
export function openEmployee(cipher: FieldCipher, row: Employee): OpenEmployee {
  return changeSensitive({ ...row }, (name, sealed) => cipher.open(`employees.${name}`, row.id, sealed))
}

/** Encrypts tax and bank account numbers. */
export function sealEmployee(cipher: FieldCipher, row: OpenEmployee): Employee {
  return changeSensitive({ ...row }, (name, plain) => cipher.seal(`employees.${name}`, row.id, plain))
}

function changeSensitive(row: Employee, change: (name: SensitiveField, text: string) => string): Employee {
  for (const name of SENSITIVE_FIELDS) {
    const text = row[name]
    if (typeof text === 'string') (row as Record<string, unknown>)[name] = change(name, text)
  }
  return row
}

/** Finds an employee of the customer, including deleted ones. Employees of a deleted company are not found. */
export async function findEmployee(
  query: Queryable,
  scope: CompanyScope,
  employeeId: number,
  options: { lock?: boolean } = {},
): Promise<Employee | undefined> {
  if (!isId(employeeId)) return undefined
  let select = query
    .selectFrom('employees')
    .innerJoin('companies', 'companies.id', 'employees.company_id')
    .selectAll('employees')
    .where('employees.id', '=', employeeId)
    .where(isInScope(scope, 'employees'))
    .where('companies.deleted_at', 'is', null)
  if (options.lock) select = select.forUpdate('employees')
  return select.executeTakeFirst()
}

/** Returns the company id of an employee. */
export async function findEmployer(
  query: Queryable,
  customerId: number,
  employeeId: number,
): Promise<number | undefined> {
  if (!isId(employeeId)) return undefined
  const { rows } = await sql<{ company_id: number }>`
    select company_id from employees where id = ${employeeId} and customer_id = ${customerId}`.execute(query)
  return rows[0]?.company_id
}

export type EmployeeKeys = { ids: readonly number[] } | { numbers: readonly string[] }

/** Loads the company's employees with these ids or numbers in one query. Rows are locked in id order. */
export async function loadEmployees(
  query: Queryable,
  companyId: number,
  keys: EmployeeKeys,
  options: { lock?: boolean } = {},
): Promise<Employee[]> {
  let select = query.selectFrom('employees').selectAll().where('company_id', '=', companyId)
  if ('ids' in keys) select = select.where(sql<boolean>`id = any(${keys.ids.filter(isId)})`)
  else select = select.where(sql<boolean>`number = any(${keys.numbers})`)
  if (options.lock) select = select.orderBy('id').forUpdate()
  return select.execute()
}

const WHO: Record<EmployeeStatus | 'visible', string> = {
  visible: 'not is_deleted',
  active: 'not is_deleted and not is_terminated',
  terminated: 'not is_deleted and is_terminated',
  deleted: 'is_deleted',
  all: 'true',
}

/** The ids of the listed employees, ordered by last, first and middle name. */
export async function listEmployeeIds(
  query: Queryable,
  companyId: number,
  status: EmployeeStatus | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from employees where company_id = ${companyId} and ${sql.raw(WHO[status ?? 'visible'])}
    order by name_key(last_name), name_key(first_name), name_key(coalesce(middle_name, '')), id`.execute(
    query,
  )
  return rows.map((row) => row.id)
}

/** Counts the employees that count towards the customer's cap. Employees of a deleted company do not. */
export async function countEmployees(tx: Tx, customerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from employees e
    where e.customer_id = ${customerId} and not e.is_deleted and not e.is_terminated
      and exists (select from companies c where c.id = e.company_id and c.deleted_at is null)`.execute(tx)
  return rows[0]?.count ?? 0
}

export type NumberHolder = Pick<
  Employee,
  'id' | 'company_id' | 'number' | 'first_name' | 'last_name' | 'is_deleted'
>

/** Finds the employees of the account who already have these numbers, including deleted employees. */
export async function findNumberHolders(
  tx: Tx,
  customerId: number,
  numbers: readonly string[],
): Promise<NumberHolder[]> {
  if (numbers.length === 0) return []
  return tx
    .selectFrom('employees')
    .select(['id', 'company_id', 'number', 'first_name', 'last_name', 'is_deleted'])
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`number = any(${numbers})`)
    .execute()
}

/** Reserves ids for new rows, so that each row is complete before it is inserted. */
export async function takeEmployeeIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('employees_id_seq')::integer as id
    from generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}

const STORED_COLUMNS = [
  'id',
  'company_id',
  'customer_id',
  ...FIELD_NAMES,
  ...BALANCES,
  'sick_days',
  'is_terminated',
  'termination_date',
  'is_deleted',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Employee)[]

const columnList = (prefix: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '))

/** Rows per statement. Building the text of more rows would block other requests for too long. */
const ROWS_AT_ONCE = 500

/**
 * Inserts rows and returns the ids of those whose number was free. A new employee differs from the blank row in about 30
 * of some 130 fields, and only those are sent.
 */
export async function insertEmployees(
  tx: Tx,
  rows: readonly Employee[],
  blank: Employee,
): Promise<Set<number>> {
  const ids = new Set<number>()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const own = rows.slice(from, from + ROWS_AT_ONCE).map((row) => differing(row, blank))
    for (const id of await insertPart(tx, own, blank)) ids.add(id)
  }
  return ids
}

async function insertPart(tx: Tx, own: readonly object[], blank: Employee): Promise<number[]> {
  const { rows: stored } = await sql<{ id: number }>`
    insert into employees (${columnList('', STORED_COLUMNS)})
    select ${columnList('r.', STORED_COLUMNS)}
    from json_populate_recordset(
      json_populate_record(null::employees, ${JSON.stringify(blank)}::json), ${JSON.stringify(own)}::json
    ) r
    on conflict (customer_id, number) do nothing
    returning id`.execute(tx)
  return stored.map((row) => row.id)
}

function differing(row: Employee, blank: Employee): object {
  const own: Record<string, unknown> = {}
  for (const name of STORED_COLUMNS) if (row[name] !== blank[name]) own[name] = row[name]
  return own
}

export async function writeEmployees(
  tx: Tx,
  rows: readonly Employee[],
  columns: readonly (EmployeeField | 'version' | 'updated_at')[],
): Promise<void> {
  const changes = sql.raw(columns.map((name) => `"${name}" = r."${name}"`).join(', '))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const slim = rows
      .slice(from, from + ROWS_AT_ONCE)
      .map((row) => Object.fromEntries([['id', row.id], ...columns.map((name) => [name, row[name]])]))
    await sql`
      update employees e set ${changes}
      from json_populate_recordset(null::employees, ${JSON.stringify(slim)}::json) r
      where e.id = r.id`.execute(tx)
  }
}

export type LifecycleChange = Partial<
  Pick<Employee, 'is_deleted' | 'is_terminated' | 'termination_date' | 'deceased_on' | 'start_date'>
>

/** Changes the lifecycle state of these employees and increments their versions. */
export function writeLifecycle(
  tx: Tx,
  employeeIds: readonly number[],
  change: LifecycleChange,
  now: Date,
): Promise<Employee[]> {
  return tx
    .updateTable('employees')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', sql<number>`any(${employeeIds}::int[])`)
    .returningAll()
    .execute()
}

/**
 * A self-service invitation is revoked when the employee's address changes, and stays revoked if the old address comes
 * back.
 */
export async function revokeMovedInvitations(
  tx: Tx,
  employeeIds: readonly number[],
  now: Date,
): Promise<void> {
  if (employeeIds.length === 0) return
  // Invitations are in the directory, employees in their cell.
  const { rows } = await sql<{ id: number; email: string | null }>`
    select id, lower(trim(email_address)) as email from employees where id = any(${employeeIds}::int[])`.execute(
    tx,
  )
  await sql`
    update invitations i set revoked_at = ${now}
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ email }) => email)}::text[]) as e (id, email)
    where i.employee_id = e.id and i.accepted_at is null and i.revoked_at is null
      and i.email is distinct from e.email`.execute(tx)
}

/** Makes the next pay take a new snapshot, because one of the employee's lists changed. */
export async function forgetSnapshots(tx: Tx, employeeIds: readonly number[]): Promise<void> {
  await sql`update employees set snapshot_id = null where id = any(${employeeIds}::int[])`.execute(tx)
}

export type EmploymentOptions = { types: Map<string, number>; tenures: Map<string, number> }

/** Loads the employment types and tenures by id and by lower-case name. The customer's own entries take precedence. */
export async function loadEmploymentOptions(
  query: Queryable,
  customerId: number,
): Promise<EmploymentOptions> {
  const read = async (table: 'employment_types' | 'employment_tenures') => {
    const rows = await query
      .selectFrom(table)
      .select(['id', 'name'])
      .where((eb) => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', customerId)]))
      .orderBy(sql`customer_id nulls first`)
      .execute()
    return new Map(
      rows.flatMap(
        ({ id, name }) =>
          [
            [String(id), id],
            [name.toLowerCase(), id],
          ] as const,
      ),
    )
  }
  const [types, tenures] = [await read('employment_types'), await read('employment_tenures')]
  return { types, tenures }
}

/** Counts the employee's standing items that apply to every new pay. */
export async function countStandingItems(tx: Tx, employeeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from standing_items
    where employee_id = ${employeeId} and deleted_at is null and auto_apply_to_pay`.execute(tx)
  return rows[0]?.count ?? 0
}
