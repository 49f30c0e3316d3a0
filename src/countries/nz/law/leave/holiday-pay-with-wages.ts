import { type Decimal, notBelowZero, percent, sum, toCent, ZERO } from '../../../../kernel/values/money.ts'
import type { AllowanceLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { LineAmounts } from '../../../../payroll/result.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { NzPayInput } from '../input/input.ts'
import type { HolidayRates } from '../rates/rates.ts'

/* Holiday pay paid with the wages (Holidays Act 2003 s 28): a row of its own, priced from the gross earnings of the pay. */

/** The row that the service adds and prices. Section 28(1)(c) requires an identifiable part of the pay. */
export const HOLIDAY_PAY_ROW = 'Holiday pay (8%)'

/** Descriptions that mean holiday pay paid with the wages. */
const NAMED = /\bholiday\s+pay\b|\b8(\.0+)?\s*%/i
/** Descriptions of pay for a public holiday, and descriptions that rule out holiday pay. */
const OTHER = /\bpublic\s+holiday|\bno\s+holiday\s+pay\b/i

const WITH_WAGES = 'Holidays Act 2003 s 28'
const AFTER_THE_END = 'Holidays Act 2003 ss 23 and 25'

/** Whether an allowance is holiday pay paid with the wages, by its description. */
export const isHolidayPayRow = (description: string): boolean =>
  NAMED.test(description) && !OTHER.test(description)

/** Whether this is the row that the service prices, not one from the caller. */
export const isPricedRow = ({ description }: Pick<AllowanceLine, 'description'>): boolean =>
  description.trim().toLowerCase() === HOLIDAY_PAY_ROW.toLowerCase()

/**
 * Whether the pay has a holiday pay row: holiday pay is paid with the wages, or the final pay was already made (ss 23 and 25).
 */
export const hasHolidayPayRow = ({
  leaveSettings,
  termination,
}: Pick<NzPayInput, 'leaveSettings' | 'termination'>) =>
  leaveSettings.isHolidayPayPaidWithWages || (termination === null && leaveSettings.isAfterEnd === true)

/** Holiday pay paid with the wages in this pay: the service's row, and the caller's rows with such a description. */
export function holidayPayIn(
  input: Pick<NzPayInput, 'allowances' | 'leaveSettings' | 'termination'>,
  amounts: Pick<LineAmounts, 'allowances'>,
): Decimal {
  if (!hasHolidayPayRow(input)) return ZERO
  return sum(
    input.allowances.flatMap(({ description }, index) =>
      isHolidayPayRow(description) ? [amounts.allowances[index] ?? ZERO] : [],
    ),
  )
}

/** 8% of gross earnings without holiday pay, less the holiday pay in the caller's rows. */
export function holidayPayOwed(
  { gross, paid, others, rule }: { gross: Decimal; paid: Decimal; others: Decimal; rule?: string },
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const rate = table.value.holidayPayRate
  return trace.made({
    name: 'holidays.pay-with-wages',
    formula: `${percent(rate)} of gross earnings without holiday pay − holiday pay of other rows, to the cent, not below zero`,
    inputs: { gross, holidayPay: paid, rate, others },
    make: (of) => notBelowZero(toCent(of.gross.minus(of.holidayPay).times(of.rate)).minus(of.others)),
    rule: rule ?? WITH_WAGES,
    source: cite(table),
  })
}

/** Adds the step that explains the row, which already has its amount. */
export function explainHolidayPay(
  input: NzPayInput,
  rows: { holidayGross: Decimal; amounts: Pick<LineAmounts, 'allowances'> },
  table: Dated<HolidayRates>,
  trace: Trace,
): void {
  if (!hasHolidayPayRow(input) || !input.allowances.some(isPricedRow)) return
  const rule = input.leaveSettings.isAfterEnd ? AFTER_THE_END : WITH_WAGES
  const paid = holidayPayIn(input, rows.amounts)
  const priced = sum(
    input.allowances.flatMap((line, index) =>
      isPricedRow(line) ? [rows.amounts.allowances[index] ?? ZERO] : [],
    ),
  )
  holidayPayOwed({ gross: rows.holidayGross, paid, others: paid.minus(priced), rule }, table, trace)
}

/** A pay without this row comes from an earlier version. The end of the employment settles the missing amount. */
export function holidayPayWarnings(
  input: NzPayInput,
  amounts: Pick<LineAmounts, 'allowances'>,
  holidayGross: Decimal,
  { holidayPayRate }: HolidayRates,
): string[] {
  if (!input.leaveSettings.isHolidayPayPaidWithWages || input.termination !== null) return []
  const paid = holidayPayIn(input, amounts)
  const owed = toCent(holidayGross.minus(paid).times(holidayPayRate))
  const reason = input.leaveSettings.holidayPayReason
  return [
    ...(reason === null
      ? [
          'Holiday pay is paid with wages, but the record does not say why that is allowed: send nz_holiday_pay_reason and the day of the agreement, nz_holiday_pay_agreed_on (Holidays Act 2003 s 28(1)).',
        ]
      : []),
    ...(reason === 'IRREGULAR' && fixedPattern(input.leaveSettings.workPattern)
      ? [
          'Holiday pay is paid with wages because the work is irregular, but nz_work_pattern names fixed days: with regular work this is no longer allowed (Holidays Act 2003 s 28(1)(a)(ii)). Give annual holidays instead.',
        ]
      : []),
    ...(owed.gt(paid)
      ? [
          `is_holiday_pay_paid_with_wages is true, and this pay has ${paid.eq(ZERO) ? 'no' : `only ${paid.toFixed(2)} of`} holiday pay: ${owed.toFixed(2)} is ${percent(holidayPayRate)} of its gross earnings (Holidays Act 2003 s 28). The rest is paid when the employment ends.`,
        ]
      : []),
  ]
}
