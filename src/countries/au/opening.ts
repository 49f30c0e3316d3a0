import { auIncomeYear } from '../../kernel/values/dates.ts'
import { type OpeningRules, totalsOf } from '../contract/opening.ts'
import { readAdvances } from './law/figures/stored-advances.ts'
import { UNUSUAL_LEAVE } from './law/history/full-pay.ts'

const AU_TOTALS = totalsOf('AU')

export const AU_OPENING: OpeningRules = {
  totals: AU_TOTALS,
  closingTotals: AU_TOTALS.filter((total) => total !== 'child_support'),
  hasReportedYear: true,
  looksBack: (asked) => asked.mayHaveExtras,
  isFullPayEnough: true,
  neededFrom: ({ payDate }) => auIncomeYear(payDate).start,
  yearBeforeGap: () => null,
  inexact:
    'bonuses taxed by methods that look back, and normal earnings of a final pay, are calculated without them.',
  periods: {
    gross: 'period_taxable',
    tax: 'period_tax',
    hasParts: false,
    readAdvances,
    unusualLeave: UNUSUAL_LEAVE,
  },
}
