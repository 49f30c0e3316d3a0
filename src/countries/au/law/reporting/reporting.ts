import { type Decimal, toCent, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { Earnings } from '../../../../payroll/earnings.ts'
import type { AllowanceCategory, DeductionClass, LeaveType, StpCategory } from '../../../../payroll/input.ts'
import type { Sacrifices } from '../../../../payroll/sacrifices.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isConcessional, isDeath } from '../input/ending.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuReporting, PaidLeaveType } from '../input/result.ts'
import type { Schedule5 } from '../rates/rates.ts'
import { isPaidAfterDeath } from '../termination/estate.ts'
import type { Ending } from '../termination/tax.ts'
import { lumpSumE } from './lump-sum-e.ts'
import { ReportingSums } from './reporting-sums.ts'

export type ReportingParts = {
  earnings: Earnings
  allowances: readonly Decimal[]
  sacrifices: Sacrifices
  deductions: readonly Decimal[]
  ending: Ending | null
  /** Tax on everything but termination payments. */
  taxWithheld: Decimal
  lumpSumE: Schedule5['lumpSumE']
}

export const PAID_LEAVE_OF: Readonly<Record<LeaveType, PaidLeaveType>> = {
  ALT_HOLIDAY: 'O',
  ANCILLARY: 'A',
  ANNUAL_HOLIDAYS: 'O',
  AU_CASHED_OUT_HOLIDAY: 'C',
  AU_CASHED_OUT_LONG_SERVICE: 'C',
  AU_CASHED_OUT_SICK: 'C',
  AU_FAMILY_VIOLENCE: 'O',
  COMPASSIONATE: 'O',
  EMPLOYER_FUNDED_PAID_PARENTAL: 'P',
  HOLIDAY: 'O',
  LONG_SERVICE: 'O',
  NZ_ACC_FIRST_WEEK: 'O',
  NZ_ACC_LATER_WEEKS: 'O',
  NZ_ACC_WORKERS_COMP: 'O',
  NZ_ALT_HOLIDAY_EXCHANGED: 'O',
  NZ_BEREAVEMENT: 'O',
  NZ_CASHED_UP_HOLIDAYS: 'O',
  NZ_CLOSEDOWN: 'O',
  NZ_DEFENCE_FORCE: 'O',
  NZ_EMPLOYMENT_RELATIONS_EDUCATION: 'O',
  NZ_FAMILY_VIOLENCE: 'O',
  NZ_JURY_SERVICE: 'O',
  NZ_TIME_OFF_TO_VOTE: 'O',
  OTHER: 'O',
  NZ_UNPAID_BEREAVEMENT: 'O',
  NZ_UNPAID_SICK: 'O',
  PAID_PARENTAL: 'P',
  PAID_PUBLIC_HOLIDAY: 'O',
  SICK: 'O',
  UNPAID: 'O',
  WORKERS_COMP: 'W',
}
/** A map for the same reason as in `cash-out.ts`. */
const PAID_LEAVE: ReadonlyMap<string, PaidLeaveType> = new Map(Object.entries(PAID_LEAVE_OF))

/** Breaks a pay down for Single Touch Payroll Phase 2. Wages paid after a death are not the employee's income. */
export function reportPay(input: AuPayInput, parts: ReportingParts, trace: Trace): AuReporting {
  const sums = new ReportingSums()
  const late = isPaidAfterDeath(input)
    ? []
    : addLines(sums, input, parts, lumpSumE(input.backPayments, input.payDate, parts.lumpSumE))
  sums.add('tax-withheld', 'tax', parts.taxWithheld)
  addEnding(sums, parts.ending)
  return writeReporting(sums, late, parts.ending, trace)
}

/** Adds the rows of the pay, and returns those that are lump sum E. */
function addLines(
  sums: ReportingSums,
  input: AuPayInput,
  parts: ReportingParts,
  late: ReturnType<typeof lumpSumE>,
): AuReporting['lumpSumE'] {
  addEarnings(sums, input, parts)
  for (const line of input.bonuses) sums.add(bonusName(line), 'bonuses', toCent(line.amount))
  for (const [index, line] of input.backPayments.entries()) {
    const current = toCent(line.amount).minus(present(late.taken[index]))
    sums.add(BACK_PAY_NAMES[line.stpCategory], 'backPayments', current)
  }
  for (const [index, line] of input.deductions.entries()) {
    // A child support deduction is reported even when protected earnings reduce it to zero.
    const isZeroReported = line.classification === 'CHILD_SUPPORT_DEDUCTION'
    sums.add(`deduction.${line.classification}`, 'deductions', present(parts.deductions[index]), {
      isZeroReported,
    })
  }
  for (const row of late.rows) sums.add(`lump-sum-e.${row.incomeYear}`, 'backPayments', row.amount)
  sums.add('sacrificed-to-super', 'sacrifices', parts.sacrifices.superTotal)
  sums.add('sacrificed-to-other', 'sacrifices', parts.sacrifices.otherTotal)
  return late.rows
}

function writeReporting(
  sums: ReportingSums,
  lumpSumERows: AuReporting['lumpSumE'],
  ending: Ending | null,
  trace: Trace,
): AuReporting {
  const write = (name: string) => sums.write(name, trace)
  const lumpSumA = write('lump-sum-a')
  sums.writeAll('lump-sum-e.', trace)
  return {
    gross: write('gross'),
    overtime: write('overtime'),
    bonusesAndCommissions: write('bonuses-and-commissions'),
    directorsFees: write('directors-fees'),
    paidLeave: sums.writeAll<PaidLeaveType>('paid-leave.', trace),
    allowances: sums.writeAll<AllowanceCategory>('allowance.', trace),
    lumpSumE: lumpSumERows,
    lumpSumW: write('lump-sum-w'),
    lumpSumA:
      ending && !lumpSumA.eq(ZERO)
        ? { type: isConcessional(ending.result.reason) ? 'R' : 'T', amount: lumpSumA }
        : null,
    lumpSumB: write('lump-sum-b'),
    lumpSumD: write('lump-sum-d'),
    sacrificedToSuper: write('sacrificed-to-super'),
    sacrificedToOther: write('sacrificed-to-other'),
    deductions: sums.writeAll<DeductionClass>('deduction.', trace),
    taxWithheld: write('tax-withheld'),
    etps: ending?.result.taxSummaries ?? [],
    cessation: ending && { date: ending.result.terminationDate, code: ending.result.cessationTypeCode },
  }
}

/** Untaxed overtime meal and travel allowances count as within the reasonable amount, which is not reported. */
const WITHIN_REASONABLE: readonly AllowanceCategory[] = ['MD', 'RD']

/** Adds hours, leave and allowances. Every hour of a workers compensation pay is paid leave of that type. */
function addEarnings(sums: ReportingSums, input: AuPayInput, { earnings, allowances }: ReportingParts): void {
  const isCompensation = input.isWorkersCompensationPay
  sums.add(isCompensation ? 'paid-leave.W' : 'gross', 'ordinary', earnings.ordinaryTotal)
  sums.add(isCompensation ? 'paid-leave.W' : 'overtime', 'overtime', earnings.overtimeTotal)
  for (const row of earnings.leave) {
    sums.add(`paid-leave.${present(PAID_LEAVE.get(row.leaveType))}`, 'leave', row.amount.plus(row.loading))
  }
  for (const [index, line] of input.allowances.entries()) {
    const amount = present(allowances[index])
    if (line.category === null) {
      if (line.isTaxable) sums.add('gross', 'allowances', amount)
    } else if (line.isTaxable || !WITHIN_REASONABLE.includes(line.category))
      sums.add(`allowance.${line.category}`, 'allowances', amount)
  }
}

function bonusName(line: AuPayInput['bonuses'][number]): string {
  if (line.isReturnToWork) return 'lump-sum-w'
  return line.isDirectorsFees ? 'directors-fees' : 'bonuses-and-commissions'
}

/** The reporting name for each back payment category. A missing category is a compile error. */
const BACK_PAY_NAMES: Readonly<Record<StpCategory, string>> = {
  BONUS_COMMISSION_NON_DIRECTOR_S_FEES: 'bonuses-and-commissions',
  DIRECTOR_S_FEES: 'directors-fees',
  GROSS: 'gross',
  ITEMISED_ALLOWANCESAD: 'allowance.AD',
  ITEMISED_ALLOWANCESCD: 'allowance.CD',
  ITEMISED_ALLOWANCESKN: 'allowance.KN',
  ITEMISED_ALLOWANCESLD: 'allowance.LD',
  ITEMISED_ALLOWANCESMD: 'allowance.MD',
  ITEMISED_ALLOWANCESOD: 'allowance.OD',
  ITEMISED_ALLOWANCESQN: 'allowance.QN',
  ITEMISED_ALLOWANCESRD: 'allowance.RD',
  ITEMISED_ALLOWANCESTD: 'allowance.TD',
  LEAVEA: 'paid-leave.A',
  LEAVEC: 'paid-leave.C',
  LEAVEO: 'paid-leave.O',
  LEAVEP: 'paid-leave.P',
  LEAVEU: 'paid-leave.U',
  LEAVEW: 'paid-leave.W',
  OVERTIME: 'overtime',
  UNCLASSIFIED: 'gross',
}

/**
 * Adds unused leave, as paid leave or lump sums, and other amounts that are not termination payments. On death it adds
 * neither.
 */
function addEnding(sums: ReportingSums, ending: Ending | null): void {
  if (!ending) return
  const { result } = ending
  sums.add('lump-sum-d', 'redundancy', result.lumpSumD)
  if (isDeath(result.reason)) return
  const annual = result.unusedHolidayAmount.plus(result.unusedLeaveLoadingAmount)
  const middle = result.unusedLslAugust1978ToAugust1993
  const recent = isConcessional(result.reason) ? 'lump-sum-a' : 'paid-leave.U'
  sums.add(recent, 'annualLeave', annual)
  sums.add(recent, 'longService', result.unusedLslPostAugust1993)
  sums.add('lump-sum-a', 'longServiceBeforeAugust1993', middle)
  sums.add('lump-sum-b', 'longService', result.unusedLslPreAugust1978)
  const leave = annual.plus(result.unusedLslAmount)
  sums.add('gross', 'otherPayments', result.totalNonEtpAmount.minus(leave))
}
