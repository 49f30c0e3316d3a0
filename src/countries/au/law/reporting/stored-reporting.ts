import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { Figure } from '../../../../payroll/history.ts'
import type { AllowanceCategory, DeductionClass } from '../../../../payroll/input.ts'
import { day, list, maybe, members, optional, type Reader, text, word } from '../../../../payroll/stored.ts'
import type { TaxSummary } from '../input/input.ts'
import type { AuReporting, PaidLeaveType } from '../input/result.ts'
import { CESSATION_CODES, ETP_CODES } from '../input/words.ts'

/*
 * The stored form of `pays.reporting`: the breakdown for Single Touch Payroll, with amounts as text. Only this module reads
 * its members. A renamed or missing member is a compile error.
 */

/** The same shape with every amount as text. */
type AsText<T> = T extends Decimal
  ? Figure
  : T extends CivilDate
    ? CivilDate
    : T extends readonly (infer Item)[]
      ? readonly AsText<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: AsText<T[K]> }
        : T

export type StoredReporting = AsText<AuReporting>

const figure: Reader<Figure> = text

const PAID_LEAVE: Record<PaidLeaveType, Reader<Figure | undefined>> = {
  C: optional(figure),
  P: optional(figure),
  W: optional(figure),
  A: optional(figure),
  O: optional(figure),
  U: optional(figure),
}

const ALLOWANCES: Record<AllowanceCategory, Reader<Figure | undefined>> = {
  AD: optional(figure),
  CD: optional(figure),
  KN: optional(figure),
  LD: optional(figure),
  MD: optional(figure),
  OD: optional(figure),
  QN: optional(figure),
  RD: optional(figure),
  TD: optional(figure),
}

const DEDUCTIONS: Record<DeductionClass, Reader<Figure | undefined>> = {
  CHARITY: optional(figure),
  CHILD_SUPPORT_DEDUCTION: optional(figure),
  CHILD_SUPPORT_GARNISHEE: optional(figure),
  NORMAL: optional(figure),
  NZ_ATTACHMENT_ORDER: optional(figure),
  NZ_FINES: optional(figure),
  NZ_IR_ARREARS: optional(figure),
  NZ_MSD: optional(figure),
  UNION_FEES: optional(figure),
}

const reporting = members<StoredReporting>({
  gross: figure,
  overtime: figure,
  bonusesAndCommissions: figure,
  directorsFees: figure,
  paidLeave: members<StoredReporting['paidLeave']>(PAID_LEAVE),
  allowances: members<StoredReporting['allowances']>(ALLOWANCES),
  lumpSumE: list(members<StoredReporting['lumpSumE'][number]>({ incomeYear: text, amount: figure })),
  lumpSumW: figure,
  lumpSumA: maybe(
    members<NonNullable<StoredReporting['lumpSumA']>>({ type: word('R', 'T'), amount: figure }),
  ),
  lumpSumB: figure,
  lumpSumD: figure,
  sacrificedToSuper: figure,
  sacrificedToOther: figure,
  deductions: members<StoredReporting['deductions']>(DEDUCTIONS),
  taxWithheld: figure,
  etps: list(
    members<AsText<TaxSummary>>({
      etpCode: word(...ETP_CODES),
      taxWithheld: figure,
      taxableComponent: figure,
      taxFreeComponent: figure,
      lumpSumD: figure,
    }),
  ),
  cessation: maybe(
    members<NonNullable<StoredReporting['cessation']>>({ date: day, code: word(...CESSATION_CODES) }),
  ),
})

/** Reads the stored reporting of a pay. Throws a StoredError that names the invalid member. */
export function readReporting(stored: unknown): StoredReporting {
  return reporting(stored, 'reporting')
}
