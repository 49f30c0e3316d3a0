import { addYears, auIncomeYear, type CivilDate, daysBetween, partsOf } from '../dates.ts'
import type { Earnings } from '../earnings.ts'
import type { AllowanceCategory, BackPaymentLine, DeductionClass, LeaveType } from '../input.ts'
import { allocate, type Decimal, sum, toCent, whole, ZERO } from '../money.ts'
import type { Sacrifices } from '../sacrifices.ts'
import { law } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { AuPayInput } from './input.ts'
import type { AuReporting, PaidLeaveType } from './result.ts'
import { isConcessional } from './termination/leave-tax.ts'
import type { Ending } from './termination/tax.ts'

export type ReportingParts = {
  earnings: Earnings
  allowances: readonly Decimal[]
  sacrifices: Sacrifices
  deductions: readonly Decimal[]
  ending: Ending | null
  /** Tax on everything but termination payments. */
  taxWithheld: Decimal
  lumpSumEMinimum: Decimal
}

const PAID_LEAVE: Readonly<Record<LeaveType, PaidLeaveType>> = {
  ALT_HOLIDAY: 'O',
  ANCILLARY: 'A',
  ANNUAL_HOLIDAYS: 'O',
  COMPASSIONATE: 'O',
  EMPLOYER_FUNDED_PAID_PARENTAL: 'P',
  HOLIDAY: 'O',
  LONG_SERVICE: 'O',
  NZ_ACC_WORKERS_COMP: 'O',
  NZ_BEREAVEMENT: 'O',
  NZ_DEFENCE_FORCE: 'O',
  NZ_EMPLOYMENT_RELATIONS_EDUCATION: 'O',
  NZ_FAMILY_VIOLENCE: 'O',
  NZ_JURY_SERVICE: 'O',
  NZ_TIME_OFF_TO_VOTE: 'O',
  OTHER: 'O',
  PAID_PARENTAL: 'P',
  PAID_PUBLIC_HOLIDAY: 'O',
  SICK: 'O',
  UNPAID: 'O',
  WORKERS_COMP: 'W',
}

/** Takes a pay apart as Single Touch Payroll Phase 2 asks for it. */
export function reportPay(input: AuPayInput, parts: ReportingParts, trace: Trace): AuReporting {
  const leave = new Tally<PaidLeaveType>()
  const allowances = new Tally<AllowanceCategory>()
  const deductions = new Tally<DeductionClass>()
  const sums = {
    gross: ZERO,
    overtime: parts.earnings.overtimeTotal,
    bonuses: ZERO,
    directors: ZERO,
    returns: ZERO,
  }

  if (input.isWorkersCompensationPay) {
    leave.add('W', parts.earnings.ordinaryTotal.plus(parts.earnings.overtimeTotal))
    sums.overtime = ZERO
  } else sums.gross = parts.earnings.ordinaryTotal
  for (const row of parts.earnings.leave) leave.add(PAID_LEAVE[row.leaveType], row.amount.plus(row.loading))
  for (const [index, line] of input.allowances.entries()) {
    const amount = parts.allowances[index] ?? ZERO
    if (line.isItemised && line.category !== null) allowances.add(line.category, amount)
    else if (line.isTaxable) sums.gross = sums.gross.plus(amount)
  }
  for (const line of input.bonuses) {
    const key = line.isReturnToWork ? 'returns' : line.isDirectorsFees ? 'directors' : 'bonuses'
    sums[key] = sums[key].plus(toCent(line.amount))
  }
  const late = lumpSumE(input.backPayments, input.payDate, parts.lumpSumEMinimum)
  for (const [index, line] of input.backPayments.entries()) {
    addBackPayment(line, toCent(line.amount).minus(late.taken[index] ?? ZERO), sums, leave, allowances)
  }
  for (const [index, line] of input.deductions.entries()) {
    deductions.add(line.classification, parts.deductions[index] ?? ZERO)
  }
  const ended = reportEnding(input, parts.ending)
  leave.add('U', ended.paidLeaveU)
  sums.gross = sums.gross.plus(ended.gross)

  const write = (name: string, amount: Decimal) =>
    amount.eq(ZERO)
      ? amount
      : trace.step({
          name: `reporting.${name}`,
          amount,
          formula: 'sum of the rows reported under this name',
          inputs: {},
          rule: 'STP Phase 2',
          source: law(
            'Single Touch Payroll Phase 2 employer reporting guidelines, Australian Taxation Office',
          ),
        })
  for (const [type, amount] of leave.entries()) write(`paid-leave.${type}`, amount)
  for (const [code, amount] of allowances.entries()) write(`allowance.${code}`, amount)
  for (const [kind, amount] of deductions.entries()) write(`deduction.${kind}`, amount)
  for (const row of late.rows) write(`lump-sum-e.${row.incomeYear}`, row.amount)
  if (ended.lumpSumA) write('lump-sum-a', ended.lumpSumA.amount)
  return {
    gross: write('gross', sums.gross),
    overtime: write('overtime', sums.overtime),
    bonusesAndCommissions: write('bonuses-and-commissions', sums.bonuses),
    directorsFees: write('directors-fees', sums.directors),
    paidLeave: leave.toRecord(),
    allowances: allowances.toRecord(),
    lumpSumE: late.rows,
    lumpSumW: write('lump-sum-w', sums.returns),
    lumpSumA: ended.lumpSumA,
    lumpSumB: write('lump-sum-b', ended.lumpSumB),
    lumpSumD: write('lump-sum-d', parts.ending?.result.lumpSumD ?? ZERO),
    sacrificedToSuper: write('sacrificed-to-super', parts.sacrifices.superTotal),
    sacrificedToOther: write('sacrificed-to-other', parts.sacrifices.otherTotal),
    deductions: deductions.toRecord(),
    taxWithheld: write('tax-withheld', parts.taxWithheld),
    etps: parts.ending?.result.taxSummaries ?? [],
    cessation: parts.ending
      ? { date: parts.ending.result.terminationDate, code: parts.ending.result.cessationTypeCode }
      : null,
  }
}

class Tally<Key extends string> {
  readonly #amounts = new Map<Key, Decimal>()

  add(key: Key, amount: Decimal): void {
    if (!amount.eq(ZERO)) this.#amounts.set(key, (this.#amounts.get(key) ?? ZERO).plus(amount))
  }

  entries(): Iterable<[Key, Decimal]> {
    return this.#amounts.entries()
  }

  toRecord(): Partial<Record<Key, Decimal>> {
    return Object.fromEntries(this.#amounts) as Partial<Record<Key, Decimal>>
  }
}

type Sums = Record<'gross' | 'overtime' | 'bonuses' | 'directors' | 'returns', Decimal>

function addBackPayment(
  line: BackPaymentLine,
  amount: Decimal,
  sums: Sums,
  leave: Tally<PaidLeaveType>,
  allowances: Tally<AllowanceCategory>,
): void {
  const category = line.stpCategory
  if (category.startsWith('LEAVE')) leave.add(category.slice(5) as PaidLeaveType, amount)
  else if (category.startsWith('ITEMISED_ALLOWANCES')) {
    allowances.add(category.slice('ITEMISED_ALLOWANCES'.length) as AllowanceCategory, amount)
  } else {
    const key = BACK_PAY_KEYS[category] ?? 'gross'
    sums[key] = sums[key].plus(amount)
  }
}

const BACK_PAY_KEYS: Partial<Record<string, keyof Sums>> = {
  BONUS_COMMISSION_NON_DIRECTOR_S_FEES: 'bonuses',
  DIRECTOR_S_FEES: 'directors',
  OVERTIME: 'overtime',
}

/** Back pay earned more than twelve months ago is lump sum E, by the income year it belongs to, when it reaches the minimum. */
export function lumpSumE(
  lines: readonly BackPaymentLine[],
  payDate: CivilDate,
  minimum: Decimal,
): { rows: { incomeYear: string; amount: Decimal }[]; taken: Decimal[] } {
  const limit = addYears(payDate, -1)
  const years = new Tally<string>()
  const taken = lines.map((line) => {
    if (line.startDate === null || line.endDate === null || line.startDate >= limit) return ZERO
    const ranges = yearsWithin(line.startDate, line.endDate, limit)
    const shares = allocate(
      toCent(line.amount),
      ranges.map((range) => whole(range.days)),
    )
    return sum(
      ranges.map((range, index) => {
        const share = range.incomeYear === null ? ZERO : (shares[index] ?? ZERO)
        if (range.incomeYear !== null) years.add(range.incomeYear, share)
        return share
      }),
    )
  })
  if (sum(taken).lt(minimum)) return { rows: [], taken: lines.map(() => ZERO) }
  return { rows: [...years.entries()].map(([incomeYear, amount]) => ({ incomeYear, amount })), taken }
}

/** Splits a range into the days of each income year before the limit, and the days after it (no year). */
function yearsWithin(start: CivilDate, end: CivilDate, limit: CivilDate) {
  const ranges: { incomeYear: string | null; days: number }[] = []
  let from = start
  while (from <= end && from < limit) {
    const year = auIncomeYear(from)
    const next = addYears(year.start, 1)
    const stop = [next, limit].reduce((a, b) => (a < b ? a : b))
    const days = Math.min(daysBetween(from, stop), daysBetween(from, end) + 1)
    ranges.push({ incomeYear: partsOf(year.end).year.toString(), days })
    from = stop
  }
  if (from <= end) ranges.push({ incomeYear: null, days: daysBetween(from, end) + 1 })
  return ranges
}

function reportEnding(input: AuPayInput, ending: Ending | null) {
  const none = { paidLeaveU: ZERO, lumpSumA: null, lumpSumB: ZERO, gross: ZERO }
  if (!ending || !input.termination || input.termination.reason.startsWith('DEATH')) return none
  const { result } = ending
  const annual = result.unusedHolidayAmount.plus(result.unusedLeaveLoadingAmount)
  const middle = result.unusedLslAugust1978ToAugust1993
  const isFlat = isConcessional(result.reason)
  const marginal = annual.plus(result.unusedLslPostAugust1993)
  const lumpSumA = isFlat ? marginal.plus(middle) : middle
  const leave = marginal.plus(middle).plus(result.unusedLslPreAugust1978)
  return {
    paidLeaveU: isFlat ? ZERO : marginal,
    lumpSumA: lumpSumA.eq(ZERO) ? null : { type: isFlat ? ('R' as const) : ('T' as const), amount: lumpSumA },
    lumpSumB: result.unusedLslPreAugust1978,
    gross: result.totalNonEtpAmount.minus(leave),
  }
}
