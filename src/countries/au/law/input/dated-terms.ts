import type { PastQuestion } from '../../../../payroll/history.ts'
import type { PayLines } from '../../../../payroll/input.ts'
import type { EarlierTerms } from './earlier-terms.ts'
import type { AuPayInput, AuTerminationInput } from './input.ts'

/* The terms of other days than the pay's own. */

export type DatedTerms = Pick<AuPayInput, 'earlierTerms' | 'laterRates'>

/** The dated terms that a pay uses. `isFirst` is true for the first pay of its period. */
export function datedTermsOf(
  terms: DatedTerms,
  lines: PayLines,
  ending: AuTerminationInput | null,
  isFirst: boolean,
  past: PastQuestion,
): DatedTerms {
  return { ...earlierTermsOf(terms, lines, isFirst, past), ...laterRatesOf(terms, ending) }
}

/** The dated terms as stored with a pay, without what the period's other pays granted. */
export function restoreDatedTerms({ earlierTerms, laterRates }: DatedTerms): DatedTerms {
  return {
    ...(earlierTerms ? { earlierTerms: earlierTerms.map(withoutPeriodEarned) } : {}),
    ...(laterRates ? { laterRates } : {}),
  }
}

const withoutPeriodEarned = ({ leaveSettings, ...terms }: EarlierTerms): EarlierTerms => {
  const { isPeriodEarned: _, ...settings } = leaveSettings
  return { ...terms, leaveSettings: settings }
}

/** The earlier terms that a part of the period or a dated row uses. */
function earlierTermsOf(
  { earlierTerms = [] }: DatedTerms,
  { hours, leave }: PayLines,
  isFirst: boolean,
  { timing }: PastQuestion,
): Pick<AuPayInput, 'earlierTerms'> {
  if (earlierTerms.length === 0) return {}
  const days = [...hours, ...leave].flatMap((line) => line.date ?? [])
  const first = [timing.periodStart, ...days].reduce((a, b) => (a < b ? a : b))
  const used = earlierTerms.filter(({ to }) => to >= first)
  if (used.length === 0) return {}
  if (isFirst) return { earlierTerms: used }
  return {
    earlierTerms: used.map((each) => ({
      ...each,
      leaveSettings: { ...each.leaveSettings, isPeriodEarned: true },
    })),
  }
}

/** Only notice by the hour needs the rates after the last day. */
function laterRatesOf(
  { laterRates = [] }: DatedTerms,
  ending: AuTerminationInput | null,
): Pick<AuPayInput, 'laterRates'> {
  if (!ending?.isPaymentInLieuPaid || ending.paymentInLieuType !== 'NOTICE_HOURS') return {}
  const later = laterRates.filter(({ from }) => from > ending.terminationDate)
  return later.length === 0 ? {} : { laterRates: later }
}
