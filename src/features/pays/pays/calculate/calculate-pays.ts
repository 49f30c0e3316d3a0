import type { Rates } from '../../../../countries/index.ts'
import { badRequest, conflict } from '../../../../kernel/problem.ts'
import { ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import { redistributeByGross, type TaxShare } from '../../../../payroll/redistribute.ts'
import type { EmployeeContext } from '../context/employee-context.ts'
import type { Calculated, PayCountry } from '../country/types.ts'
import { endStandingItems } from '../job/estate.ts'
import { pastQuestionOf } from '../job/past-question.ts'
import type { PayJob } from '../job/pay-job.ts'
import { keepBaseRates, withBaseRates } from '../lines/base-rate.ts'
import { type AmountsTaken, currentLine, NOTHING_TAKEN, takeMore } from '../lines/item-lines.ts'
import { resolveItems } from '../lines/items.ts'
import {
  lawRowsOf,
  withLawPrices,
  withLawRows,
  withoutEmptyRows,
  withoutLawRows,
  withoutOldLawRows,
  withoutRows,
} from '../lines/law-rows.ts'
import { priceLines, toPayLines } from '../lines/line-input.ts'
import type { KnownItem, Line, PricedLine } from '../lines/lines.ts'
import type { EmployeeItems } from '../lines/match.ts'
import { rememberItems } from '../lines/remember.ts'
import { renewedLine } from '../lines/renew.ts'
import { renewedStanding } from '../lines/renew-standing.ts'
import { withAskedLeave } from '../lines/split-rows.ts'
import type { CalculatedPay } from './calculated-pay.ts'
import { draftHolidayLines } from './draft-holidays.ts'
import { endingAdvice } from './ending-advice.ts'
import { lineAdvice } from './line-advice.ts'
import { checkResolvedLines } from './line-limit.ts'
import { isStoredBy } from './same-figures.ts'
import { splitLeaveLines } from './split-leave.ts'
import { cutByLimits, overlaps, unknownHistory, warningsOf } from './warnings.ts'

/** A calculated pay, with everything that is stored about it. */
export type CalculateOptions = {
  country: PayCountry
  rates: Rates
  isTaxRedistributed: boolean
}

/** Calculates pays, one employee at a time. */
export function calculatePays(
  jobs: readonly PayJob[],
  employees: ReadonlyMap<number, EmployeeContext>,
  options: CalculateOptions,
): CalculatedPay[] {
  const groups = [...Map.groupBy(jobs, (job) => job.employee.id)]
  return groups.flatMap(([id, own]) => calculateEmployee(own, present(employees.get(id)), options))
}

/** Calculates the pays of one employee in order. Each pay starts from the state after the previous one. */
export function calculateEmployee(
  jobs: readonly PayJob[],
  context: EmployeeContext,
  options: CalculateOptions,
): CalculatedPay[] {
  const resolved = resolveAll(jobs, context.items, options).map((each): Resolved => {
    const split = splitLeaveLines(each.job, each.lines, context.ledger, options.rates)
    const drafted = draftHolidayLines(each.job, split.lines, context.ledger, options.rates)
    const { existing, isRenewed } = each.job
    const isSplit = isRenewed && split.lines !== each.lines
    const lines = existing && isSplit ? withOldIds(drafted.lines, existing.lines) : drafted.lines
    return { ...each, lines, notes: [...each.notes, ...split.notes, ...drafted.notes] }
  })
  const shares = isTaxShared(jobs, options) ? sharesOf(resolved, context, options) : null
  const made: CalculatedPay[] = []
  let taken = NOTHING_TAKEN
  for (const [index, { job, created, notes, ...rest }] of resolved.entries()) {
    refuseBeforeOpening(job, context)
    const lines = index === 0 ? rest.lines : rest.lines.map((line) => currentLine(line, taken))
    const past = questionFor(job, context, options)
    const priced = price({ job, lines }, shares?.[index] ?? null, context, options, past)
    refuseTooMuch(job, priced)
    refuseTooMuchTax(job, priced)
    const isRepeated = made.some((pay) => isSamePlace(pay.job, job))
    made.push({
      job,
      ...priced,
      newItems: created,
      warnings: [
        ...warningsOf(job, priced.calculated, { ...options, usual: context.usual, isRepeated }),
        ...overlaps(job, context.overlapped),
        ...unknownHistory(past, context.opening, options.country.country),
        ...notes,
        ...endingAdvice(job.termination, priced.calculated.termination),
        ...cutByLimits(priced.lines),
        ...lineAdvice(job, priced.lines),
      ],
    })
    taken = takeMore(taken, priced.lines)
    if (index < jobs.length - 1) priced.calculated.commit()
  }
  return made
}

/** Two pays in one request for the same run and department look like a duplicate. */
const isSamePlace = (a: PayJob, b: PayJob) =>
  a.run.id === b.run.id && (a.department ?? '') === (b.department ?? '')

/** Whether one employee has several pays in one run, in different departments. */
function isTaxShared(jobs: readonly PayJob[], options: CalculateOptions): boolean {
  if (jobs.length < 2 || !options.isTaxRedistributed) return false
  const departments = new Set(jobs.map((job) => job.department ?? ''))
  return departments.size > 1 && jobs.every((job) => job.run.id === jobs[0]?.run.id)
}

type Unpriced = { job: PayJob; lines: readonly Line[] }
type Resolved = Unpriced & { created: readonly KnownItem[]; notes: readonly string[] }

/** Resolves the lines of each pay. An item created by one pay is available to the next. */
function resolveAll(
  jobs: readonly PayJob[],
  start: EmployeeItems,
  { country, rates }: CalculateOptions,
): Resolved[] {
  let items = start
  return jobs.map((asGiven): Resolved => {
    const job = endStandingItems(asGiven, country.country)
    if (!job.request && !job.lines) throw new Error('a pay needs a request or lines')
    const lawRows = lawRowsOf(job, country.items.lawRows, rates)
    const own = keptLines(job, items, country, lawRows)
    if (!job.request)
      return { job: { ...job, lines: own }, lines: withLawRows(own, lawRows), created: [], notes: [] }
    const { existing } = job
    const kept = withoutRows(existing?.lines ?? [], lawRows)
    const remembered =
      job.facts && existing
        ? rememberItems(items, kept, { country, isWorkersComp: job.isWorkersComp })
        : items
    const {
      lines: asked,
      created,
      notes,
    } = resolveItems(withoutLawRows(job.request, lawRows), remembered, {
      name: job.name,
      loc: job.requestIndex === undefined ? ['body'] : ['body', job.requestIndex],
      country,
      isWorkersComp: job.isWorkersComp,
      ...(existing ? { keptLines: kept } : {}),
    })
    const lines = withLawRows([...own, ...asked], lawRows)
    checkResolvedLines(job.name, lines.length)
    if (created.size > 0) items = { ...items, items: new Map([...items.items, ...created]) }
    return {
      job,
      lines: existing ? withOldIds(lines, existing.lines) : lines,
      created: [...created.values()],
      notes,
    }
  })
}

/** The existing lines of a pay. */
function keptLines(
  { lines, isRenewed, isPaidBack, isWorkersComp, existing }: PayJob,
  items: EmployeeItems,
  country: PayCountry,
  lawRows: readonly string[],
): readonly Line[] {
  if (!lines || !isRenewed) return lines ?? []
  const renewed = withAskedLeave(withoutOldLawRows(lines, lawRows)).map((line) =>
    isPaidBack ? line : renewedLine(line, items, { country, isWorkersComp }),
  )
  return existing ? renewedStanding(renewed, items, existing.createdAt) : renewed
}

/** A line with the same kind and description as before keeps its id. */
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

/**
 * Decides which other pays a processed pay is calculated with. Normally these are all pays of its period and year, and
 * its stored lines and terms then give its stored figures. If they do not, because a later pay was made on other terms,
 * only earlier pays count. The later ones are then listed as affected. Renewing a pay does not change which of them settles
 * the period.
 */
function questionFor(
  job: PayJob,
  { ledgerAsStored }: EmployeeContext,
  { rates }: CalculateOptions,
): PastQuestion {
  const past = pastQuestionOf(job)
  const { existing, isWorkersComp } = job
  if (!existing?.stored) return past
  const lines = toPayLines(withBaseRates(existing.linesAsStored))
  const isSettled = isStoredBy(existing.stored, () =>
    ledgerAsStored().calculate({ past, lines, isWorkersComp, termination: null, taxShare: null }, rates),
  )
  return isSettled ? past : { ...past, isAsMade: true }
}

type Priced = { lines: PricedLine[]; calculated: Calculated }

function price(
  { job, lines }: Unpriced,
  taxShare: TaxShare | null,
  { ledger }: EmployeeContext,
  { rates, country }: CalculateOptions,
  past = pastQuestionOf(job),
): Priced {
  const { isWorkersComp, termination } = job
  const calculated = ledger.calculate(
    { past, lines: toPayLines(withBaseRates(lines)), isWorkersComp, termination, taxShare },
    rates,
  )
  const atPrices = priceLines(withLawPrices(lines, calculated), calculated.amounts)
  const priced = keepBaseRates(atPrices, job.employee.pay_rate_per_hour, country)
  return { lines: withoutEmptyRows(priced, lawRowsOf(job, country.items.lawRows, rates)), calculated }
}

/** Opening balances already include everything paid up to their date, so an earlier pay would count twice. */
function refuseBeforeOpening({ name, employee, timing }: PayJob, { opening }: EmployeeContext): void {
  if (!opening || timing.payDate > opening.asAt) return
  throw conflict(
    `${name}: the opening figures of employee ${employee.id} cover everything that was paid up to ${opening.asAt}. Pay after that day, or change the opening figures.`,
  )
}

/** Responses use JSON numbers. Larger amounts would lose their cents. */
const MOST_WHOLE_DIGITS = '99999999999'.length

function refuseTooMuch({ name }: PayJob, { calculated, lines }: Priced): void {
  const isLong = (text = '') =>
    text.length > MOST_WHOLE_DIGITS && (text.split('.')[0]?.length ?? 0) > MOST_WHOLE_DIGITS
  if (isLong(calculated.figures.gross) || lines.some((line) => isLong(line.amount)))
    throw badRequest(`${name}: an amount is beyond 99,999,999,999.99. Check its hours, rates and amounts.`)
}

/** Tax entered manually is used as is. More tax than the payout can cover is a mistake. */
function refuseTooMuchTax({ name, termination }: PayJob, { calculated: { net } }: Priced): void {
  if (!termination?.tax_summaries || net.gte(ZERO)) return
  throw badRequest(
    `${name}: with the tax in tax_summaries the net pay is ${net.toFixed(2)}. Enter no more tax than the payout covers.`,
  )
}

/** Calculates the tax on the combined earnings once and splits it by gross. Termination tax stays with its own pay. */
function sharesOf(
  all: readonly Resolved[],
  context: EmployeeContext,
  options: CalculateOptions,
): TaxShare[] | null {
  const unended = all.map(({ job, lines }) => ({ job: { ...job, termination: null }, lines }))
  const alone = priceAlone(unended, context, options)
  const everything = alone.flatMap(({ lines }) => lines.map(atItsAmount))
  const first = present(unended[0])
  const { sharedTax } = price({ job: first.job, lines: everything }, null, context, options).calculated
  if (sharedTax === null) return null
  return redistributeByGross(
    sharedTax,
    alone.map(({ calculated }) => calculated.gross),
  )
}

/** Calculates each pay on its own, within the limits left by the pays before it. Nothing is kept. */
function priceAlone(
  unpriced: readonly Unpriced[],
  context: EmployeeContext,
  options: CalculateOptions,
): Priced[] {
  let taken: AmountsTaken = NOTHING_TAKEN
  return unpriced.map(({ job, lines }) => {
    const current = lines.map((line) => currentLine(line, taken))
    const priced = price({ job, lines: current }, null, context, options)
    taken = takeMore(taken, priced.lines)
    return priced
  })
}

/** A percentage of gross refers to the gross of its own pay, not of all pays together. */
function atItsAmount(line: PricedLine): Line {
  if (line.kind !== 'sacrifice') return line
  const fixed = { amount_type: 'FIXED', amount: line.amount, limit_per_pay: null, limit_left: null } as const
  return { ...line, details: { ...line.details, ...fixed } }
}
