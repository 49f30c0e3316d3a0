import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { formatName } from '../../../http/view.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { addToDraft } from '../../pays/back-pay/index.ts'
import { isLeaveArrears, LEAVE_ARREARS, listPaidBack, lockCompanyPays } from '../../pays/pays/index.ts'
import { checkStored } from './check-stored.ts'
import { listEmployeesOf, listPeriodsOf } from './queries.ts'
import type { HolidaysActReport, HolidaysActSettlement, ReportRow, SettlementRequest } from './schema.ts'

type Item = HolidaysActSettlement['pays'][number]['items'][number]

/** Adds the arrears to the next drafts of current employees. The others are listed with the reason. */
export function settleArrears(
  service: Service,
  company: Company,
  { from_date, to_date }: SettlementRequest,
): Promise<HolidaysActSettlement> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const report = await checkStored(service, company, { from: from_date, to: to_date }, tx)
    const answer: HolidaysActSettlement = {
      from_date,
      to_date,
      arrears: report.arrears,
      added: 0,
      pays: [],
      skipped: [],
      warnings: [],
    }
    for (const person of await peopleOf(tx, company, report))
      await settleOne(service, tx, company, person, answer)
    answer.added = number(sum(answer.pays.map(({ amount }) => decimal(String(amount)))))
    return answer
  })
}

type Person = { employee: Employee; arrears: number; items: Item[] }

/** Everyone with arrears, with one item for each period. */
async function peopleOf(tx: Tx, company: Company, report: HolidaysActReport): Promise<Person[]> {
  const short = report.rows.filter((row) => row.difference > 0 && row.pay_id !== null)
  const ids = report.employees.flatMap(({ employee_id }) => employee_id ?? [])
  const employees = new Map((await listEmployeesOf(tx, company.id, ids)).map((each) => [each.id, each]))
  const payIds = [...new Set(short.flatMap(({ pay_id }) => pay_id ?? []))]
  const periods = new Map((await listPeriodsOf(tx, company.id, payIds)).map((each) => [each.id, each]))
  const rowsOf = Map.groupBy(short, (row) => row.employee_id)
  return report.employees.flatMap(({ employee_id, arrears }) => {
    const employee = employees.get(employee_id ?? 0)
    return employee ? [{ employee, arrears, items: itemsOf(rowsOf.get(employee_id) ?? [], periods) }] : []
  })
}

function itemsOf(
  rows: readonly ReportRow[],
  periods: ReadonlyMap<number, { start_date: string; end_date: string }>,
): Item[] {
  const byPeriod = Map.groupBy(rows, ({ pay_id }) => {
    const period = periods.get(pay_id ?? 0)
    return `${period?.start_date} ${period?.end_date}`
  })
  return [...byPeriod].map(([key, ofPeriod]) => {
    const [start_date = '', end_date = ''] = key.split(' ')
    const amount = number(sum(ofPeriod.map(({ difference }) => decimal(String(difference)))))
    return { description: `${LEAVE_ARREARS} ${start_date} to ${end_date}`, amount, start_date, end_date }
  })
}

async function settleOne(
  service: Service,
  tx: Tx,
  company: Company,
  { employee, arrears, items }: Person,
  answer: HolidaysActSettlement,
): Promise<void> {
  const who = { employee: formatName(employee), employee_id: employee.id }
  const skip = (reason: string) => answer.skipped.push({ ...who, arrears, reason })
  if (employee.is_terminated) {
    skip('No longer employed: send the letter, and pay the arrears with a pay after the end.')
    return
  }
  const open = await openItems(tx, employee.id, items)
  if (open.length === 0) {
    skip('The arrears are already on a pay or a draft.')
    return
  }
  const { backPayMethod: tax_method } = countryOf(company.jurisdiction).employee
  const rows = open.map((item) => ({ ...item, stp_category: 'GROSS' as const, tax_method }))
  const pay = await addToDraft(service, tx, company, { employeeId: employee.id, rows })
  if (!pay || pay.id === null) {
    skip('The employee has no draft. Draft the next pay run first.')
    return
  }
  const amount = number(sum(open.map((item) => decimal(String(item.amount)))))
  answer.pays.push({ ...who, pay_id: pay.id, amount, items: open })
  answer.warnings.push(...(pay.view?.warnings ?? []))
}

/** Items less amounts on a draft for the same period. The report counts what was paid. */
async function openItems(tx: Tx, employeeId: number, items: readonly Item[]): Promise<Item[]> {
  const paid = (await listPaidBack(tx, [employeeId])).filter((line) => isLeaveArrears(line) && !line.is_paid)
  return items.flatMap((item) => {
    const before = sum(
      paid
        .filter(({ start_date, end_date }) => start_date === item.start_date && end_date === item.end_date)
        .map(({ amount }) => decimal(amount)),
    )
    const open = decimal(String(item.amount)).minus(before)
    return open.gt(ZERO) ? [{ ...item, amount: number(open) }] : []
  })
}

const number = (amount: Decimal) => Number(amount.toFixed())
