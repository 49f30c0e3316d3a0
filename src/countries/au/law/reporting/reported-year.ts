import { type Decimal, sumTexts } from '../../../../kernel/values/money.ts'
import type { AllowanceCategory, DeductionClass } from '../../../../payroll/input.ts'
import type { AuReporting, PaidLeaveType } from '../input/result.ts'
import type { StoredReporting } from './stored-reporting.ts'

/* Adds up the stored reporting of many pays by category. A missing category is a compile error. */

/** The members of a pay's reporting that are a single amount. */
type SingleAmount = {
  [K in keyof AuReporting]: AuReporting[K] extends Decimal ? K : never
}[keyof AuReporting]

export type ReportedYear = Record<SingleAmount, Decimal> & {
  paidLeave: Record<PaidLeaveType, Decimal>
  allowances: Record<AllowanceCategory, Decimal>
  deductions: Record<DeductionClass, Decimal>
  lumpSumA: Record<'R' | 'T', Decimal>
  /** The amounts by income year, oldest first. */
  lumpSumE: readonly { incomeYear: string; amount: Decimal }[]
}

export function addUpReporting(pays: readonly StoredReporting[]): ReportedYear {
  const add = (figure: (pay: StoredReporting) => string | undefined) => sumTexts(present(pays.map(figure)))
  const leave = (type: PaidLeaveType) => add((pay) => pay.paidLeave[type])
  const allowance = (category: AllowanceCategory) => add((pay) => pay.allowances[category])
  const lumpSumA = (type: 'R' | 'T') =>
    add((pay) => (pay.lumpSumA?.type === type ? pay.lumpSumA.amount : undefined))
  return {
    gross: add((pay) => pay.gross),
    overtime: add((pay) => pay.overtime),
    bonusesAndCommissions: add((pay) => pay.bonusesAndCommissions),
    directorsFees: add((pay) => pay.directorsFees),
    lumpSumW: add((pay) => pay.lumpSumW),
    lumpSumB: add((pay) => pay.lumpSumB),
    lumpSumD: add((pay) => pay.lumpSumD),
    sacrificedToSuper: add((pay) => pay.sacrificedToSuper),
    sacrificedToOther: add((pay) => pay.sacrificedToOther),
    taxWithheld: add((pay) => pay.taxWithheld),
    paidLeave: { C: leave('C'), U: leave('U'), P: leave('P'), W: leave('W'), A: leave('A'), O: leave('O') },
    allowances: {
      CD: allowance('CD'),
      AD: allowance('AD'),
      LD: allowance('LD'),
      MD: allowance('MD'),
      RD: allowance('RD'),
      TD: allowance('TD'),
      KN: allowance('KN'),
      QN: allowance('QN'),
      OD: allowance('OD'),
    },
    deductions: addUpDeductions(pays),
    lumpSumA: { R: lumpSumA('R'), T: lumpSumA('T') },
    lumpSumE: lumpSumsE(pays),
  }
}

/** Adds up only the deductions. */
export function addUpDeductions(pays: readonly StoredReporting[]): ReportedYear['deductions'] {
  const add = (kind: DeductionClass) => sumTexts(present(pays.map((pay) => pay.deductions[kind])))
  return {
    CHARITY: add('CHARITY'),
    CHILD_SUPPORT_DEDUCTION: add('CHILD_SUPPORT_DEDUCTION'),
    CHILD_SUPPORT_GARNISHEE: add('CHILD_SUPPORT_GARNISHEE'),
    NORMAL: add('NORMAL'),
    NZ_ATTACHMENT_ORDER: add('NZ_ATTACHMENT_ORDER'),
    NZ_FINES: add('NZ_FINES'),
    NZ_IR_ARREARS: add('NZ_IR_ARREARS'),
    NZ_MSD: add('NZ_MSD'),
    UNION_FEES: add('UNION_FEES'),
  }
}

function lumpSumsE(pays: readonly StoredReporting[]): ReportedYear['lumpSumE'] {
  const years = Map.groupBy(
    pays.flatMap((pay) => pay.lumpSumE),
    (late) => late.incomeYear,
  )
  return [...years]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([incomeYear, late]) => ({ incomeYear, amount: sumTexts(late.map((each) => each.amount)) }))
}

const present = (figures: readonly (string | undefined)[]) =>
  figures.filter((figure): figure is string => figure !== undefined)
