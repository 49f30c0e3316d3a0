import type { Decimal } from '../money.ts'
import type { AuPayInput } from './input.ts'
import type { TfnRules } from './rates.ts'
import type { Withholder } from './withholder.ts'

/** What a payroll officer should know about the tax file number behind this pay. */
export function declarationWarnings(
  input: AuPayInput,
  normal: Decimal,
  by: Pick<Withholder, 'scale'>,
  rules: TfnRules,
): string[] {
  const warnings: string[] = []
  const { tfn, declarationDate } = input.declaration
  if (tfn === 'PENDING' && (by.scale === 'scale-4' || by.scale === 'working-holiday-no-tfn')) {
    warnings.push(
      `No tax file number ${rules.pendingDays} days after the declaration of ${declarationDate}: withheld without one.`,
    )
  }
  const { weekly, fortnightly, monthly } = rules.under18Limit
  const limit = { WEEKLY: weekly, FORTNIGHTLY: fortnightly, MONTHLY: monthly }[input.payPeriod]
  if (tfn === 'UNDER_18' && normal.gt(limit)) {
    warnings.push(`Earnings are above the ${limit} that an under-18 may earn without a tax file number.`)
  }
  return warnings
}
