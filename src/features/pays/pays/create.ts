import { settleAll, type Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow, PayStatus } from '../../../database/tables/pays.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { periodEndFor } from '../../../payroll/pay-periods.ts'
import type { Service } from '../../../service.ts'
import { requireSubscription } from '../../access/customers/index.ts'
import { putLeaveOnPays } from '../../employees/requests/index.ts'
import { cycleOf, loadCalendars } from '../../employer/pay-calendars/index.ts'
import { type IdempotentRequest, type Remembered, withIdempotency } from '../../platform/idempotency/index.ts'
import { type AffectedPayView, paysAfter, touchedByNew } from './affected.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { type Grouping, listText } from './answer/text.ts'
import { loadEmployeesById, loadEmployeesByNumber, lockCompanyPaysAndRead } from './context/employees.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { calendarOn, changedWithin, employeeOn, frequencyOn, type LoadedEmployee } from './context/terms.ts'
import { countryOf } from './country/index.ts'
import { fillStandard } from './fill-standard.ts'
import { lastDayOf, type PayJob, timingOf } from './job/pay-job.ts'
import { runPayPipeline } from './pipeline.ts'
import type { IdentifierType } from './request/check.ts'
import { otherIdentifier } from './request/identifier.ts'
import type { PayCreate } from './request/schema.ts'
import { recordAuthors } from './store/authors.ts'
import { claimEndings } from './store/ending.ts'
import { withMember } from './store/pays.ts'
import { ensureRun, findRunsAround, type PayDates } from './store/runs.ts'
import { watchDeaths, watchOldTerms, withOldTerms } from './terms-effects.ts'

export type CreateOptions = {
  payDate: CivilDate
  /** The end of the period being paid. Null for the period that includes the pay date. */
  periodEnd: CivilDate | null
  identifierType: IdentifierType
  isDryRun: boolean
  isTaxRedistributed: boolean
  isWorkersComp: boolean
  /** A pay sent without hours is filled like a draft, with standard hours and approved leave. */
  isStandard?: boolean
  /** A staged final pay is pending. All others are processed at once. */
  status?: PayStatus
}

/** A call to create pays. Plain data, so that a worker can run it. */
export type CreatePays = { company: Company; items: readonly PayCreate[]; options: CreateOptions }

/** Creates the pays of one request: all of them or none. */
export function createPays(service: Service, call: CreatePays): Promise<StoredPay[]> {
  const { company, items, options } = call
  return service.database.transaction((tx) => createPaysIn(service, tx, company, items, options), {
    dryRun: options.isDryRun,
  })
}

/** Creates the pays once per Idempotency-Key and returns the response as text. */
export function createPaysOnce(
  service: Service,
  call: CreatePays & { grouping: Grouping; request: IdempotentRequest },
): Promise<Remembered> {
  const { company, items, options, grouping, request } = call
  return service.database.transaction((tx) =>
    withIdempotency(service, tx, request, async () => {
      const pays = await createPaysIn(service, tx, company, items, options)
      return { status: 201, body: [...listText(pays, grouping)].join('') }
    }),
  )
}

/** Creates the pays inside the caller's transaction. The caller rolls back a dry run. */
export async function createPaysIn(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly PayCreate[],
  options: CreateOptions,
): Promise<StoredPay[]> {
  // Ending an employment is a lifecycle write and needs a subscription, whichever route it comes through.
  if (items.some((item) => item.termination)) await requireSubscription(service, tx, company.customer_id)
  const [employees, around] = await lockCompanyPaysAndRead(tx, company.id, () =>
    settleAll([findEmployees(tx, company, items, options), findRunsAround(tx, company.id, options)]),
  )
  const status = options.status ?? 'processed'
  const runs = await runsFor(service, tx, company, employees, around, options)
  const timings = new Map([...runs.values()].map((run) => [run, timingOf(run, options.payDate)]))
  const jobs = items.map((item, index): PayJob => {
    const loaded = present(employees[index])
    const run = present(runs.get(runKeyOf(loaded, company, options)))
    const timing = present(timings.get(run))
    const days = { ...timing, lastDay: lastDayOf(item.termination) }
    const employee = employeeOn(loaded, days)
    return {
      name: `Pay ${index}`,
      requestIndex: index,
      employee,
      run,
      timing,
      isWorkersComp: options.isWorkersComp,
      status,
      department: item.pay_department || null,
      note: item.note || null,
      request: item,
      lines: null,
      termination: item.termination ?? null,
      existing: null,
      notes: [...otherIdentifier(item, employee, options.identifierType), ...changedWithin(loaded, days)],
    }
  })
  const standard = options.isStandard ? await fillStandard(tx, company, jobs) : undefined
  const claimed = await claimEndings(tx, standard?.jobs ?? jobs, company)
  const run: PipelineRun = {
    service,
    tx,
    company,
    country: countryOf(company),
    event: 'pay.created',
    isDryRun: options.isDryRun,
    isTaxRedistributed: options.isTaxRedistributed,
  }
  const employeeIds = [...new Set(jobs.map((job) => job.employee.id))]
  const afterDeath = await watchDeaths(service, tx, company, jobs)
  const dated = employees.flatMap(({ today, hasOldTerms }) =>
    hasOldTerms ? [{ employeeId: today.id, from: options.payDate }] : [],
  )
  const underNewTerms = await watchOldTerms(service, tx, company, dated)
  const [stored, later] = await settleAll([
    runPayPipeline(run, claimed),
    paysAfter(
      tx,
      employeeIds.map((employeeId) => ({ employeeId, day: options.payDate })),
    ),
  ])
  if (!options.isDryRun)
    await recordAuthors(
      tx,
      company,
      stored.map(({ rowId }) => rowId),
      service.clock.now(),
    )
  if (standard && !options.isDryRun)
    await putLeaveOnPays(
      tx,
      standard.leave,
      stored.filter((_, index) => standard.open.has(present(jobs[index]))),
    )
  return withTouched(service, tx, company, {
    stored,
    later,
    afterDeath: await afterDeath(),
    underNewTerms: await underNewTerms(),
  })
}

type Stored = {
  stored: StoredPay[]
  later: Awaited<ReturnType<typeof paysAfter>>
  /** Pays made after a death that is only now recorded. */
  afterDeath: ReadonlyMap<number, AffectedPayView[]>
  /** Pays that differ only under terms recorded after them. */
  underNewTerms: ReadonlyMap<number, AffectedPayView[]>
}

/** Adds to backdated pays the later pays that would now differ, on the first pay of each employee. */
async function withTouched(
  service: Service,
  tx: Tx,
  company: Company,
  { stored, later, afterDeath, underNewTerms }: Stored,
): Promise<StoredPay[]> {
  const processed = stored.filter((pay) => pay.isProcessed)
  const touched = await touchedByNew(
    service,
    tx,
    company,
    processed.map(({ rowId: id, employeeId, payDate }) => ({ id, employeeId, payDate })),
    later,
  )
  for (const [employeeId, pays] of afterDeath) {
    const named = new Set(pays.map((pay) => pay.pay_id))
    touched.set(employeeId, [
      ...pays,
      ...(touched.get(employeeId) ?? []).filter((pay) => !named.has(pay.pay_id)),
    ])
  }
  for (const [employeeId, pays] of underNewTerms)
    touched.set(employeeId, withOldTerms(touched.get(employeeId) ?? [], pays))
  if (touched.size === 0) return stored
  return stored.map((pay) => {
    const affected = pay.isProcessed ? touched.get(pay.employeeId) : undefined
    if (!affected) return pay
    touched.delete(pay.employeeId)
    return { ...withMember(pay, 'affected_pays', affected), affected }
  })
}

/** Finds the employee of each item, or throws an error that names the item. */
async function findEmployees(
  tx: Tx,
  company: Company,
  items: readonly PayCreate[],
  { identifierType, payDate }: Pick<CreateOptions, 'identifierType' | 'payDate'>,
): Promise<LoadedEmployee[]> {
  const isByNumber = identifierType === 'employee_number'
  const found = isByNumber
    ? await loadEmployeesByNumber(
        tx,
        company.id,
        [...new Set(items.map((item) => item.employee_number ?? ''))],
        payDate,
      )
    : await loadEmployeesById(
        tx,
        company.id,
        [...new Set(items.map((item) => item.employee_id ?? 0))],
        payDate,
      )
  const byKey = new Map<unknown, LoadedEmployee>(
    found.map((employee) => [isByNumber ? employee.today.number : employee.today.id, employee]),
  )
  return items.map((item, index) => {
    const key = item[identifierType]
    const employee = byKey.get(key)
    if (!employee)
      throw badRequest(`Pay ${index}: no employee of this company has the ${identifierType} ${key}.`)
    if (employee.today.is_deleted)
      throw conflict(`Pay ${index}: employee ${key} is deleted. Restore the employee first.`)
    return employee
  })
}

async function runsFor(
  service: Service,
  tx: Tx,
  company: Company,
  employees: readonly LoadedEmployee[],
  around: readonly PayRunRow[],
  dates: PayDates,
): Promise<Map<string, PayRunRow>> {
  const runs = new Map<string, PayRunRow>()
  const hasCalendars = employees.some((employee) => calendarFor(employee, company, dates) !== null)
  const calendars = hasCalendars ? await loadCalendars(tx, company.id) : new Map()
  for (const employee of employees) {
    const key = runKeyOf(employee, company, dates)
    if (runs.has(key)) continue
    const calendar = calendars.get(calendarFor(employee, company, dates) ?? 0)
    const cycle = cycleOf(company, frequencyOn(employee, dates.payDate), calendar)
    runs.set(key, await ensureRun(tx, company, cycle, dates, around, service.clock.now()))
  }
  return runs
}

const runKeyOf = (employee: LoadedEmployee, company: Company, dates: PayDates) =>
  `${frequencyOn(employee, dates.payDate)}/${calendarFor(employee, company, dates) ?? ''}`

/** The calendar at the end of the period, as for all period terms. The company's cycle determines the period. */
function calendarFor(employee: LoadedEmployee, company: Company, dates: PayDates): number | null {
  const frequency = frequencyOn(employee, dates.payDate)
  return calendarOn(
    employee,
    dates.periodEnd ?? periodEndFor(frequency, dates.payDate, company.pay_cycle_anchor),
  )
}
