import { type Decimal, ZERO } from '../../money.ts'
import type { EndingTaxFacts } from './payments.ts'

/** Service before this day leaves part of a termination payment tax-free. */
const JULY_1983 = '1983-07-01'

/** What a payroll officer should know about an ending before it goes out. */
export function endingWarnings(
  { input, ending, amounts }: EndingTaxFacts,
  etpTotal: Decimal,
  delayed: Decimal,
): string[] {
  const warnings: string[] = []
  const mayBeTaxFree = ending.reason === 'INVALIDITY' || input.startDate < JULY_1983
  if (ending.taxSummaries === null && etpTotal.gt(ZERO) && mayBeTaxFree) {
    warnings.push(
      'Part of the termination payment may be tax-free (invalidity, or service before July 1983): enter it with tax_summaries.',
    )
  }
  if (delayed.gt(ZERO)) {
    warnings.push(
      'Paid more than 12 months after the ending: these payments are taxed as income, not as ETP.',
    )
  }
  if (amounts.isHolidayPaid && input.leaveBalances.holiday.lt(ZERO)) {
    warnings.push('The annual leave balance is negative; nothing was taken back.')
  }
  return warnings
}
