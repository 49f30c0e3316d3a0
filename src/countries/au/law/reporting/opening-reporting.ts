import { auIncomeYear } from '../../../../kernel/values/dates.ts'
import { decimal, notBelowZero } from '../../../../kernel/values/money.ts'
import type { DeductionClass } from '../../../../payroll/input.ts'
import { ALLOWANCE_CATEGORIES } from '../../../../payroll/words.ts'
import type { Opening } from '../../../contract/opening.ts'
import {
  OPENING_STP_AMOUNTS,
  type OpeningStp,
  type OpeningStpAmount,
  type OpeningStpIncome,
} from '../input/opening-stp.ts'
import { type IncomeType, PAID_LEAVE_TYPES } from '../input/words.ts'
import type { StoredReporting } from './stored-reporting.ts'

/* Opening figures for Single Touch Payroll: the year to date of an earlier system, in the form of a stored pay. */

export type OpeningReporting = { incomeType: IncomeType; reporting: StoredReporting }

/**
 * The reporting of opening figures by income type. The income type of termination payments comes first. If only totals were
 * entered, all gross is reported as ordinary gross. All tax except that on termination payments is reported as withheld.
 */
export function openingReporting(opening: Opening): [OpeningReporting, ...OpeningReporting[]] {
  const { other_incomes = [], ...first } = stpOf(opening)
  const childSupport = first.child_support_deduction ?? opening.totals.child_support
  const { incomeType, reporting } = incomeReporting({
    ...first,
    ...(childSupport === undefined ? {} : { child_support_deduction: childSupport }),
  })
  const etps = etpsOfYear(opening).map((etp) => ({
    etpCode: etp.code,
    taxWithheld: etp.withheld,
    taxableComponent: etp.taxable,
    taxFreeComponent: etp.taxFree,
    lumpSumD: etp.lumpSumD,
  }))
  return [{ incomeType, reporting: { ...reporting, etps } }, ...other_incomes.map(incomeReporting)]
}

function incomeReporting(stp: OpeningStpIncome): OpeningReporting {
  const of = (name: OpeningStpAmount) => stp[name] ?? '0'
  const amounts = new Map(OPENING_STP_AMOUNTS.map((name): [string, string | undefined] => [name, stp[name]]))
  const given = (prefix: string, keys: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const amount = amounts.get(`${prefix}${key.toLowerCase()}`)
        return amount === undefined ? [] : [[key, amount]]
      }),
    )
  const childSupport = stp.child_support_deduction
  const deductions: Partial<Record<DeductionClass, string>> = {
    UNION_FEES: of('union_fees'),
    CHARITY: of('workplace_giving'),
    // Zero is reported as zero, as in a pay.
    ...(childSupport === undefined ? {} : { CHILD_SUPPORT_DEDUCTION: childSupport }),
    CHILD_SUPPORT_GARNISHEE: of('child_support_garnishee'),
  }
  const reporting: StoredReporting = {
    gross: of('gross'),
    overtime: of('overtime'),
    bonusesAndCommissions: of('bonuses_and_commissions'),
    directorsFees: of('directors_fees'),
    paidLeave: given('paid_leave_', PAID_LEAVE_TYPES),
    allowances: given('allowance_', ALLOWANCE_CATEGORIES),
    lumpSumE: (stp.lump_sums_e ?? []).map((late) => ({ incomeYear: late.income_year, amount: late.amount })),
    lumpSumW: of('lump_sum_w'),
    lumpSumA:
      stp.lump_sum_a === undefined ? null : { type: stp.lump_sum_a_type ?? 'T', amount: stp.lump_sum_a },
    lumpSumB: of('lump_sum_b'),
    lumpSumD: of('lump_sum_d'),
    sacrificedToSuper: of('sacrificed_to_super'),
    sacrificedToOther: of('sacrificed_to_other'),
    deductions,
    taxWithheld: of('tax_withheld'),
    etps: [],
    cessation: null,
  }
  return { incomeType: stp.income_type ?? 'SAW', reporting }
}

/** The termination payments of the income year. Earlier ones count only towards the caps of later payments. */
export function etpsOfYear({ asAt, etps }: Opening): Opening['etps'] {
  const { start } = auIncomeYear(asAt)
  return etps.filter(({ payDate }) => payDate >= start)
}

function stpOf(opening: Opening): OpeningStp {
  const { stp, totals } = opening
  if (stp && (stp.tax_withheld !== undefined || totals.tax === undefined)) return stp
  const onEtps = etpsOfYear(opening).reduce((sum, etp) => sum.plus(etp.withheld), decimal('0'))
  const elsewhere = (stp?.other_incomes ?? []).reduce(
    (sum, income) => sum.plus(income.tax_withheld ?? '0'),
    onEtps,
  )
  // Categories without their tax take the rest of the year to date.
  const tax_withheld = notBelowZero(decimal(totals.tax ?? '0').minus(elsewhere)).toFixed()
  return stp ? { ...stp, tax_withheld } : { gross: totals.gross ?? '0', tax_withheld }
}
