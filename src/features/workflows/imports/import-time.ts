import type { Tx } from '../../../database/connect.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { badRequest, InvalidRequest, Problem } from '../../../kernel/problem.ts'
import { decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { standardHours } from '../../../payroll/earnings.ts'
import {
  createPaysIn,
  lineProblem,
  loadPendingIn,
  type PayCreate,
  PayHoursInput,
  PayLeaveInput,
} from '../../pays/pays/index.ts'
import { fieldsOf, type ImportCall, type Importer, type ImportField } from './kinds.ts'
import { findPeople, type OfEmployee, PERSON_FIELDS, withoutPerson } from './people.ts'
import { warnOfRepeated } from './repeated-time.ts'
import { type ImportRow, isGood, refuseRow, rowCheck, takeRefusal } from './rows.ts'
import { checkPeriods, refuseLongDays, type TimeRow } from './time-checks.ts'
import type { EnteredTime } from './time-queries.ts'

/* Time recorded elsewhere becomes draft pays, so that a person reviews it before anything is paid. */

type PayHours = NonNullable<PayCreate['hours']>[number]
type PayLeave = NonNullable<PayCreate['leave']>[number]
type Group = { employee: OfEmployee['employee']; rows: ImportRow[]; time: TimeRow[]; pay: PayCreate }

export const timesheetsImport: Importer = {
  about:
    'Hours of one day at one rate. The rows of an employee become a draft pay of the run; pay_date and period_end_date choose it.',
  fields: () => [
    ...PERSON_FIELDS,
    ...fieldsOf(PayHoursInput, {
      description: 'Ordinary hours',
      units: 'hours',
      value: '7.6',
      date: '2026-07-01',
    }).map((field) => ({ ...field, isRequired: field.name === 'value' })),
  ],
  run: (call, rows) =>
    draft(
      call,
      rows,
      rowCheck<PayHours>(PayHoursInput),
      hoursOf,
      (own) => ({ hours: own }),
      ({ description, date }) => ({ kind: 'hours', name: description, date: date ?? null }),
      timeOf,
    ),
}

export const leaveTakenImport: Importer = {
  about: 'Leave of one day. The rows of an employee become a draft pay with the rest of the standard hours.',
  fields: () => [
    ...PERSON_FIELDS,
    ...fieldsOf(PayLeaveInput, {
      description: 'Annual leave',
      leave_type: 'HOLIDAY',
      date: '2026-07-01',
      hours: '7.6',
    }).map(
      (field): ImportField => ({ ...field, isRequired: field.isRequired && field.name !== 'description' }),
    ),
  ],
  run: (call, rows) =>
    draft(
      call,
      rows,
      rowCheck<PayLeave>(PayLeaveInput),
      leaveOf,
      (own, employee) => ({ leave: own, hours: restOfHours(employee, own) }),
      ({ leave_type, date }) => ({ kind: 'leave', name: leave_type, date }),
      () => [],
    ),
}

const hoursOf = (values: Record<string, unknown>) => ({
  description: 'Ordinary hours',
  units: 'hours',
  ...values,
})
const timeOf = (row: ImportRow, employeeId: number, item: PayHours): TimeRow[] => [{ row, employeeId, item }]
const leaveOf = (values: Record<string, unknown>) => ({ description: 'Leave', ...values })

/** The standard hours of the period, less the leave taken. */
function restOfHours(
  employee: OfEmployee['employee'],
  leave: readonly PayLeave[],
): NonNullable<PayCreate['hours']> {
  if (employee.pay_rate_per_hour === null) return []
  const standard = standardHours(employee.pay_period, {
    hoursPerDay: decimal(employee.standard_hours_per_day),
    daysPerWeek: decimal(String(employee.standard_days_per_week)),
  })
  const rest = standard.minus(sum(leave.map((row) => decimal(String(row.hours)))))
  return rest.gt(ZERO) ? [{ description: 'Ordinary hours', units: 'hours', value: rest.toFixed() }] : []
}

async function draft<T>(
  call: ImportCall,
  rows: readonly ImportRow[],
  check: (row: ImportRow, value: unknown) => T | null,
  itemOf: (values: Record<string, unknown>) => Record<string, unknown>,
  payOf: (own: T[], employee: OfEmployee['employee']) => PayCreate,
  enteredOf: (item: T) => Omit<EnteredTime, 'row' | 'employeeId'>,
  // Leave of several days may be one row with its first day, so only worked hours are compared with a day.
  timeOf: (row: ImportRow, employeeId: number, item: T) => TimeRow[],
): Promise<void> {
  const { service, tx, company, payDate, periodEnd } = call
  if (payDate === null) throw badRequest('Send pay_date: it is the payment date of the drafts.')
  const yieldIfDue = createYielder()
  const items = new Map<ImportRow, T>()
  const people = await findPeople(tx, company, rows)
  refuseLongPays(people)
  for (const { row } of people) {
    await yieldIfDue()
    row.action = 'draft'
    if (!isGood(row)) continue
    const item = check(row, itemOf(withoutPerson(row)))
    if (item !== null) items.set(row, item)
    call.onDone(items.size)
  }
  const time = people.flatMap(({ row, employee }) => {
    const item = items.get(row)
    return item === undefined ? [] : timeOf(row, employee.id, item)
  })
  refuseLongDays(time)
  const entered = people.flatMap(({ row, employee }): EnteredTime[] => {
    const item = items.get(row)
    return item === undefined ? [] : [{ row, employeeId: employee.id, ...enteredOf(item) }]
  })
  await warnOfRepeated(tx, company, entered, { payDate, periodEnd })
  const timeOfEmployee = Map.groupBy(time, ({ employeeId }) => employeeId)
  const groups: Group[] = []
  for (const own of Map.groupBy(people, ({ employee }) => employee.id).values()) {
    await yieldIfDue()
    const employee = own[0]?.employee
    if (!employee || !own.every(({ row }) => isGood(row))) continue
    const rowItems = own.flatMap(({ row }) => items.get(row) ?? [])
    groups.push({
      employee,
      rows: own.map(({ row }) => row),
      time: timeOfEmployee.get(employee.id) ?? [],
      pay: { employee_id: employee.id, ...payOf(rowItems, employee) },
    })
  }
  if (periodEnd !== null) await refuseDrafted(tx, groups, periodEnd)
  const good = groups.filter((group) => group.rows.every(isGood))
  if (good.length === 0) return
  const options = {
    payDate,
    periodEnd,
    identifierType: 'employee_id' as const,
    isDryRun: false,
    isTaxRedistributed: true,
    isWorkersComp: false,
    status: 'pending' as const,
  }
  try {
    const stored = await createPaysIn(
      service,
      tx,
      company,
      good.map(({ pay }) => pay),
      options,
    )
    call.onDrafted(stored.map(({ rowId }) => rowId))
    await checkPeriods(
      tx,
      good.flatMap(({ time: own }, place) => {
        const runId = stored[place]?.run.id
        return runId && own.length > 0 ? [{ runId, rows: own }] : []
      }),
    )
  } catch (error) {
    tell(good, error)
  }
}

/** The rows of an employee make one pay. If they exceed the line limit of a pay, they are refused before validation. */
function refuseLongPays(people: readonly OfEmployee[]): void {
  for (const own of Map.groupBy(people, ({ employee }) => employee.id).values()) {
    const problem = lineProblem(own.length)
    if (problem) for (const { row } of own) refuseRow(row, null, `${problem}. Add up the rows of a day.`)
  }
}

async function refuseDrafted(tx: Tx, groups: readonly Group[], periodEnd: string): Promise<void> {
  const drafted = await loadPendingIn(
    tx,
    groups.map(({ employee }) => employee.id),
    periodEnd,
  )
  for (const { employee, rows } of groups)
    if (drafted.has(employee.id) && rows[0])
      refuseRow(
        rows[0],
        null,
        `The employee has a draft in the period up to ${periodEnd}. Delete or process it first.`,
      )
}

/** An error about a pay names it by index. It is reported on the first row of that employee. */
function tell(groups: readonly Group[], error: unknown): void {
  const row = groups[placeOf(error)]?.rows[0]
  if (!row) throw error
  if (error instanceof Problem) refuseRow(row, null, error.message.replace(/^Pay \d+[:,]? ?/, ''))
  else takeRefusal([row], error)
}

function placeOf(error: unknown): number {
  if (error instanceof InvalidRequest) return Number(error.data[0]?.loc[1] ?? 0)
  if (!(error instanceof Problem)) throw error
  const [, index] = /^Pay (\d+)/.exec(error.message) ?? []
  return Number(index ?? 0)
}
