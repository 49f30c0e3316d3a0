import type { Company } from '../../database/tables/companies.ts'
import type { LeaveBalanceRow } from '../../database/tables/pays.ts'
import { calculatePay, type PayInput, type PayResult, type Rates } from '../../payroll/index.ts'
import { decimal, toPlaces } from '../../payroll/money.ts'
import { leastHolidayRatePerHour } from '../../payroll/nz/warnings.ts'
import { redistributeByGross, type TaxShare } from '../../payroll/redistribute.ts'
import { badRequest } from '../../problem.ts'
import { auHistoryAfter, auInput } from './country/au.ts'
import { figureTexts } from './country/columns.ts'
import { nzBalancesAfter, nzHistoryAfter, nzInput } from './country/nz.ts'
import { auTermination, nzTermination } from './country/termination.ts'
import type { EmployeeFacts } from './load/known.ts'
import { currentLine } from './resolve/item-lines.ts'
import { resolveItems } from './resolve/items.ts'
import { type KnownItem, type Line, type PricedLine, priceLines, toPayLines } from './resolve/lines.ts'
import type { PayTask } from './task.ts'
import { warningsOf } from './warnings.ts'

/** A pay with everything that is stored of it. */
export type MadePay = {
  task: PayTask
  lines: PricedLine[]
  pay: PayInput
  /** Without its steps: they are found again when somebody asks, and would only fill the memory here. */
  outcome: PayResult
  /** The figures by their columns. */
  figures: Record<string, string>
  balances: LeaveBalanceRow[]
  warnings: readonly string[]
}

export type CalculateOptions = {
  company: Company
  rates: Rates
  isTaxRedistributed: boolean
  hasWarnings: boolean
}

/** Makes the pays of one employee, in order: each one starts where the one before it ended. */
export function makePays(
  tasks: readonly PayTask[],
  facts: EmployeeFacts,
  options: CalculateOptions,
): MadePay[] {
  if (!isTaxShared(tasks, options))
    return tasks.map((task) => {
      const lines = linesOf(task, facts, options)
      return finish(task, lines, inputOf(task, lines, facts), facts, options)
    })
  const resolved = tasks.map((task) => ({ task, lines: linesOf(task, facts, options) }))
  const shares = sharesOf(resolved, facts, options)
  return resolved.map(({ task, lines }, index) => {
    const current = lines.map(currentLine)
    const pay = inputOf(task, current, facts)
    pay.input.taxShare = shares[index] as TaxShare
    return finish(task, current, pay, facts, options)
  })
}

/** Several pays of one employee in one run, in different departments. */
function isTaxShared(tasks: readonly PayTask[], options: CalculateOptions): boolean {
  if (tasks.length < 2 || !options.isTaxRedistributed) return false
  const departments = new Set(tasks.map((task) => task.department ?? ''))
  return departments.size > 1 && tasks.every((task) => task.run.id === tasks[0]?.run.id)
}

type Resolved = { task: PayTask; lines: readonly Line[] }

function linesOf(task: PayTask, facts: EmployeeFacts, { company }: CalculateOptions): readonly Line[] {
  if (task.lines) return task.lines
  if (!task.request) throw new Error('a pay needs a request or lines')
  const lines = resolveItems(task.request, facts.items, {
    name: task.name,
    jurisdiction: company.jurisdiction,
    isWorkersComp: task.place.isWorkersComp,
    ...(task.existing ? { keptLines: task.existing.lines } : {}),
  })
  return task.existing ? withOldIds(lines, task.existing.lines) : lines
}

/** A line that was on the pay before, by kind and description, keeps its id. */
function withOldIds(lines: readonly Line[], old: readonly Line[]): Line[] {
  const keyOf = ({ kind, description }: Line) => `${kind}:${description.toLowerCase()}`
  const kept = new Set(lines.map((line) => line.id))
  const free = Map.groupBy(
    old.filter((line) => !kept.has(line.id)),
    keyOf,
  )
  return lines.map((line) => {
    const id = line.id ?? free.get(keyOf(line))?.shift()?.id
    return id === undefined ? line : { ...line, id }
  })
}

function finish(
  task: PayTask,
  given: readonly Line[],
  first: PayInput,
  facts: EmployeeFacts,
  options: CalculateOptions,
): MadePay {
  const lines = withHolidayRates(given, first, options.rates)
  const pay = lines === given ? first : withLines(first, lines)
  const outcome = withoutSteps(calculatePay(pay, options.rates))
  const balances = balanceRows(pay, outcome)
  const made = {
    task,
    pay,
    outcome,
    figures: figureTexts(outcome.result),
    balances,
    lines: priceLines(lines, outcome.result.lines),
    warnings: warningsOf(task, facts, outcome, balances, {
      hasWarnings: options.hasWarnings,
      isRepeated: facts.made.has(placeKey(task)),
    }),
  }
  refuseTooMuch(task, made)
  facts.made.add(placeKey(task))
  moveOn(facts, task, made.lines, outcome)
  return made
}

/** Two pays of one call for the same run and department look like one pay sent twice. */
const placeKey = ({ run, department }: PayTask) => `${run.id}:${department ?? ''}`

/** Answers are JSON numbers: beyond this they would lose their cents. */
const MOST_WHOLE_DIGITS = '99999999999'.length

function refuseTooMuch({ name }: PayTask, { figures, lines }: Pick<MadePay, 'figures' | 'lines'>): void {
  const isLong = (text = '') =>
    text.length > MOST_WHOLE_DIGITS && (text.split('.')[0]?.length ?? 0) > MOST_WHOLE_DIGITS
  if (isLong(figures.gross) || lines.some((line) => isLong(line.amount)))
    throw badRequest(`${name}: an amount is beyond 99,999,999,999.99. Check its hours, rates and amounts.`)
}

function withoutSteps(outcome: PayResult): PayResult {
  return outcome.jurisdiction === 'AU'
    ? { jurisdiction: 'AU', result: { ...outcome.result, steps: [] } }
    : { jurisdiction: 'NZ', result: { ...outcome.result, steps: [] } }
}

function inputOf(task: PayTask, lines: readonly Line[], facts: EmployeeFacts): PayInput {
  const { employee, tfn, history, juniorHours } = facts
  const payLines = toPayLines(lines)
  const block = task.termination
  return history.jurisdiction === 'AU'
    ? {
        jurisdiction: 'AU',
        input: {
          ...auInput(employee, tfn, history.state, payLines, task.place, block && auTermination(block)),
          ...(juniorHours ? { hoursInPeriod: juniorHours } : {}),
        },
      }
    : {
        jurisdiction: 'NZ',
        input: nzInput(employee, history.state, payLines, task.place, block && nzTermination(block)),
      }
}

function withLines(pay: PayInput, lines: readonly Line[]): PayInput {
  const payLines = toPayLines(lines)
  return pay.jurisdiction === 'AU'
    ? { jurisdiction: 'AU', input: { ...pay.input, ...payLines } }
    : { jurisdiction: 'NZ', input: { ...pay.input, ...payLines } }
}

/** NZ annual holidays whose rate nobody named are paid as the Holidays Act asks, when that is more. */
function withHolidayRates(lines: readonly Line[], pay: PayInput, rates: Rates): readonly Line[] {
  if (pay.jurisdiction !== 'NZ' || !lines.some(isUnnamedHoliday)) return lines
  const least = leastHolidayRatePerHour(pay.input, rates.nz.holidays.at(pay.input.payDate).value)
  return lines.map((line) =>
    isUnnamedHoliday(line) && decimal(line.details.rate).lt(least)
      ? { ...line, details: { ...line.details, rate: least.toFixed() } }
      : line,
  )
}

function isUnnamedHoliday(line: Line): line is Line<'leave'> {
  if (line.kind !== 'leave' || line.details.has_own_rate) return false
  return line.details.leave_type === 'ANNUAL_HOLIDAYS' || line.details.leave_type === 'HOLIDAY'
}

/** The tax of all they earn together is worked out once and shared by gross. The tax of an ending stays with its pay. */
function sharesOf(all: readonly Resolved[], facts: EmployeeFacts, options: CalculateOptions): TaxShare[] {
  const resolved = all.map(({ task, lines }) => ({ task: { ...task, termination: null }, lines }))
  const first = resolved[0] as Resolved
  const alone = priceAlone(resolved, facts, options)
  const everything = alone.flatMap(({ lines }) => lines.map(asPriced))
  const combined = calculatePay(inputOf(first.task, everything, facts), options.rates)
  const tax =
    combined.jurisdiction === 'AU' ? combined.result.figures.tax : combined.result.figures.payeOrdinary
  return redistributeByGross(
    tax,
    alone.map(({ gross }) => gross),
  )
}

/** Each pay by itself, within the limits that the ones before it leave; nothing is kept of it. */
function priceAlone(resolved: readonly Resolved[], facts: EmployeeFacts, { rates }: CalculateOptions) {
  const takenBefore = new Map<KnownItem, string>()
  const priced = resolved.map(({ task, lines: given }) => {
    const pay = inputOf(task, given.map(currentLine), facts)
    const lines = withHolidayRates(given.map(currentLine), pay, rates)
    const { result } = calculatePay(withLines(pay, lines), rates)
    const own = priceLines(lines, result.lines)
    for (const { item } of own) if (item && !takenBefore.has(item)) takenBefore.set(item, item.taken)
    takeFromLimits(own)
    return { lines: own, gross: result.figures.gross }
  })
  for (const [item, taken] of takenBefore) item.taken = taken
  return priced
}

/** A share of gross is a share of its own pay's gross, not of all of them. */
function asPriced(line: PricedLine): Line {
  if (line.kind !== 'sacrifice') return line
  const fixed = { amount_type: 'FIXED', amount: line.amount, limit_per_pay: null, limit_left: null } as const
  return { ...line, details: { ...line.details, ...fixed } }
}

/** The employee's history and limits after a pay, for the next one of the call. */
function moveOn(facts: EmployeeFacts, task: PayTask, lines: readonly PricedLine[], outcome: PayResult): void {
  const { history } = facts
  if (history.jurisdiction === 'AU' && outcome.jurisdiction === 'AU')
    history.state = auHistoryAfter(history.state, outcome.result, task.place)
  if (history.jurisdiction === 'NZ' && outcome.jurisdiction === 'NZ')
    history.state = nzHistoryAfter(history.state, outcome.result, task.place)
  takeFromLimits(lines)
}

function takeFromLimits(lines: readonly PricedLine[]): void {
  for (const { item, amount } of lines)
    if (item?.limit_total) item.taken = decimal(item.taken).plus(decimal(amount)).toFixed()
}

/** What is left of each kind of leave after the pay. */
function balanceRows(pay: PayInput, outcome: PayResult): LeaveBalanceRow[] {
  const hours = (value: { toFixed(): string }) => value.toFixed()
  if (pay.jurisdiction === 'AU' && outcome.jurisdiction === 'AU') {
    const { holiday, sick, lsl, rdo, toil } = outcome.result.leaveBalances
    const rows = [
      { leave_type: 'HOLIDAY', name: 'Annual leave', hours: hours(holiday) },
      { leave_type: 'SICK', name: 'Personal leave', hours: hours(sick) },
      { leave_type: 'LONG_SERVICE', name: 'Long service leave', hours: hours(lsl) },
    ]
    if (!rdo.eq('0')) rows.push({ leave_type: 'RDO', name: 'Rostered days off', hours: hours(rdo) })
    if (!toil.eq('0')) rows.push({ leave_type: 'TOIL', name: 'Time in lieu', hours: hours(toil) })
    return rows
  }
  if (pay.jurisdiction === 'NZ' && outcome.jurisdiction === 'NZ') {
    const { hoursPerDay, daysPerWeek } = pay.input
    const after = nzBalancesAfter(pay.input.leaveBalances, outcome.result)
    const perWeek = hoursPerDay.times(daysPerWeek)
    return [
      {
        leave_type: 'ANNUAL_HOLIDAYS',
        name: 'Annual holidays',
        hours: hours(toPlaces(after.annualHolidaysWeeks.times(perWeek), 4)),
        weeks: hours(after.annualHolidaysWeeks),
      },
      { leave_type: 'SICK', name: 'Sick leave', hours: hours(after.sickHours) },
      {
        leave_type: 'ALT_HOLIDAY',
        name: 'Alternative holidays',
        hours: hours(toPlaces(after.altHolidayDays.times(hoursPerDay), 4)),
        days: hours(after.altHolidayDays),
      },
    ]
  }
  throw new Error('a pay and its result belong to different countries')
}
