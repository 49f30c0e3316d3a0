import { sql } from 'kysely'
import type { Rates } from '../../../countries/index.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { expectOutcome, recordAuditChange } from '../../../database/transaction-hooks.ts'
import { mapYielding } from '../../../http/yield-to-event-loop.ts'
import { badRequest, Unavailable } from '../../../kernel/problem.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { lockEmployeeCap } from '../../access/customers/index.ts'
import { adviceOf } from './advice.ts'
import { refuseImpossibleValues } from './check-values.ts'
import { findUnknownFunds, unknownFund } from './funds.ts'
import { recordHistory } from './history.ts'
import { type LawRates, lawRatesOn } from './law-rates.ts'
import { NumberBook } from './numbers.ts'
import { fallbacksUnder, type Prepared, prepareNew } from './prepare.ts'
import {
  countEmployees,
  findNumberHolders,
  insertEmployees,
  loadEmploymentOptions,
  type OpenEmployee,
  sealEmployee,
  takeEmployeeIds,
} from './queries.ts'
import type { EmployeeInput, EmployeeResult } from './schema.ts'
import { createViewer } from './view.ts'
import { approveNewAccounts } from './write-changes.ts'

type NewEmployee = Prepared<OpenEmployee>

/**
 * Creates the employees of one request. Each item succeeds or fails on its own. The successful ones are stored in one
 * transaction. It locks the customer, so that no other request can exceed the cap or use the same employee number.
 */
export async function createEmployees(
  service: Service,
  company: Company,
  items: readonly EmployeeInput[],
  { isDryRun }: { isDryRun: boolean } = { isDryRun: false },
): Promise<EmployeeResult[]> {
  if (items.length === 0) throw badRequest('The list of employees is empty.')
  refuseImpossibleValues(service, company.jurisdiction, items)
  const work = await prepareAll(service, company, items)
  const results = await service.database.transaction((tx) => work(tx), { dryRun: isDryRun })
  return isDryRun ? results.map(withoutId) : results
}

/** Creates employees inside an existing transaction. */
export async function createEmployeesIn(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly EmployeeInput[],
): Promise<EmployeeResult[]> {
  const work = await prepareAll(service, company, items)
  return work(tx)
}

/** Checks the items and returns a function that stores them. */
async function prepareAll(service: Service, company: Company, items: readonly EmployeeInput[]) {
  const options = await loadEmploymentOptions(service.database.query, company.customer_id)
  const law = lawRatesOn(service, service.clock.today())
  const blank = blankRow(service, company, law)
  const prepared = await mapYielding(items, (item) =>
    prepareNew(item, company.jurisdiction, options, blank, law),
  )
  const unknown = await findUnknownFunds(
    service,
    prepared.map(({ fields }) => fields.default_employee_fund_usi),
  )
  for (const { fields, errors } of prepared) {
    const usi = fields.default_employee_fund_usi
    if (usi !== null && unknown.has(usi)) errors.default_employee_fund_usi = unknownFund(usi)
  }
  return async (tx: Tx): Promise<EmployeeResult[]> => {
    const stored = await store(service, tx, company, prepared, blank)
    const on = { rates: service.rates, day: service.clock.today() }
    return mapYielding(stored, (result, index) =>
      withAdvice(result, prepared[index], items[index], company, on),
    )
  }
}

function withAdvice(
  result: EmployeeResult,
  prepared: NewEmployee | undefined,
  item: EmployeeInput | undefined,
  { jurisdiction }: Company,
  on: { rates: Rates; day: CivilDate },
): EmployeeResult {
  if (!result.employee || !prepared || !item) return result
  const warnings = adviceOf(null, prepared.fields, item, jurisdiction, on)
  return warnings.length > 0 ? { ...result, warnings } : result
}

/** A dry run stores nothing, so there is no id and no payroll id derived from it. */
function withoutId(result: EmployeeResult): EmployeeResult {
  if (!result.employee) return result
  return { ...result, employee: Object.assign({}, result.employee, { id: null, stp_id: null }) }
}

async function store(
  service: Service,
  tx: Tx,
  company: Company,
  prepared: readonly NewEmployee[],
  blank: OpenEmployee,
): Promise<EmployeeResult[]> {
  const { customer_id } = company
  const cap = await lockEmployeeCap(service, tx, customer_id)
  let places = cap - (await countEmployees(tx, customer_id))
  const numbers = prepared.flatMap(({ fields }) => fields.number ?? [])
  const book = new NumberBook(company.id, await findNumberHolders(tx, customer_id, numbers))
  const ids = await takeEmployeeIds(tx, prepared.length)

  const rows = new Map<NewEmployee, OpenEmployee>()
  for (const [index, item] of prepared.entries()) {
    const row = item.fields
    row.id = present(ids[index])
    const refusal = book.refusal(row.number, row.id)
    if (refusal) item.errors.number = refusal
    const isRefused = Object.keys(item.errors).length > 0
    if (cap === 0 || (!isRefused && places <= 0)) item.errors.licence = licenceSentence(cap)
    if (isRefused || item.errors.licence) continue
    places -= 1
    book.take(row)
    rows.set(item, row)
  }
  await insertEach(service, tx, rows, blank)
  await approveNewAccounts(tx, company, [...rows.values()])
  const view = createViewer(blank, lawRatesOn(service, service.clock.today()))
  await service.events.record(tx, {
    type: 'employee.created',
    customerId: customer_id,
    entities: [...rows.values()].map((row) => ({ id: row.id, data: () => view(row) })),
  })
  await recordHistory(
    tx,
    service.clock.now(),
    [...rows.values()].map((employee) => ({ employee, action: 'created' as const, changes: [] })),
  )
  auditNew([...rows.values()])
  if (rows.size < prepared.length) expectOutcome(207)
  return mapYielding(prepared, (item) => {
    const row = rows.get(item)
    return row ? { employee: view(row), errors: {} } : { errors: item.errors }
  })
}

/** Up to this number, new employees are logged one by one. Above it, the first names and their number are logged. */
const EACH_MAX = 50
const NAMED_MAX = 3

function auditNew(rows: readonly OpenEmployee[]): void {
  const nameOf = (row: OpenEmployee) => `${row.first_name} ${row.last_name}`
  if (rows.length > EACH_MAX)
    recordAuditChange(nameSome(rows, NAMED_MAX, nameOf), {}, { employees: rows.length })
  else
    for (const row of rows)
      recordAuditChange(
        `Employee ${row.id}, ${nameOf(row)}`,
        {},
        { name: nameOf(row), start_date: row.start_date },
      )
}

/**
 * Inserts all rows in one statement. If that fails unexpectedly, inserts row by row so that one bad item does not fail
 * the others.
 */
async function insertEach(
  service: Service,
  tx: Tx,
  rows: Map<NewEmployee, OpenEmployee>,
  blank: OpenEmployee,
): Promise<void> {
  const sealed = new Map(
    await mapYielding([...rows], ([item, row]) => [item, sealEmployee(service.cipher, row)] as const),
  )
  await sql`savepoint employees`.execute(tx)
  try {
    const stored = await insertEmployees(tx, [...sealed.values()], blank)
    if (stored.size === rows.size) return
    throw new Error('another request used the number')
  } catch (error) {
    if (error instanceof Unavailable) throw error
    service.log.warn({ err: error }, 'employees are stored one by one')
    await sql`rollback to savepoint employees`.execute(tx)
  }
  for (const [item, row] of sealed) {
    await sql`savepoint employee`.execute(tx)
    try {
      const stored = await insertEmployees(tx, [row], blank)
      if (stored.has(row.id)) continue
      item.errors.number = `Employee number ${row.number} is already used.`
    } catch (error) {
      if (error instanceof Unavailable) throw error
      service.log.error({ err: error }, 'an employee could not be stored')
      await sql`rollback to savepoint employee`.execute(tx)
      item.errors.exception = 'The employee could not be stored. Check for invalid characters.'
    }
    rows.delete(item)
  }
}

/** The starting values for all new employees of a request. */
function blankRow(service: Service, company: Company, law: LawRates): OpenEmployee {
  const now = service.clock.now()
  return {
    ...fallbacksUnder(law),
    id: 0,
    company_id: company.id,
    customer_id: company.customer_id,
    holiday_hours: '0',
    sick_hours: '0',
    sick_days: countryOf(company.jurisdiction).leave.isSickLeaveInDays ? '0' : null,
    lsl_hours: '0',
    annual_holidays_weeks: '0',
    annual_leave_hours: '0',
    sick_leave_hours: '0',
    alt_leave_hours: '0',
    alt_holiday_days: '0',
    is_terminated: false,
    termination_date: null,
    deceased_on: null,
    is_deleted: false,
    snapshot_id: null,
    pay_calendar_id: null,
    version: 1,
    created_at: now,
    updated_at: now,
    forgotten_at: null,
    term_timelines: null,
  }
}

function licenceSentence(cap: number): string {
  return cap === 0
    ? 'The subscription currently allows no employees. Renew the subscription to add employees.'
    : `The plan’s limit of ${cap} employees is reached.`
}
