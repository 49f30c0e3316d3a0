import { isZero, ZERO } from '../../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzTerminationInput } from '../input/input.ts'
import type { NzExtraPayPart, NzTerminationResult } from '../input/result.ts'
import type { ExtraPayItem, ExtraPayTax, TaxedExtraPay } from '../tax/extra-pay.ts'
import type { TerminationAmounts } from './amounts.ts'

/** The four parts of a termination payment as extra pays. Redundancy and retiring allowance are free of the levy. */
export function extraPaysOf(amounts: TerminationAmounts): ExtraPayItem[] {
  return [
    { name: 'unused-holiday', amount: amounts.unusedHoliday, isLevyLiable: true },
    { name: 'alt-holiday', amount: amounts.altHoliday, isLevyLiable: true },
    { name: 'redundancy', amount: amounts.levyFree, isLevyLiable: false },
    { name: 'other', amount: amounts.other, isLevyLiable: true },
  ]
}

/** The termination block of the result. The first four taxed items are those of `extraPaysOf`. */
export function terminationResult(
  termination: NzTerminationInput,
  amounts: TerminationAmounts,
  taxed: ExtraPayTax,
  trace: Trace,
): NzTerminationResult {
  const [unusedHoliday, altHoliday, redundancy, other] = taxed.items.slice(0, 4).map(partOf)
  if (!unusedHoliday || !altHoliday || !redundancy || !other) {
    throw new Error('a termination has four taxed parts')
  }
  const totalTax = trace.sum({
    name: 'termination.tax',
    formula: 'tax on unused holidays + alternative holidays + redundancy + other',
    add: {
      unusedHoliday: unusedHoliday.tax,
      altHoliday: altHoliday.tax,
      redundancy: redundancy.tax,
      other: other.tax,
    },
    rule: 'Extra pay at the end of employment',
    source: FIGURES_OF_THIS_PAY,
  })
  const holidayTax = trace.sum({
    name: 'termination.holiday-tax',
    formula: 'tax on unused holidays + alternative holidays',
    add: { unusedHoliday: unusedHoliday.tax, altHoliday: altHoliday.tax },
    rule: 'Extra pay at the end of employment',
    source: FIGURES_OF_THIS_PAY,
  })
  return {
    terminationDate: termination.terminationDate,
    isManualLeaveAmounts: termination.isManualLeaveAmounts,
    isPaymentInLieuPaid: termination.isPaymentInLieuPaid,
    paymentInLieuAmount: amounts.paymentInLieu,
    isUnusedHolidayPaid: !amounts.unusedHoliday.eq(ZERO),
    unusedHolidayAmount: amounts.unusedHoliday,
    nonEtpAmount: amounts.eightPercent,
    unusedAltHolidayAmount: amounts.altHoliday,
    redundancyAmount: amounts.redundancy,
    ...(isZero(amounts.retiringAllowance) ? {} : { retiringAllowanceAmount: amounts.retiringAllowance }),
    totalAmount: amounts.total,
    taxAmount: totalTax,
    unusedHolidayAndLoadingTaxAmount: holidayTax,
    nzYtdTaxable: termination.nzYtdTaxable,
    nzExtraPayTaxBreakdown: {
      unusedHoliday,
      altHoliday,
      redundancy,
      other,
      totalTax,
      taxedAtLowRate: taxed.isLowRate,
    },
  }
}

function partOf(item: TaxedExtraPay): NzExtraPayPart {
  return {
    amount: item.amount,
    tax: item.tax,
    components: { income_tax: item.incomeTax, earners_levy: item.levy },
    appliedPersonalRate: item.rate.toString(),
  }
}
