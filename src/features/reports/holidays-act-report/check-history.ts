import { checkHistory } from '../../../countries/nz/law/check/history.ts'
import type {
  HistoryFinal,
  HistoryLeave,
  HistoryPeriod,
  HistoryWork,
} from '../../../countries/nz/law/check/history-pays.ts'
import type { NzRates } from '../../../countries/nz/law/rates/rates.ts'
import { decodeUtf8 } from '../../../http/json-body.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import { invalid } from '../../../kernel/problem.ts'
import { decimal, greater, isZero, sum, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { averagesOf, fixedPattern } from '../../../payroll/work-pattern.ts'
import { createReport } from './collect.ts'
import type { HistoryRow } from './columns.ts'
import { withoutFinal } from './final-in-gross.ts'
import { gapsOf } from './gaps.ts'
import { readHistoryRows } from './read-history.ts'
import type { HolidaysActReport } from './schema.ts'

/** Checks the pay history of another system without storing it. */
export async function checkHistoryFile(bytes: Uint8Array, rates: NzRates): Promise<HolidaysActReport> {
  const rows = await readHistoryRows(decodeUtf8(bytes))
  const report = createReport()
  const yieldIfDue = createYielder()
  const employees = [...Map.groupBy(rows, (row) => row.employee)].map(([employee, own]) => ({
    employee,
    own,
    startDate: startOf(employee, own),
  }))
  for (const { employee, own, startDate } of employees) {
    const periods = periodsOf(own)
    for (const { date, reason } of gapsOf(startDate, periods, rates))
      report.leaveUnchecked({ employee, employee_id: null }, date, reason)
    for (const { period, payments } of checkHistory({ startDate, periods }, rates)) {
      report.add(
        { employee, employee_id: null, pay_id: null, pay_date: period.end, period_end: period.end },
        payments,
      )
      await yieldIfDue()
    }
    await yieldIfDue()
  }
  return report.finish(null, null)
}

function startOf(employee: string, rows: readonly HistoryRow[]): HistoryRow['start_date'] {
  const [first] = rows
  if (rows.some((row) => row.start_date !== first?.start_date))
    throw invalid(['body'], `"${employee}" has more than one start_date. Give each employment its own name`)
  return present(first).start_date
}

/** Rows of one period belong together: their amounts are added up, and each row may name its own leave. */
function periodsOf(rows: readonly HistoryRow[]): HistoryPeriod[] {
  const groups = [...Map.groupBy(rows, (row) => row.period_end)].sort(([a], [b]) => (a < b ? -1 : 1))
  let agreed: Agreed = {
    hours: DEFAULT_HOURS,
    days: DEFAULT_DAYS,
    pay: ZERO,
    pattern: null,
    region: null,
    isSaid: false,
  }
  const isUnpaid = rows.some(({ leave_type }) => leave_type === 'UNPAID')
  return groups.map(([end, group]) => {
    const total = (name: 'regular_allowances' | 'irregular_payments' | 'hours') =>
      sum(group.map((row) => row[name]))
    const last = <T>(read: (row: HistoryRow) => T | null, otherwise: T): T =>
      group.map(read).findLast((value) => value !== null) ?? otherwise
    const pattern = last((row) => row.work_pattern, agreed.pattern)
    const week = weekOf(pattern === agreed.pattern ? null : pattern)
    agreed = {
      hours: last((row) => row.hours_per_week, week?.hours ?? agreed.hours),
      days: last((row) => row.days_per_week, week?.days ?? agreed.days),
      pay: last((row) => row.weekly_pay, agreed.pay),
      pattern,
      region: last((row) => row.region, agreed.region),
      isSaid:
        agreed.isSaid ||
        pattern !== null ||
        group.some((row) => row.hours_per_week !== null && row.days_per_week !== null),
    }
    const given = group.flatMap((row) => row.alternative_days ?? [])
    const withWages = group.flatMap((row) => row.holiday_pay ?? [])
    const hours = total('hours')
    return {
      start: group.map((row) => row.period_start).reduce((a, b) => (a < b ? a : b)),
      end,
      ...withoutFinal(finalOf(group), group, agreed),
      regular: total('regular_allowances'),
      irregular: total('irregular_payments'),
      hours,
      days: daysOf(group, hours, agreed),
      hoursPerWeek: agreed.hours,
      daysPerWeek: agreed.days,
      weeklyPay: agreed.pay,
      leave: group.flatMap(leaveOf),
      worked: group.flatMap(workOf),
      workPattern: agreed.pattern,
      region: agreed.region,
      alternativeDays: given.length === 0 ? null : sum(given),
      holidayPay: withWages.length === 0 ? null : sum(withWages),
      assumes: assumptionsOf(agreed, given.length === 0, isUnpaid),
    }
  })
}

type Agreed = {
  hours: HistoryRow['hours']
  days: HistoryRow['hours']
  pay: HistoryRow['hours']
  pattern: string | null
  region: string | null
  /** Whether the file gives the length of a week. */
  isSaid: boolean
}

/** The assumptions made for empty columns. */
function assumptionsOf(agreed: Agreed, hasNoDays: boolean, isUnpaid: boolean): HistoryPeriod['assumes'] {
  const { hours, days } = agreed
  return {
    everyone: agreed.isSaid
      ? []
      : [
          `A week has ${hours.toFixed()} hours on ${days.toFixed()} days: hours_per_week, days_per_week and work_pattern are missing.`,
        ],
    weekly: [
      ...(isZero(agreed.pay)
        ? ['weekly_pay is missing: an ordinary week is the last four weeks ÷ 4 (s 8(2)).']
        : []),
      ...(isUnpaid
        ? ['Unpaid leave counts as service: it shortens the divisor and moves no anniversary (s 16).']
        : []),
    ],
    worked: hasNoDays ? ['alternative_days is missing: whether a day was given was not checked.'] : [],
  }
}

/** The average week of a work pattern; null when the text has no fixed pattern. */
function weekOf(text: string | null) {
  const pattern = fixedPattern(text)
  if (!pattern) return null
  const { hoursPerDay, daysPerWeek } = averagesOf(pattern)
  return { hours: hoursPerDay.times(daysPerWeek), days: daysPerWeek }
}

const DEFAULT_HOURS = decimal('40')
const DEFAULT_DAYS = decimal('5')

/** The days given in the file, otherwise the hours converted to days by the agreement. */
function daysOf(
  group: readonly HistoryRow[],
  hours: HistoryRow['hours'],
  agreed: { hours: HistoryRow['hours']; days: HistoryRow['hours'] },
) {
  const said = group.flatMap((row) => (row.days === null ? [] : [row.days]))
  if (said.length > 0) return sum(said)
  return isZero(agreed.hours) ? ZERO : hours.times(agreed.days).div(greater(agreed.hours, ZERO))
}

function leaveOf({ leave_type, leave_date, leave_hours, leave_paid }: HistoryRow): HistoryLeave[] {
  if (leave_type === null || leave_type === 'FINAL_HOLIDAY_PAY' || leave_type === 'PUBLIC_HOLIDAY_WORKED')
    return []
  if (!leave_date || !leave_hours) return []
  return [{ type: leave_type, date: leave_date, hours: leave_hours, paid: leave_paid }]
}

function workOf({ leave_type, leave_date, leave_hours, leave_paid }: HistoryRow): HistoryWork[] {
  if (leave_type !== 'PUBLIC_HOLIDAY_WORKED' || !leave_date || !leave_hours) return []
  return [{ date: leave_date, hours: leave_hours, paid: leave_paid }]
}

function finalOf(group: readonly HistoryRow[]): HistoryFinal | null {
  const row = group.find(({ leave_type }) => leave_type === 'FINAL_HOLIDAY_PAY')
  return row?.leave_date ? { lastDay: row.leave_date, hours: row.leave_hours, paid: row.leave_paid } : null
}
