import { countryOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { contentTag, requireMatch } from '../../../http/etag.ts'
import { amount, saying } from '../../../http/view.ts'
import { checkUsi } from '../../../identifiers/usi.ts'
import { badRequest } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import {
  findUnknownFunds,
  openPaysAdvice,
  recordHistory,
  requireEmployee,
  requireNotDeleted,
  unknownFund,
} from '../employees/index.ts'
import { loadSuperFunds, searchFunds } from './queries.ts'
import { replaceSuperFunds } from './replace.ts'
import { rankFunds } from './rules.ts'
import type { FundSuggestion, SuperFund, SuperFundInput } from './schema.ts'

/** Returns the super funds of an employee and the ETag of the list. There are none in New Zealand. */
export async function readSuperFunds(service: Service, caller: Caller, employeeId: number) {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  return listOf(service, service.database.query, employee.id)
}

export async function writeSuperFunds(
  service: Service,
  caller: Caller,
  employeeId: number,
  rows: readonly SuperFundInput[],
  ifMatch: string | undefined,
) {
  await requireFunds(service, await requireEmployee(service, caller, employeeId, { answer: 404 }))
  const funds = rankFunds(rows)
  const unknown = await findUnknownFunds(
    service,
    funds.map((fund) => fund.usi),
  )
  for (const usi of unknown) throw badRequest(unknownFund(usi))
  return service.database.transaction(async (tx) => {
    const employee = await requireEmployee(service, caller, employeeId, {
      answer: 404,
      query: tx,
      lock: true,
    })
    requireNotDeleted(employee)
    const before = await listOf(service, tx, employee.id)
    if (ifMatch !== undefined) requireMatch(ifMatch, before.tag)
    await replaceSuperFunds(service, tx, new Map([[employee.id, funds]]))
    const after = await listOf(service, tx, employee.id)
    if (isSameList(before.funds, after.funds)) return after
    await recordHistory(tx, service.clock.now(), [
      {
        employee,
        action: 'super-funds',
        changes: [{ field: 'super_funds', before: inWords(before.funds), after: inWords(after.funds) }],
      },
    ])
    const [first, ...others] = after.funds
    const advice = await openPaysAdvice(tx, employee.id, 'super')
    return first ? { ...after, funds: [saying(first, advice), ...others] } : after
  })
}

const FOUND_MAX = 10

/** Finds funds that match the typed text. A complete USI is looked up in the registry. */
export async function findFunds(service: Service, caller: Caller, text: string): Promise<FundSuggestion[]> {
  const { query } = service.database
  const found = await searchFunds(query, caller, text, FOUND_MAX)
  const usi = text.replaceAll(' ', '').toUpperCase()
  if (found.length > 0 || checkUsi(usi) !== null) return found
  const { size } = await findUnknownFunds(service, [usi])
  return size > 0 ? [] : searchFunds(query, caller, usi, FOUND_MAX)
}

/** Only employees of Australian companies have super funds. */
export async function requireFunds(service: Service, employee: Employee): Promise<void> {
  const company = await findCompany(service.database.query, service.cipher, employee.company_id)
  if (!company) return
  const { retirement, words } = countryOf(company.jurisdiction)
  if (retirement.contributionFile === null)
    throw badRequest(`Super funds are Australian; an employee of ${words.aCompany} has ${retirement.name}.`)
}

async function listOf(service: Service, query: Queryable, employeeId: number) {
  const rows = await loadSuperFunds(query, service.cipher, [employeeId])
  const funds = rows.map(
    ({ employee_id: _employee, rank: _rank, ...row }): SuperFund => ({
      ...row,
      percentage: amount(row.percentage),
    }),
  )
  return { funds, tag: contentTag(funds) }
}

function inWords(funds: readonly SuperFund[]): string | null {
  const words = funds.map(
    ({ fund_name, usi, abn, percentage }) => `${fund_name} (${usi ?? abn ?? ''}) ${percentage}%`,
  )
  return words.join('; ') || null
}

/** Compares two lists, ignoring row ids. */
function isSameList(before: readonly SuperFund[], after: readonly SuperFund[]): boolean {
  const rows = (list: readonly SuperFund[]) => JSON.stringify(list.map(({ id: _id, ...row }) => row))
  return rows(before) === rows(after)
}
