import { allOf, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { TfnStatus } from '../../../payroll/au/input.ts'
import { addDays, type CivilDate } from '../../../payroll/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../payroll/money.ts'
import type { Service } from '../../../service.ts'
import { type AuHistory, auDates, auHistoryOf, tfnStatus } from '../country/au.ts'
import { lastAnniversary, type NzHistory, nzDates, nzHistoryOf } from '../country/nz.ts'
import type { EmployeeItems, Template } from '../resolve/items.ts'
import type { KnownItem } from '../resolve/lines.ts'
import { itemKey } from '../resolve/match.ts'
import { ORDINARY_TIME } from '../resolve/pay-rates.ts'
import type { PayTask } from '../task.ts'
import { loadItems, loadRates, loadTemplates, type PayEmployee } from './employees.ts'
import { loadJuniorHours } from './hours.ts'
import {
  type EarlierPayRow,
  type HistoryQuestion,
  loadAuHistory,
  loadEarlierPays,
  loadNzHistory,
  loadUsualPays,
  type UsualPay,
} from './past.ts'

/** What is known of one employee while the pays of a call are made; the history moves on with each of them. */
export type EmployeeFacts = {
  employee: PayEmployee
  tfn: TfnStatus
  items: EmployeeItems
  history: { jurisdiction: 'AU'; state: AuHistory } | { jurisdiction: 'NZ'; state: NzHistory }
  usual: UsualPay | undefined
  /** The runs and departments that pays of this call were made for. */
  made: Set<string>
  /** AU, under 18: all hours of the period, whatever pay they are in. */
  juniorHours: Decimal | undefined
}

const NO_PAY_YET = 2_147_483_647
const METHODS_THAT_LOOK_BACK = new Set(['METHOD_B1', 'METHOD_B2'])

/** Reads everything the tasks need, for all their employees at once. All tasks of a call have one pay date. */
export async function loadFacts(
  service: Service,
  tx: Tx,
  company: Company,
  tasks: readonly PayTask[],
  options: { hasWarnings: boolean },
): Promise<Map<number, EmployeeFacts>> {
  const [first] = tasks
  if (!first) return new Map()
  const { payDate } = first.place
  const byEmployee = new Map(tasks.map((task) => [task.employee.id, task]))
  const ids = [...byEmployee.keys()]
  const questions = [...byEmployee.values()].map(questionOf)
  // All are asked at once: the server answers them one after the other without waiting for this process in between.
  const [itemRows, { templates, attached }, rates, usual, historyOf, juniorHours] = await allOf([
    loadItems(tx, ids, first.existing?.id ?? null),
    loadTemplates(tx, company.id, ids),
    tasks.some(namesRate) ? loadRates(tx, company.id, ids) : [],
    options.hasWarnings ? loadUsualPays(tx, questions) : [],
    loadHistory(tx, company, questions, payDate),
    company.jurisdiction === 'AU' ? loadJuniorHours(tx, tasks, questions) : new Map<number, Decimal>(),
  ])
  const items = groupItems(itemRows)
  const earlier = await loadEarlier(tx, company, tasks, questions, items, payDate)

  const templatesByKey = new Map(templates.map((row) => [row.description.trim().toLowerCase(), row]))
  const templatesById = new Map(templates.map((row) => [row.id, row]))
  const autoTemplates = groupBy(attached, (row) => row.employee_id)
  const ownRates = groupBy(rates, (rate) => rate.employee_id ?? 0)
  const usualById = new Map(usual.map((row) => [row.employee_id, row]))

  return new Map(
    [...byEmployee.values()].map(({ employee }) => [
      employee.id,
      {
        employee,
        tfn: company.jurisdiction === 'AU' ? openTfn(service, employee) : 'NOT_QUOTED',
        items: {
          employeeId: employee.id,
          ratePerHour: employee.pay_rate_per_hour,
          workersCompPerHour: unlessZero(employee.hourly_amount_for_workers_comp_leave),
          paidParentalPerHour: unlessZero(employee.hourly_amount_for_paid_parental_leave),
          rates: [ORDINARY_TIME, ...(ownRates.get(0) ?? []), ...(ownRates.get(employee.id) ?? [])],
          items: items.get(employee.id) ?? new Map(),
          templates: templatesByKey,
          autoTemplates: (autoTemplates.get(employee.id) ?? []).map(
            (row) => templatesById.get(row.allowance_id) as Template,
          ),
        },
        history: historyOf(employee, earlier.get(employee.id) ?? []),
        usual: usualById.get(employee.id),
        made: new Set(),
        juniorHours: juniorHours.get(employee.id),
      },
    ]),
  )
}

type HistoryOf = (employee: PayEmployee, earlier: readonly EarlierPayRow[]) => EmployeeFacts['history']

async function loadHistory(
  tx: Tx,
  company: Company,
  questions: readonly HistoryQuestion[],
  payDate: CivilDate,
): Promise<HistoryOf> {
  if (company.jurisdiction === 'AU') {
    const rows = await loadAuHistory(tx, questions, auDates(payDate))
    const byId = new Map(rows.map((row) => [row.employee_id, row]))
    return (employee, earlier) => ({
      jurisdiction: 'AU',
      state: auHistoryOf(employee, byId.get(employee.id), earlier),
    })
  }
  const rows = await loadNzHistory(tx, questions, nzDates(payDate))
  const byId = new Map(rows.map((row) => [row.employee_id, row]))
  return (employee, earlier) => ({
    jurisdiction: 'NZ',
    state: nzHistoryOf(employee, byId.get(employee.id), earlier),
  })
}

/** The earlier pays one by one, of the few employees whose calculation needs them so. */
async function loadEarlier(
  tx: Tx,
  company: Company,
  tasks: readonly PayTask[],
  questions: readonly HistoryQuestion[],
  items: ReadonlyMap<number, ReadonlyMap<string, KnownItem>>,
  payDate: CivilDate,
): Promise<Map<number, EarlierPayRow[]>> {
  const lookingBack = new Set(
    tasks
      .filter((task) => looksBack(task, company.jurisdiction, items.get(task.employee.id)))
      .map((task) => task.employee.id),
  )
  const from = company.jurisdiction === 'AU' ? auDates(payDate).yearStart : addDays(payDate, -200)
  const asked = questions.filter((question) => lookingBack.has(question.employeeId))
  return groupBy(await loadEarlierPays(tx, asked, from, payDate), (row) => row.employee_id)
}

function questionOf(task: PayTask): HistoryQuestion {
  const lastDay = (task.termination?.termination_date ?? task.place.periodEnd) as CivilDate
  return {
    employeeId: task.employee.id,
    runId: task.run.id,
    beforeId: task.existing?.wasProcessed ? task.existing.id : NO_PAY_YET,
    selfId: task.existing?.id ?? 0,
    periodStart: task.place.periodStart,
    anniversary: lastAnniversary(task.employee.start_date as CivilDate, lastDay),
  }
}

/** Whether the calculation needs the earlier pays one by one, not only their sums. */
function looksBack(
  task: PayTask,
  jurisdiction: 'AU' | 'NZ',
  items: ReadonlyMap<string, KnownItem> | undefined,
): boolean {
  if (task.termination) return true
  const { request } = task
  // What came onto a pay by itself may stay on it when it is rebuilt.
  const lines = [...(task.lines ?? []), ...(task.existing?.lines ?? [])]
  const rows = [...(request?.bonuses ?? []), ...(request?.back_payments ?? [])]
  const known = [...(items?.values() ?? [])].filter(
    (item) => item.kind === 'bonus' || item.kind === 'back_payment',
  )
  if (jurisdiction === 'NZ')
    return rows.length > 0 || known.some((item) => item.auto_apply_to_pay) || lines.length > 0
  return (
    rows.some((row) => METHODS_THAT_LOOK_BACK.has(row.tax_method ?? '')) ||
    known.some((item) => METHODS_THAT_LOOK_BACK.has(item.tax_method ?? '')) ||
    lines.some((line) =>
      METHODS_THAT_LOOK_BACK.has((line.details as { tax_method?: string }).tax_method ?? ''),
    )
  )
}

function namesRate(task: PayTask): boolean {
  return (task.request?.hours ?? []).some((row) => row.rate_reference || row.rate_description)
}

function openTfn(service: Service, employee: PayEmployee): TfnStatus {
  return tfnStatus(
    employee.tax_file_number === null ? null : service.cipher.decrypt(employee.tax_file_number),
  )
}

const unlessZero = (amount: string): string | null => (decimal(amount).eq(ZERO) ? null : amount)

function groupItems(rows: readonly KnownItem[]): Map<number, Map<string, KnownItem>> {
  const groups = new Map<number, Map<string, KnownItem>>()
  for (const row of rows) {
    const group = groups.get(row.employee_id) ?? new Map<string, KnownItem>()
    groups.set(row.employee_id, group.set(itemKey(row.kind, row.description, row.amount), row))
  }
  return groups
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
