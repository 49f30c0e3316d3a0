import { type Decimal, isZero, sum, ZERO } from '../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import { rowsAsTerms, type Trace } from '../../../payroll/trace.ts'
import type { NzPayInput } from './input/input.ts'
import { hasLevy } from './tax/tax-table.ts'
import { otherPeriods, type Parts } from './tax.ts'

/** The amounts of a pay in the employment information. */
export type Filed = {
  gross: Decimal
  notLiableForAcc: Decimal
  /** Share scheme benefits in shares. */
  ess: Decimal
  levyLiable: Decimal
  /** Benefits in shares with PAYE withheld: taxed, but not filed as gross. */
  taxedShares: Decimal
}

/** The employment information fields that are sums over the pay. */
export function fileFigures(input: NzPayInput, parts: Parts, trace: Trace): Filed {
  const isLevied = hasLevy(input.tax.code)
  const taxedShares = isLevied ? parts.rows.bonuses.sharesTaxed : ZERO
  const other = otherPeriods(input, parts)
  const gross = trace.sum({
    name: 'filed.gross',
    formula: `ordinary pay + regular bonuses${other.words && ` + ${other.words}`} + extra pays − share scheme benefits in shares among them`,
    add: {
      ordinary: parts.ordinary,
      ...other.terms,
      extraPay: parts.extraPay,
    },
    subtract: { taxedShares },
    rule: 'Employment information, field 11',
    source: FIGURES_OF_THIS_PAY,
  })
  const outside = sum(parts.extraPays.filter((item) => !item.isLevyLiable).map((item) => item.amount))
  const cashNotLiable = isLevied ? outside.minus(taxedShares) : gross
  const ess = fileShares(parts, trace)
  return {
    gross,
    taxedShares,
    ess,
    notLiableForAcc: fileNotLiable(cashNotLiable, ess, isLevied, trace),
    levyLiable: trace.sum({
      name: 'levy-liable',
      formula: 'filed gross − the part of it that is not liable for the levy',
      add: { gross },
      subtract: { notLiable: cashNotLiable },
      rule: "ACC earners' levy",
      source: FIGURES_OF_THIS_PAY,
    }),
  }
}

function fileShares(parts: Parts, trace: Trace): Decimal {
  const { shares } = parts.rows.bonuses
  if (shares.every(isZero)) return ZERO
  return trace.sum({
    name: 'filed.share-scheme',
    formula: 'sum of the share scheme benefits in shares',
    add: rowsAsTerms(shares),
    rule: 'Employment information, field 27',
    source: FIGURES_OF_THIS_PAY,
  })
}

function fileNotLiable(cash: Decimal, shares: Decimal, isLevied: boolean, trace: Trace): Decimal {
  if (isZero(cash) && isZero(shares)) return ZERO
  return trace.sum({
    name: 'filed.not-liable',
    formula: isLevied
      ? 'redundancy and share scheme benefits in cash + share scheme benefits in shares'
      : 'the whole schedular payment + share scheme benefits in shares',
    add: { cash, shares },
    rule: 'Employment information, field 13',
    source: FIGURES_OF_THIS_PAY,
  })
}
