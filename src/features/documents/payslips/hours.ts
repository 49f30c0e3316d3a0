import { countryOf } from '../../../countries/index.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, ONE, sum, ZERO } from '../../../kernel/values/money.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import type { PayView } from '../../pays/pays/index.ts'
import {
  day,
  first,
  hoursText,
  money,
  type Payslip,
  type PayslipSection,
  quantity,
  right,
} from '../../platform/pdf/index.ts'
import type { PayslipInput } from './payslip-input.ts'

type HoursRow = PayView['hours'][number]

const exact = (value: number) => decimal(String(value))

/** Whether a row is in hours, rather than days or kilometres. */
export function isInHours({ units }: Pick<HoursRow, 'units'>): boolean {
  return hoursBehind({ units, value: ONE }, ZERO).eq(ONE)
}

/**
 * The ordinary rate, hours and amount. An Australian payslip must show all three (Fair Work Regulations
 * 3.46(3)). If the flags hide them in the rows, they are shown here.
 */
export function ordinaryFacts({ pay, company, employee, terms }: PayslipInput): Payslip['facts'] {
  const isInRows = employee.payslip_show_hours_and_rate
  const { isRateNeededOnPayslip } = countryOf(company.jurisdiction).law
  const atRates = isInRows || !isRateNeededOnPayslip ? [] : ordinaryHours(pay)
  const isRateNeeded = isRateNeededOnPayslip && atRates.length === 0
  const isRateShown = isInRows || isRateNeeded || employee.payslip_show_base_ordinary_rate
  return [
    ...(terms.ratePerHour !== null && isRateShown
      ? [{ label: 'Ordinary rate', value: `$${quantity(terms.ratePerHour.toFixed(), 2)} an hour` }]
      : []),
    ...atRates.map(({ hours, rate, amount }, index) => ({
      label: index === 0 ? 'Ordinary hours' : '',
      value: `${employee.payslip_time_non_decimal ? hoursText(hours, true) : quantity(hours, 2)} at $${quantity(rate, 2)} = $${money(amount)}`,
    })),
  ]
}

/** Ordinary hours by rate. A row with a multiplier is a penalty rate and is listed by name in the earnings. */
function ordinaryHours(pay: PayView) {
  const rows = pay.hours.filter(
    (row) => !row.is_overtime && isInHours(row) && (row.multiplier ?? 1) === 1 && row.value !== 0,
  )
  const byRate = Map.groupBy(rows, (row) => row.rate)
  return [...byRate].map(([rate, atRate]) => ({
    rate,
    hours: sum(atRate.map((row) => exact(row.value))).toFixed(),
    amount: sum(atRate.map((row) => exact(row.pay_amount))).toFixed(),
  }))
}

/** The hours of the pay by kind, from the pay's own rows because there is no roster. */
export function rosterSection({ pay, employee, terms }: PayslipInput): PayslipSection {
  const columns = [first(74), right('Hours', 26)]
  const heading = 'Roster summary'
  if (!employee.show_roster_summary_on_payslip) return { heading, columns, rows: [] }
  const worked = (isOvertime: boolean) =>
    sum(
      pay.hours
        .filter((row) => row.is_overtime === isOvertime)
        .map((row) => hoursBehind({ units: row.units, value: exact(row.value) }, terms.hoursPerDay)),
    )
  const row = (label: string, hours: Decimal) => ({
    cells: [label, hoursText(hours.toFixed(), employee.payslip_time_non_decimal)],
  })
  const leave = Map.groupBy(shownLeave({ pay, employee }), (line) => line.name)
  return {
    heading,
    columns,
    rows: [
      row('Ordinary hours', worked(false)),
      ...(worked(true).eq(ZERO) ? [] : [row('Overtime', worked(true))]),
      ...[...leave].map(([name, lines]) =>
        row(
          `${name}, ${daysText(lines.map((line) => line.date))}`,
          sum(lines.map((line) => exact(line.hours))),
        ),
      ),
    ],
  }
}

/** The leave rows of a payslip. Unpaid leave is shown only if the employee's flag asks for it. */
export function shownLeave({ pay, employee }: Pick<PayslipInput, 'pay' | 'employee'>): PayView['leave'] {
  return pay.leave.filter((line) => line.amount !== 0 || employee.payslip_show_zero_dollar_leave)
}

/** Days as text, with consecutive days as a range. */
function daysText(dates: readonly string[]): string {
  const ranges: { from: string; to: string }[] = []
  for (const date of [...new Set(dates)].sort()) {
    const last = ranges.at(-1)
    if (last && addDays(civilDate(last.to), 1) === date) last.to = date
    else ranges.push({ from: date, to: date })
  }
  return ranges.map(({ from, to }) => (from === to ? day(from) : `${day(from)} – ${day(to)}`)).join(', ')
}
