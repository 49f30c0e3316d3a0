import { type Amount, defineAmounts } from '../../../../payroll/amounts.ts'

/** Pays of the year are read as sums, so the total of an amount needs its sum. */
type AuAmount = Amount & { history?: { total?: never } | { sum: 'sum'; total: 'year' } }

/** The amounts among the figures of an Australian pay. `src/payroll/figures.ts` describes the members of the entries. */
export const AU_AMOUNTS = defineAmounts<AuAmount>()({
  /** Compulsory + above-compulsory + sacrificed. */
  super: {
    column: 'super',
    // Later pays only check whether there was super, and a negative amount must not hide it.
    history: { sum: 'max' },
    view: 'super',
    isShownEverywhere: true,
  },
  compulsorySuper: {
    column: 'compulsory_super',
    history: { sum: 'none' },
    reported: 3,
    view: 'compulsory_super_amount',
    isShownEverywhere: true,
  },
  /** Above-compulsory + sacrificed. */
  rescSuper: { column: 'resc_super', reported: 5, view: 'resc_super_amount', isShownEverywhere: true },
  sacrificedSuper: { column: 'sacrificed_super' },
  /** The earnings that super is calculated on, before the maximum contribution base. */
  superBase: { column: 'super_base', history: { sum: 'none' }, reported: 4 },
  /** The part of `superBase` that is under the maximum. */
  superBaseCounted: { column: 'super_base_counted', history: { sum: 'sum' } },
  /** Everything taxed as income in this pay: earnings, extras, unused leave and other non-ETP amounts. */
  taxableGross: { column: 'taxable_gross', history: { sum: 'sum', total: 'year' } },
  /** The part taxed by the period's table, and its tax. A later pay of the period starts from these figures. */
  periodTaxable: { column: 'period_taxable', history: { sum: 'none' } },
  periodTax: { column: 'period_tax', history: { sum: 'none' } },
  /** Bonuses and back payments taxed by Schedule 5 or spread. */
  extras: { column: 'extras', history: { isDetail: true } },
  extraTax: { column: 'extra_tax', history: { isDetail: true } },
  extraStudyLoan: { column: 'extra_study_loan', history: { isDetail: true } },
  terminationTax: { column: 'termination_tax' },
  /** Tax that this pay could not cover, less earlier carried tax that it did cover. */
  taxCarried: { column: 'tax_carried', history: { sum: 'sum', total: 'year' } },
})
