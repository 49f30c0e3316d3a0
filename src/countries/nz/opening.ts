import { addDays, addYears, type CivilDate, nzTaxYear } from '../../kernel/values/dates.ts'
import { sumTexts, ZERO } from '../../kernel/values/money.ts'
import { type Opening, type OpeningRules, totalsOf } from '../contract/opening.ts'

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
  yearBeforeGap,
  periods: { gross: 'holiday_gross', tax: 'paye_ordinary', hasParts: true },
}

/** The ESCT rate of someone employed for all of last year follows from that year (Income Tax Act 2007 s RD 69). */
function yearBeforeGap({ asAt, totals }: Opening, startDate: CivilDate): string | null {
  const { kiwisaver_employer = '0', complying_fund_employer = '0', last_year_gross } = totals
  const isContributing = sumTexts([kiwisaver_employer, complying_fund_employer]).gt(ZERO)
  const wasEmployed = startDate <= addYears(nzTaxYear(asAt).start, -1)
  if (!isContributing || !wasEmployed || last_year_gross !== undefined) return null
  return 'year_to_date.last_year_gross was not given: the ESCT rate is compared with an estimate until next 1 April.'
}
