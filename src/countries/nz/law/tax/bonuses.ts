import { type Decimal, sum, whole } from '../../../../kernel/values/money.ts'
import { priceLine } from '../../../../payroll/earnings.ts'
import type { BonusLine } from '../../../../payroll/input.ts'
import { periodsLong, periodsPerYear } from '../../../../payroll/pay-periods.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import type { ExtraPayItem } from './extra-pay.ts'
import { type PayeTables, payeOn } from './tax-table.ts'

/*
 * How a bonus is treated, by its flags:
 * - a share scheme benefit in shares is not cash: it is filed, and taxed as an extra pay when the employer chose to withhold;
 * - a share scheme benefit in cash is an extra pay like any other, but free of the levy since 1 November 2024;
 * - `tax_as_nz_extra_pay` turns a one-off or annual bonus into an extra pay;
 * - a regular bonus for several periods is taxed as if it were spread over them; any other is pay of this period;
 * - a discretionary bonus does not count for holidays.
 */
export type NzBonuses = {
  amounts: readonly Decimal[]
  /** Bonuses paid in money: all except share scheme benefits in shares. */
  cash: Decimal
  ordinary: Decimal
  spread: readonly { amount: Decimal; periods: number }[]
  extraPays: readonly ExtraPayItem[]
  /** Share scheme benefits in shares, and the part of them on which PAYE is withheld. */
  shares: readonly Decimal[]
  sharesTaxed: Decimal
  /** Cash bonuses that count for KiwiSaver. */
  inKiwiSaver: Decimal
  countsForHolidays: Decimal
}

type Treatment = 'shares' | 'cash-settled' | 'extra-pay' | 'spread' | 'ordinary'
type Row = { line: BonusLine; amount: Decimal; treatment: Treatment; periods: number }

/** Groups the bonuses of a pay by their New Zealand flags. */
export function sortBonuses(input: NzPayInput, isCashSettledLiable: boolean, trace: Trace): NzBonuses {
  const rows = input.bonuses.map((line) => rowOf(line, input, trace))
  const amountsOf = (keep: (row: Row) => boolean): Decimal => sum(rows.filter(keep).map((row) => row.amount))
  return {
    amounts: rows.map((row) => row.amount),
    cash: amountsOf((row) => row.treatment !== 'shares'),
    ordinary: amountsOf((row) => row.treatment === 'ordinary'),
    spread: rows
      .filter((row) => row.treatment === 'spread')
      .map(({ amount, periods }) => ({ amount, periods })),
    extraPays: rows.filter(isExtraPay).map((row) => ({
      name: row.treatment === 'extra-pay' ? 'bonus' : 'share-scheme',
      amount: row.amount,
      isLevyLiable:
        row.treatment === 'extra-pay' || (row.treatment === 'cash-settled' && isCashSettledLiable),
    })),
    shares: rows.filter((row) => row.treatment === 'shares').map((row) => row.amount),
    sharesTaxed: amountsOf((row) => row.treatment === 'shares' && row.line.withholdPaye),
    inKiwiSaver: amountsOf((row) => row.treatment !== 'shares' && row.line.isInSuper),
    countsForHolidays: amountsOf(
      (row) => row.treatment !== 'shares' && row.treatment !== 'cash-settled' && !row.line.isNzDiscretionary,
    ),
  }
}

/** PAYE on a regular bonus for several periods: (PAYE with one period's share − PAYE without) × periods. */
export function payeOnSpreadBonus(
  bonus: { amount: Decimal; periods: number },
  ordinary: Decimal,
  input: NzPayInput,
  tables: PayeTables,
  trace: Trace,
): Decimal {
  const periods = whole(bonus.periods)
  const aside = new Trace()
  const without = payeOn(ordinary, input.tax, input.payPeriod, tables, aside)
  const withPart = payeOn(ordinary.plus(bonus.amount.div(periods)), input.tax, input.payPeriod, tables, aside)
  return trace.made({
    name: 'tax.regular-bonus',
    formula: '(PAYE on pay with one period of the bonus − PAYE on pay) × periods',
    inputs: { bonus: bonus.amount, periods, ordinary, withPart, without },
    make: (of) => of.withPart.minus(of.without).times(of.periods),
    rule: 'Regular bonus for several pay periods',
    source: cite(tables.paye),
  })
}

function isExtraPay(row: Row): boolean {
  if (row.treatment === 'shares') return row.line.withholdPaye
  return row.treatment === 'cash-settled' || row.treatment === 'extra-pay'
}

function rowOf(line: BonusLine, input: NzPayInput, trace: Trace): Row {
  const periods = periodsOf(line, input)
  const treatment = treatmentOf(line, periods)
  const amount = priceLine('bonuses.line', 'Bonus row', line, trace, { treatment })
  return { line, amount, treatment, periods }
}

function treatmentOf(line: BonusLine, periods: number): Treatment {
  if (line.isNzEssCashSettled) return 'cash-settled'
  if (line.isNzEss) return 'shares'
  if (line.taxAsNzExtraPay) return 'extra-pay'
  return periods > 1 ? 'spread' : 'ordinary'
}

/** The number of pay periods in which a bonus was earned, from its tax method and dates. */
function periodsOf(line: BonusLine, input: NzPayInput): number {
  if (line.taxMethod === 'NORMAL_EARNINGS') return 1
  if (line.startDate === null || line.endDate === null) return periodsPerYear(input.payPeriod)
  return Math.max(1, periodsLong(input.payPeriod, line.startDate, line.endDate))
}
