import { allOf, type Tx } from '../../../database/connect.ts'
import { addYears, type CivilDate, civilDate, civilDateOrNone } from '../../../payroll/dates.ts'
import { isTaxedWith, type PastQuestion, type PeriodHours } from '../../../payroll/history.ts'
import { LAWS } from '../../../payroll/index.ts'
import { decimal, ZERO } from '../../../payroll/money.ts'
import type { Opening } from '../../../payroll/opening.ts'
import { present } from '../../../payroll/present.ts'
import type { Service } from '../../../service.ts'
import type { Account, LoadedPast, PayCountry } from '../country/types.ts'
import type { KnownItem } from '../resolve/lines.ts'
import { type EmployeeItems, itemKey } from '../resolve/match.ts'
import { ORDINARY_TIME } from '../resolve/pay-rates.ts'
import type { PayTask } from '../task.ts'
import type { PayEmployee } from './employees.ts'
import { loadItems, loadPaidItems, loadRates, loadTemplates } from './items.ts'
import {
  type LoadQuestion,
  loadPast,
  loadPastDetails,
  loadUsualPays,
  NO_PAST,
  type PastDetailsById,
  type UsualPay,
  withDetails,
} from './past.ts'

/** What is known of one employee while the pays of a call are made. */
export type KnownEmployee = {
  items: EmployeeItems
  /** Where the employee stands; it moves on with each pay that is kept. */
  account: Account
  usual: UsualPay | undefined
  /** What was paid elsewhere before. */
  opening: Opening | null
  /** The ends of paid periods that share days with this one, its own among them. */
  overlapped: readonly CivilDate[]
}

const NO_PAY_YET = 2_147_483_647

/** Reads everything the tasks need, for all their employees at once. All tasks of a call have one pay date. */
export async function loadKnown(
  service: Service,
  tx: Tx,
  call: { companyId: number; country: PayCountry; hasWarnings: boolean },
  tasks: readonly PayTask[],
): Promise<Map<number, KnownEmployee>> {
  const [first] = tasks
  if (!first) return new Map()
  const { companyId, country } = call
  const byEmployee = Map.groupBy(tasks, (task) => task.employee.id)
  const ids = [...byEmployee.keys()]
  const questions = [...byEmployee.values()].map((group) => loadQuestion(group, country))
  // All are asked at once: the server answers them one after the other without waiting for this process in between.
  const endings = tasks.filter((task) => task.termination !== null && task.request !== null)
  const [itemRows, { templates, attached }, rates, usual, past, paid] = await allOf([
    loadItems(tx, ids, first.existing?.id ?? null),
    loadTemplates(tx, companyId, ids),
    tasks.some(namesRate) ? loadRates(tx, companyId, ids) : [],
    call.hasWarnings ? loadUsualPays(tx, questions) : [],
    loadPast(tx, country, questions),
    // A final pay takes nothing a second time that its period's pay took: a fixed amount is one for each period.
    loadPaidItems(
      tx,
      endings.map(({ employee, run, existing }) => ({
        employeeId: employee.id,
        runId: run.id,
        selfId: existing?.id ?? 0,
      })),
    ),
  ])
  const paidItems = new Set(paid.map((row) => row.item_id))
  const isPaid = (item: KnownItem) => item.amount_type === 'FIXED' && paidItems.has(item.id)
  const items = groupItems(
    itemRows.map((item) => (isPaid(item) ? { ...item, auto_apply_to_pay: false } : item)),
  )
  const isTemplatePaid = (row: { employee_id: number; allowance_id: number }) =>
    paid.some((line) => line.employee_id === row.employee_id && line.template_id === row.allowance_id)
  const sharing = (id: number) => {
    const timing = present(byEmployee.get(id)?.at(-1)).timing
    return (past.get(id)?.pays ?? []).filter((pay) => isTaxedWith(pay.timing, timing))
  }
  const details = await loadDetails(tx, country, questions, { past, sharing, items })

  const templatesByKey = new Map(templates.map((row) => [row.description.trim().toLowerCase(), row]))
  const templatesById = new Map(templates.map((row) => [row.id, row]))
  const autoTemplates = Map.groupBy(
    attached.filter((row) => !isTemplatePaid(row)),
    (row) => row.employee_id,
  )
  const ownRates = Map.groupBy(rates, (rate) => rate.employee_id ?? 0)
  const usualById = new Map(usual.map((row) => [row.employee_id, row]))

  return new Map(
    [...byEmployee].map(([id, group]): [number, KnownEmployee] => {
      const { employee } = present(group[0])
      return [
        id,
        {
          account: country.open(
            employee,
            () => openTaxNumber(service, employee),
            withDetails(past.get(id) ?? NO_PAST, details),
          ),
          usual: usualById.get(id),
          opening: past.get(id)?.opening ?? null,
          overlapped: [...new Set(sharing(id).map((pay) => pay.timing.periodEnd))],
          items: {
            employeeId: id,
            ratePerHour: employee.pay_rate_per_hour,
            workersCompPerHour: unlessZero(employee.hourly_amount_for_workers_comp_leave),
            paidParentalPerHour: unlessZero(employee.hourly_amount_for_paid_parental_leave),
            rates: [ORDINARY_TIME, ...(ownRates.get(0) ?? []), ...(ownRates.get(id) ?? [])],
            items: items.get(id) ?? new Map(),
            templates: templatesByKey,
            autoTemplates: (autoTemplates.get(id) ?? []).map((row) =>
              present(templatesById.get(row.allowance_id)),
            ),
          },
        },
      ]
    }),
  )
}

/**
 * The few pays that the period is taxed with, seen closely; all that were read where the pay, or another of its period, looks
 * further back: it ends the employment or pays something for other periods.
 */
async function loadDetails(
  tx: Tx,
  country: PayCountry,
  questions: readonly KnownQuestion[],
  known: {
    past: ReadonlyMap<number, LoadedPast>
    sharing: (employeeId: number) => LoadedPast['pays']
    items: ReadonlyMap<number, ReadonlyMap<string, KnownItem>>
  },
): Promise<PastDetailsById> {
  const isFar = ({ employeeId, needs }: KnownQuestion) =>
    needs.hasDetails || [...(known.items.get(employeeId)?.values() ?? [])].some(comesAsExtra)
  const near = questions.filter((question) => question.needs.hasDetailsOfPeriod && !isFar(question))
  const ofPeriod = await loadPastDetails(
    tx,
    country,
    near.flatMap(({ employeeId }) => known.sharing(employeeId).map((pay) => pay.id)),
  )
  const reachesBack = (pay: LoadedPast['pays'][number]) =>
    pay.isTermination || ofPeriod.get(pay.id)?.lines.some((line) => line.taxMethod !== null)
  const far = questions.filter(
    (question) => isFar(question) || known.sharing(question.employeeId).some(reachesBack),
  )
  const all = far.flatMap(({ employeeId }) => known.past.get(employeeId)?.pays ?? [])
  const rest = await loadPastDetails(
    tx,
    country,
    all.map((pay) => pay.id).filter((id) => !ofPeriod.has(id)),
  )
  return new Map([...ofPeriod, ...rest])
}

/** The pay that looks back, as the law is asked about it. */
export function pastQuestionOf(task: PayTask): PastQuestion {
  const { request, existing, employee, termination } = task
  // What came onto a pay by itself may stay on it when it is rebuilt.
  const lines = [...(task.lines ?? []), ...(existing?.lines ?? [])]
  const sent = (request?.bonuses?.length ?? 0) + (request?.back_payments?.length ?? 0)
  return {
    timing: task.timing,
    beforeId: existing?.wasProcessed ? existing.id : NO_PAY_YET,
    startDate: civilDate(employee.start_date),
    dateOfBirth: civilDateOrNone(employee.date_of_birth),
    ...(employee.is_unpaid_leave_counted_as_service ? {} : { leaveSince: civilDate(employee.start_date) }),
    ...(employee.nz_student_loan_cir_total === null
      ? {}
      : { paysSince: civilDate(employee.nz_student_loan_cir_from ?? employee.start_date) }),
    lastDay: termination ? civilDate(termination.termination_date) : null,
    mayHaveExtras: sent > 0 || lines.some((line) => line.kind === 'bonus' || line.kind === 'back-payment'),
    leaveTypes: [
      ...(request?.leave ?? []).map((row) => row.leave_type),
      ...lines.flatMap((line) => (line.kind === 'leave' ? [line.details.leave_type] : [])),
    ],
  }
}

const comesAsExtra = (item: KnownItem) =>
  item.auto_apply_to_pay && (item.kind === 'bonus' || item.kind === 'back_payment')

type KnownQuestion = LoadQuestion & { beforeId: number; yearBefore: { start: string; end: string } }

function loadQuestion(group: readonly PayTask[], country: PayCountry): KnownQuestion {
  const last = present(group.at(-1))
  const asked = group.map((task) => pastQuestionOf(task))
  const needs = asked.map(country.needsOfPast)
  return {
    employeeId: last.employee.id,
    runId: last.run.id,
    selfId: last.existing?.id ?? 0,
    beforeId: asked.at(-1)?.beforeId ?? NO_PAY_YET,
    yearBefore: LAWS[country.country].taxYear(addYears(last.timing.payDate, -1)),
    needs: {
      from: needs.map((need) => need.from).reduce((a, b) => (a < b ? a : b)),
      to: needs.at(-1)?.to ?? null,
      hasDetails: needs.some((need) => need.hasDetails),
      hasDetailsOfPeriod: needs.some((need) => need.hasDetailsOfPeriod),
      hasHours: needs.some((need) => need.hasHours),
      hasLastPay: needs.some((need) => need.hasLastPay),
    },
    hoursInCall: group.flatMap(hoursOf),
  }
}

function hoursOf({ request, lines }: PayTask): PeriodHours[] {
  if (!lines) return (request?.hours ?? []).map(({ units, value }) => ({ units, value: String(value) }))
  return lines.flatMap((line) =>
    line.kind === 'hours' ? [{ units: line.details.units, value: line.details.value }] : [],
  )
}

function namesRate(task: PayTask): boolean {
  return (task.request?.hours ?? []).some((row) => row.rate_reference || row.rate_description)
}

function openTaxNumber(service: Service, { id, tax_file_number }: PayEmployee): string | null {
  if (tax_file_number === null) return null
  return service.cipher.open('employees.tax_file_number', id, tax_file_number)
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
