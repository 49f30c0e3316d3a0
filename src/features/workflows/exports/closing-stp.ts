import { OPENING_STP_AMOUNTS } from '../../../countries/au/law/input/opening-stp.ts'
import type { IncomeType } from '../../../countries/au/law/input/words.ts'
import { openingReporting } from '../../../countries/au/law/reporting/opening-reporting.ts'
import { addUpReporting, type ReportedYear } from '../../../countries/au/law/reporting/reported-year.ts'
import { readReporting } from '../../../countries/au/law/reporting/stored-reporting.ts'
import type { Opening } from '../../../countries/contract/opening.ts'
import { type Decimal, isZero, sumTexts } from '../../../kernel/values/money.ts'
import type { YearAmounts } from '../../lodgements/single-touch/index.ts'
import { type OpeningBalancesInput, openingInputOf } from '../../pays/opening-balances/index.ts'
import type { YearRow } from './queries.ts'

/* The year to date of an Australian employee in Single Touch Payroll terms, for import into the next system. */

type StpFigures = NonNullable<OpeningBalancesInput['stp']>

/** The year to date as Single Touch Payroll reports it. The income type of the last pay comes first. */
export function stpOf(
  pays: readonly YearRow[],
  opening: Opening | null,
  amounts: YearAmounts | undefined,
): StpFigures {
  const rows = [
    ...(opening ? openingReporting(opening) : []),
    ...pays.map((pay) => ({
      incomeType: pay.income_type ?? ('SAW' as const),
      reporting: readReporting(pay.reporting),
    })),
  ]
  const last = rows.at(-1)?.incomeType ?? 'SAW'
  const types = Map.groupBy(rows, (row) => row.incomeType)
  const [own, ...foreign] = beyondPays(opening, amounts)
  for (const { income_type } of foreign) if (!types.has(income_type)) types.set(income_type, [])
  const incomes = [...types.keys()].map((type) => ({
    ...incomeFigures(type, addUpReporting((types.get(type) ?? []).map((row) => row.reporting))),
    ...foreign.find((row) => row.income_type === type),
  }))
  const others = incomes.filter((income) => income.income_type !== last)
  return {
    income_type: last,
    ...incomes.find((income) => income.income_type === last),
    ...own,
    ...(others.length === 0 ? {} : { other_incomes: others }),
  }
}

/** Amounts entered in addition to the pays: fringe benefits first, then foreign work amounts by income type. */
function beyondPays(
  opening: Opening | null,
  amounts: YearAmounts | undefined,
): [Partial<StpFigures>, ...(Partial<StpFigures> & { income_type: IncomeType })[]] {
  const { other_incomes = [], ...first } = opening?.stp ?? {}
  const before = opening?.stp ? [first, ...other_incomes] : []
  const entered = amounts?.incomes ?? []
  const types = new Set([...before, ...entered].map((row) => row.income_type ?? 'SAW'))
  const total = (texts: readonly (string | undefined)[]) =>
    Number(sumTexts(texts.map((text) => text ?? '0')).toFixed())
  const unlessZero = (figures: Record<string, number>) =>
    Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== 0))
  return [
    unlessZero({
      fringe_benefits: total([amounts?.fringe_benefits, ...before.map((row) => row.fringe_benefits)]),
      exempt_fringe_benefits: total([
        amounts?.exempt_fringe_benefits,
        ...before.map((row) => row.exempt_fringe_benefits),
      ]),
    }),
    ...[...types].flatMap((type) => {
      const own = [...before, ...entered].filter((row) => (row.income_type ?? 'SAW') === type)
      const figures = unlessZero({
        foreign_tax: total(own.map((row) => row.foreign_tax)),
        exempt_foreign_income: total(own.map((row) => row.exempt_foreign_income)),
      })
      return Object.keys(figures).length === 0 ? [] : [{ income_type: type, ...figures }]
    }),
  ]
}

function incomeFigures(type: IncomeType, year: ReportedYear): StpFigures {
  const amounts = stpAmounts(year)
  return {
    income_type: type,
    ...Object.fromEntries(
      OPENING_STP_AMOUNTS.flatMap((name) => {
        const amount = amounts[name]
        return amount === undefined || isZero(amount) ? [] : [[name, Number(amount.toFixed())]]
      }),
    ),
    ...(isZero(year.lumpSumA.R) ? {} : { lump_sum_a_type: 'R' as const }),
    ...(year.lumpSumE.length === 0
      ? {}
      : {
          lump_sums_e: year.lumpSumE.map((late) => ({
            income_year: late.incomeYear,
            amount: Number(late.amount.toFixed()),
          })),
        }),
  }
}

function stpAmounts(year: ReportedYear): Partial<Record<(typeof OPENING_STP_AMOUNTS)[number], Decimal>> {
  const lower = (prefix: string, some: Record<string, Decimal>) =>
    Object.fromEntries(Object.entries(some).map(([key, amount]) => [`${prefix}${key.toLowerCase()}`, amount]))
  return {
    gross: year.gross,
    overtime: year.overtime,
    bonuses_and_commissions: year.bonusesAndCommissions,
    directors_fees: year.directorsFees,
    ...lower('paid_leave_', year.paidLeave),
    ...lower('allowance_', year.allowances),
    lump_sum_a: year.lumpSumA.R.plus(year.lumpSumA.T),
    lump_sum_b: year.lumpSumB,
    lump_sum_d: year.lumpSumD,
    lump_sum_w: year.lumpSumW,
    sacrificed_to_super: year.sacrificedToSuper,
    sacrificed_to_other: year.sacrificedToOther,
    union_fees: year.deductions.UNION_FEES,
    workplace_giving: year.deductions.CHARITY,
    child_support_deduction: year.deductions.CHILD_SUPPORT_DEDUCTION,
    child_support_garnishee: year.deductions.CHILD_SUPPORT_GARNISHEE,
    tax_withheld: year.taxWithheld,
  }
}

export function etpsOf(
  pays: readonly YearRow[],
  opening: Opening | null,
): NonNullable<OpeningBalancesInput['etps']> {
  const here = pays.flatMap((pay) =>
    readReporting(pay.reporting).etps.map((etp) => ({
      pay_date: pay.processed_date,
      etp_code: etp.etpCode,
      taxable_component: Number(etp.taxableComponent),
      tax_free_component: Number(etp.taxFreeComponent),
      tax_withheld: Number(etp.taxWithheld),
      lump_sum_d: Number(etp.lumpSumD),
    })),
  )
  return [...(opening ? (openingInputOf(opening, null).etps ?? []) : []), ...here]
}
