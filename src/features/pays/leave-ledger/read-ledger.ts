import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { formatName } from '../../../http/view.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { badRequest, notFound } from '../../../kernel/problem.ts'
import { civilDateOrNone } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { readLeaveAccounts } from '../pays/index.ts'
import { listEmployeesWithLeave } from './queries.ts'
import type { LeaveLedger, LedgerDifferences } from './schema.ts'

/** Number of employees whose pays are read at a time. */
const EMPLOYEES_AT_ONCE = 50

type Account = Awaited<ReturnType<typeof readLeaveAccounts>> extends Map<number, infer Each> ? Each : never

/** The leave ledger of an employee, for the payroll officer. */
export async function readLedger(
  service: Service,
  caller: Caller,
  employeeId: number,
  on: string | undefined,
): Promise<LeaveLedger> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const company = await findCompany(service.database.query, service.cipher, employee.company_id)
  if (!company) throw notFound('Employee not found.')
  return readOwnLedger(service, { employee, company }, on)
}

/** The leave ledger of an employee who is already loaded. */
export async function readOwnLedger(
  service: Service,
  { employee, company }: { employee: Employee; company: Company },
  on: string | undefined,
): Promise<LeaveLedger> {
  requireHolidaysAct(company)
  const day = civilDateOrNone(on ?? null)
  const accounts = await readLeaveAccounts(service.database.query, [employee], day, service.rates.nz)
  const { ledgers, differences } = present(accounts.get(employee.id))
  return {
    employee_id: employee.id,
    on: day,
    balances: ledgers.map(viewLedger),
    differences: differences.map(viewDifference),
  }
}

/** Lists all differences between the ledger and the employee records of a company. */
export async function listLedgerDifferences(service: Service, company: Company): Promise<LedgerDifferences> {
  requireHolidaysAct(company)
  const { query } = service.database
  const people = await listEmployeesWithLeave(query, company.id)
  const yieldIfDue = createYielder()
  const differences: LedgerDifferences['differences'] = []
  for (let at = 0; at < people.length; at += EMPLOYEES_AT_ONCE) {
    const some = people.slice(at, at + EMPLOYEES_AT_ONCE)
    const accounts = await readLeaveAccounts(query, some, null, service.rates.nz)
    for (const person of some)
      for (const each of accounts.get(person.id)?.differences ?? [])
        differences.push({ employee_id: person.id, format_name: formatName(person), ...viewDifference(each) })
    await yieldIfDue()
  }
  return { employees: people.length, differences }
}

function requireHolidaysAct({ jurisdiction }: Company): void {
  const { leave, words } = countryOf(jurisdiction)
  if (!leave.isUnderHolidaysAct)
    throw badRequest(
      `The leave ledger is kept by the Holidays Act 2003 of New Zealand: this company is ${words.adjective}.`,
    )
}

const SHOWN = {
  annual_holidays_weeks: { name: 'Annual holidays', unit: 'weeks' },
  sick_days: { name: 'Sick leave', unit: 'days' },
  alt_holiday_days: { name: 'Alternative holidays', unit: 'days' },
  annual_leave_hours: { name: 'Annual leave', unit: 'hours' },
  sick_leave_hours: { name: 'Sick leave', unit: 'hours' },
  alt_leave_hours: { name: 'Alternative leave', unit: 'hours' },
} as const

const figure = (amount: Decimal) => Number(amount.toFixed())

function viewLedger({
  balance,
  left,
  inAdvance,
  lots,
}: Account['ledgers'][number]): LeaveLedger['balances'][number] {
  return {
    balance,
    ...SHOWN[balance],
    left: figure(left),
    in_advance: figure(inAdvance),
    lots: lots.map((lot) => ({
      arose_on: lot.arose,
      arisen: figure(lot.arisen),
      taken: figure(lot.taken),
      cashed_up: figure(lot.cashedUp),
      paid_out: figure(lot.paidOut),
      lapsed: figure(lot.lapsed),
      converted: figure(lot.converted),
      carried_over: figure(lot.carriedOver),
      left: figure(lot.left),
      rule: lot.rule,
      entries: lot.entries.map(({ date, kind, amount, payId }) => ({
        date,
        kind,
        amount: figure(amount),
        pay_id: payId,
      })),
    })),
  }
}

const viewDifference = ({ balance, ledger, stored, reason }: Account['differences'][number]) => ({
  balance,
  ledger: figure(ledger),
  stored: figure(stored),
  difference: figure(ledger.minus(stored)),
  reason,
})
