import type { Pay } from '../api/types.ts'
import { addDays } from '../format.ts'
import { NOT_A_NUMBER, readNumber } from '../typed-numbers.ts'
import { isPaidOut, isTime } from './grid-columns.ts'
import { centsProblem, hoursProblem, NEGATIVE_HOURS, type Period, rounded, totalProblem } from './limits.ts'
import type { PayValues } from './pay-values.ts'

/** A problem with an input of the pay. An empty input is none before the user has left it. */
export type PayProblem = { text: string; isEmpty?: boolean }
export type PayProblems = Record<string, PayProblem>

const DAYS = { WEEKLY: 7, FORTNIGHTLY: 14, FOUR_WEEKLY: 28 } as const

/** The period of a pay. Monthly periods are calendar months. */
export function periodOf({
  pay_period,
  pay_run_end_date: end,
}: Pick<Pay, 'pay_period' | 'pay_run_end_date'>): Period {
  if (pay_period === 'MONTHLY') return { start: `${end.slice(0, 8)}01`, end }
  return { start: addDays(end, 1 - DAYS[pay_period]), end }
}

/** The lists with an amount of dollars in each row. */
const MONEY = [
  'allowances',
  'reimbursements',
  'bonuses',
  'back_payments',
  'deductions',
  'pay_sacrifices',
] as const

type MoneyRow = { description: string; amount: string; units?: string }

/** A row of these without a description and an amount is not saved. */
const DROPPED: ReadonlySet<string> = new Set(['allowances', 'reimbursements', 'back_payments', 'deductions'])

/**
 * Why the pay cannot be saved, by the path of the input. The rules are those of the grid. `start` has the values when the form
 * opened: what was stored like this before is left alone. Only a correction may have negative hours.
 */
export function payProblems(
  values: PayValues,
  start: PayValues,
  { period, isCorrection }: { period: Period; isCorrection: boolean },
): PayProblems {
  const problems: PayProblems = {}
  const put = (path: string, text: string | null, isEmpty = false) => {
    if (text && !problems[path]) problems[path] = isEmpty ? { text, isEmpty } : { text }
  }
  const number = (path: string, text: string, unit: 'hours' | 'dollars', empty: string | null) => {
    if (text.trim() === '') put(path, empty, true)
    else if (readNumber(text, unit) === null) put(path, NOT_A_NUMBER)
    else return readNumber(text, unit) ?? 0
    return null
  }
  const hours = (path: string, text: string, takesTime: boolean) => {
    const value = number(path, text, 'hours', 'Enter the hours, or remove the row.')
    if (value === null) return
    if (value < 0 && !isCorrection && !stored.has(text)) put(path, NEGATIVE_HOURS)
    if (takesTime) put(path, hoursProblem(value, period))
  }
  const stored = new Set([...start.hours.map(({ value }) => value), ...start.leave.map((row) => row.hours)])
  values.hours.forEach((row, index) => {
    hours(`hours.${index}.value`, row.value, isTime(row))
    if (['fixed', 'multiplier'].includes(row.rate))
      number(`hours.${index}.price`, row.price, 'dollars', 'Enter how much.')
  })
  values.leave.forEach((row, index) => {
    hours(`leave.${index}.hours`, row.hours, isTimeOff(row, period))
    number(`leave.${index}.rate`, row.rate, 'dollars', null)
  })
  const [largest, total] = together(values, period)
  if (total > together(start, period)[1]) put(largest, totalProblem(total, period))
  for (const list of MONEY) {
    const before = new Set(start[list].map(({ amount }) => amount))
    values[list].forEach((row: MoneyRow, index) => {
      const path = `${list}.${index}.amount`
      const isBlank = DROPPED.has(list) && row.description.trim() === ''
      const value = number(
        path,
        row.amount,
        'dollars',
        isBlank ? null : 'Enter the amount, or remove the row.',
      )
      const units = number(`${list}.${index}.units`, row.units ?? '', 'dollars', null)
      // The price of a kilometre may have a part of a cent.
      if (value !== null && (units ?? 1) === 1 && !before.has(row.amount)) put(path, centsProblem(value))
    })
  }
  return problems
}

const isTimeOff = (row: PayValues['leave'][number], { start, end }: Period) =>
  !isPaidOut(row) && row.date >= start && row.date <= end

/** The path of the row with the most hours, and the hours of all rows. */
function together(values: PayValues, period: Period): [string, number] {
  const rows = [
    ...values.hours.map((row, index) => ({
      path: `hours.${index}.value`,
      text: row.value,
      counts: isTime(row),
    })),
    ...values.leave.map((row, index) => ({
      path: `leave.${index}.hours`,
      text: row.hours,
      counts: isTimeOff(row, period),
    })),
  ].flatMap(({ path, text, counts }) => (counts ? [{ path, value: readNumber(text, 'hours') ?? 0 }] : []))
  const most = rows.toSorted((a, b) => b.value - a.value)[0]
  return [most?.path ?? '', rounded(rows.reduce((sum, { value }) => sum + value, 0))]
}
