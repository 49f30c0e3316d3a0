import { gapsOf } from '../../../countries/contract/opening.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict, InvalidRequest, notFound, Problem } from '../../../kernel/problem.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { recordBalancesMoved, recordHistory, requireEmployee } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { type AffectedPayView, lockCompanyPays, paysAfter, watchPays } from '../pays/index.ts'
import { contentOf, inputOf } from './content.ts'
import { historyOf } from './history-entry.ts'
import {
  deleteOpening,
  listOpenings,
  loadOpeningEmployees,
  loadOpenings,
  type OpeningEmployee,
  openingOf,
  type StoredOpening,
  writeOpenings,
} from './queries.ts'
import { checkInputs, incomeTypeGap, refusalOf } from './rules.ts'
import type { OpeningBalances, OpeningBalancesInput, OpeningBalancesItem } from './schema.ts'

/** Employees whose figures are written in one batch. */
const AT_ONCE = 500

/** The opening balances of one employee. */
export async function readOpening(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<OpeningBalances> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const [row] = await loadOpenings(service.database.query, [employee.id])
  if (!row) throw notFound('The employee has no opening figures.')
  return viewOpening(row)
}

/** The opening balances of a company's employees. */
export async function readOpenings(
  service: Service,
  company: Company,
  employeeId?: number,
): Promise<OpeningBalances[]> {
  const { query } = service.database
  const ids = await listOpenings(query, company.id)
  const wanted = employeeId === undefined ? ids : ids.filter((id) => id === employeeId)
  return (await loadOpenings(query, wanted)).map(viewOpening)
}

function viewOpening(row: StoredOpening): OpeningBalances {
  return {
    employee_id: row.employee_id,
    employee_number: row.number,
    ...inputOf(openingOf(row), row.service_start_date),
    updated_at: timestamp(row.updated_at),
  }
}

/** Replaces the employee's opening balances. */
export async function putOpening(
  service: Service,
  caller: Caller,
  employeeId: number,
  input: OpeningBalancesInput,
  options: { isDryRun: boolean },
): Promise<OpeningBalances> {
  checkInputs([{ input, loc: ['body'] }])
  const work = async (tx: Tx) => {
    const company = await companyOf(service, tx, caller, employeeId)
    const [view] = await putOpeningsIn(service, tx, company, [{ ...input, employee_id: employeeId }])
    return present(view)
  }
  return service.database.transaction(work, { dryRun: options.isDryRun })
}

/** Replaces the opening balances of many employees of a company: all of them or none. */
export function putOpenings(
  service: Service,
  company: Company,
  items: readonly OpeningBalancesItem[],
  options: { isDryRun: boolean },
): Promise<OpeningBalances[]> {
  if (items.length === 0) throw badRequest('The list of opening figures is empty.')
  checkInputs(items.map((input, index) => ({ input, loc: ['body', index] })))
  return service.database.transaction((tx) => putOpeningsIn(service, tx, company, items, 'Item'), {
    dryRun: options.isDryRun,
  })
}

/** Replaces opening balances inside an existing transaction. An error names the position in the list. */
export async function putOpeningsIn(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly OpeningBalancesItem[],
  name?: string,
): Promise<OpeningBalances[]> {
  await lockCompanyPays(tx, company.id)
  const views: OpeningBalances[] = []
  const seen = new Set<number>()
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const part = items.slice(from, from + AT_ONCE)
    const employees = await findEmployees(tx, company, part, (index) =>
      name ? `${name} ${from + index}: ` : '',
    )
    for (const [index, { id }] of employees.entries()) {
      if (seen.has(id)) throw badRequest(`${name} ${from + index}: employee ${id} is in the list twice.`)
      seen.add(id)
    }
    views.push(
      ...(await writePart(service, tx, company, part, employees, (index) =>
        name ? `${name} ${from + index}: ` : '',
      )),
    )
  }
  return views
}

async function findEmployees(
  tx: Tx,
  company: Company,
  items: readonly OpeningBalancesItem[],
  nameOf: (index: number) => string,
): Promise<OpeningEmployee[]> {
  const found = await loadOpeningEmployees(tx, company.id, {
    ids: items.flatMap((item) => item.employee_id ?? []),
    numbers: items.flatMap((item) => item.employee_number ?? []),
  })
  const byId = new Map(found.map((employee) => [employee.id, employee]))
  const byNumber = new Map(found.map((employee) => [employee.number, employee]))
  return items.map((item, index) => {
    const employee =
      item.employee_id === undefined ? byNumber.get(item.employee_number ?? '') : byId.get(item.employee_id)
    if (!employee)
      throw badRequest(
        `${nameOf(index)}no employee of this company has the ${item.employee_id === undefined ? `employee_number ${item.employee_number ?? '(none)'}` : `employee_id ${item.employee_id}`}.`,
      )
    if (employee.is_deleted)
      throw conflict(`${nameOf(index)}employee ${employee.id} is deleted. Restore the employee first.`)
    return employee
  })
}

async function writePart(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly OpeningBalancesItem[],
  employees: readonly OpeningEmployee[],
  nameOf: (index: number) => string,
): Promise<OpeningBalances[]> {
  const rows = items.map((item, index) => {
    const employee = present(employees[index])
    const content = contentOf(item, employee.pay_period)
    const as_at = civilDate(item.as_at)
    const refusal = refusalOf({ ...content, asAt: as_at }, item, {
      country: company.jurisdiction,
      firstPay: employee.first_pay,
    })
    if (refusal) throw new Problem(employee.first_pay ? 409 : 400, `${nameOf(index)}${refusal}`)
    return {
      employee_id: employee.id,
      customer_id: company.customer_id,
      company_id: company.id,
      as_at,
      service_start_date: item.service_start_date ? civilDate(item.service_start_date) : null,
      content,
    }
  })
  const later = await paidLater(service, tx, company, employees)
  const now = service.clock.now()
  const ids = rows.map((row) => row.employee_id)
  const before = new Map((await loadOpenings(tx, ids)).map((row) => [row.employee_id, openingOf(row)]))
  const moved = await writeOpenings(tx, rows, now)
  await recordBalancesMoved(service, tx, company.customer_id, moved)
  await recordHistory(
    tx,
    now,
    rows.map((row) => historyOf(company, row.employee_id, before.get(row.employee_id), openingOf(row))),
  )
  const affected = await later()
  const stored = new Map(
    (
      await loadOpenings(
        tx,
        rows.map((row) => row.employee_id),
      )
    ).map((row) => [row.employee_id, row]),
  )
  const { opening } = countryOf(company.jurisdiction)
  return employees.map((employee) => {
    const row = present(stored.get(employee.id))
    return {
      ...viewOpening(row),
      affected_pays: affected.get(employee.id) ?? [],
      warnings: [
        ...gapsOf(openingOf(row), opening, row.service_start_date ?? row.start_date),
        ...incomeTypeGap(openingOf(row), employee),
      ],
    }
  })
}

/** Watches existing pays. Call the result after the change to get those that would differ, by employee. */
async function paidLater(
  service: Service,
  tx: Tx,
  company: Company,
  employees: readonly OpeningEmployee[],
): Promise<() => Promise<Map<number, AffectedPayView[]>>> {
  const paid = employees.flatMap(({ id, first_pay }) =>
    first_pay ? [{ employeeId: id, day: addDays(first_pay, -1) }] : [],
  )
  if (paid.length === 0) return async () => new Map()
  const pays = await paysAfter(tx, paid)
  const watched = await watchPays(
    service,
    tx,
    company,
    pays.map((pay) => pay.id),
  )
  const employeeOf = new Map(pays.map((pay) => [pay.id, pay.employee_id]))
  return async () => Map.groupBy(await watched.touched(), (pay) => employeeOf.get(pay.pay_id) ?? 0)
}

/** Removes the opening balances and their leave. Returns the pays that would differ. */
export async function removeOpening(
  service: Service,
  caller: Caller,
  employeeId: number,
  options: { isDryRun: boolean },
): Promise<AffectedPayView[]> {
  const work = async (tx: Tx) => {
    const company = await companyOf(service, tx, caller, employeeId)
    await lockCompanyPays(tx, company.id)
    const [row] = await loadOpenings(tx, [employeeId])
    if (!row) throw notFound('The employee has no opening figures.')
    const employees = await loadOpeningEmployees(tx, company.id, { ids: [employeeId], numbers: [] })
    const later = await paidLater(service, tx, company, employees)
    // First write the figures without leave, so that the balances move by the difference. Then delete the row.
    const empty = { ...row, content: { ...row.content, leave: {} } }
    const now = service.clock.now()
    const moved = await writeOpenings(tx, [empty], now)
    await deleteOpening(tx, employeeId)
    await recordHistory(tx, now, [historyOf(company, employeeId, openingOf(row), undefined)])
    await recordBalancesMoved(service, tx, company.customer_id, moved)
    return (await later()).get(employeeId) ?? []
  }
  return service.database.transaction(work, { dryRun: options.isDryRun })
}

async function companyOf(service: Service, tx: Tx, caller: Caller, employeeId: number): Promise<Company> {
  const { company_id } = await requireEmployee(service, caller, employeeId, { answer: 404, query: tx })
  const company = await findCompany(tx, service.cipher, company_id)
  if (!company) throw notFound('Employee not found.')
  return company
}

/** The opening balances of these employees, in request form. */
export async function readOpeningInputs(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Map<number, OpeningBalancesInput>> {
  const rows = await loadOpenings(tx, employeeIds)
  return new Map(rows.map((row) => [row.employee_id, inputOf(openingOf(row), row.service_start_date)]))
}

/** The reason why each item would be rejected, so that all are reported at once. Null for a valid item. */
export async function refusalOfOpening(
  tx: Tx,
  company: Company,
  items: readonly OpeningBalancesItem[],
): Promise<(string | null)[]> {
  const ids = items.flatMap((item) => item.employee_id ?? [])
  const employees = await loadOpeningEmployees(tx, company.id, { ids, numbers: [] })
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  return items.map((item) => {
    const employee = byId.get(item.employee_id ?? 0)
    if (!employee) return 'No such employee.'
    try {
      checkInputs([{ input: item, loc: [] }])
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      return error.message
    }
    const opening = { ...contentOf(item, employee.pay_period), asAt: civilDate(item.as_at) }
    return refusalOf(opening, item, { country: company.jurisdiction, firstPay: employee.first_pay })
  })
}
