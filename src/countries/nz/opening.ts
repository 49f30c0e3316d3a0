import { addDays } from '../../kernel/values/dates.ts'
import { type OpeningRules, totalsOf } from '../contract/opening.ts'

const YEAR_OF_WEEKS = 364
const NZ_TOTALS = totalsOf('NZ')

export const NZ_OPENING: OpeningRules = {
  totals: NZ_TOTALS,
  closingTotals: NZ_TOTALS,
  hasReportedYear: false,
  looksBack: (asked) => asked.leaveTypes.length > 0,
  isFullPayEnough: false,
  neededFrom: ({ countedTo }) => addDays(countedTo, 1 - YEAR_OF_WEEKS),
  inexact: 'holiday pay, average daily pay and the 8% are calculated without them.',
  periods: { gross: 'holiday_gross', tax: 'paye_ordinary', hasParts: true },
}
