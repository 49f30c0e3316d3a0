import type { IncomeType } from '../../../countries/au/law/input/words.ts'
import { etpsOfYear, openingReporting } from '../../../countries/au/law/reporting/opening-reporting.ts'
import {
  guaranteeOf,
  type Opening,
  type OpeningTotal,
  superEarningsOf,
} from '../../../countries/contract/opening.ts'
import type { Queryable } from '../../../database/connect.ts'
import { auIncomeYear, type CivilDate, partsOf } from '../../../kernel/values/dates.ts'
import { decimal, isZero, sumTexts } from '../../../kernel/values/money.ts'
import { openingsIn } from './queries.ts'

/* Adds opening balances to a year's figures, for payslips, statements and documents for the tax office. */

/** The Single Touch Payroll figures reported earlier in the year, before the first pay in this system. */
export type OpeningStpYear = {
  asAt: CivilDate
  /** By income type. The first is the one for termination payments. */
  incomes: ReturnType<typeof openingReporting>
  /** Year to date: the super guarantee, the earnings it is based on, and reportable contributions. */
  superLiability: string
  superEarnings: string
  reportableSuper: string
  /** Termination payments, each with its date. */
  etps: Opening['etps']
  /** Fringe benefits and amounts from work abroad. */
  beyondPays: {
    fringe_benefits: string
    exempt_fringe_benefits: string
    incomes: { income_type: IncomeType; foreign_tax: string; exempt_foreign_income: string }[]
  }
  /** The ids by which the tax office knows the employee from the earlier system. */
  previousPayrollId: string | null
  previousBmsId: string | null
}

/** The opening year-to-date amounts in the shape of a stored pay, by employee, for the builders of pay events. */
export async function openingStpYears(
  query: Queryable,
  employeeIds: readonly number[],
  year: { start: CivilDate; end: CivilDate },
): Promise<Map<number, OpeningStpYear>> {
  const openings = await openingsIn(query, employeeIds, year.start, year.end)
  return new Map([...openings].map(([employeeId, opening]) => [employeeId, stpYearOf(opening)]))
}

const stpYearOf = (opening: Opening): OpeningStpYear => ({
  asAt: opening.asAt,
  incomes: openingReporting(opening),
  superLiability: guaranteeOf(opening),
  superEarnings: superEarningsOf(opening),
  reportableSuper: opening.totals.reportable_super ?? '0',
  etps: etpsOfYear(opening),
  beyondPays: beyondPays(opening),
  previousPayrollId: opening.previousPayrollId,
  previousBmsId: opening.previousBmsId,
})

/**
 * The income years whose reported figures differ between these opening figures. Leave balances and the history
 * of pays are not reported.
 */
export function reportedYearsThatDiffer(before: Opening | undefined, after: Opening | undefined): number[] {
  const [was, is] = [reportedBy(before), reportedBy(after)]
  if (was?.year === is?.year && was?.figures === is?.figures) return []
  return [...new Set([was, is].flatMap((reported) => reported?.year ?? []))]
}

/** The figures that are reported to the tax office, with their income year; null when none are. */
function reportedBy(opening: Opening | undefined): { year: number; figures: string } | null {
  if (!opening) return null
  const figures = figuresOf(opening)
  if (figures === figuresOf({ ...opening, ...NOTHING_REPORTED })) return null
  return { year: partsOf(auIncomeYear(opening.asAt).end).year, figures }
}

const figuresOf = (opening: Opening) => JSON.stringify({ ...stpYearOf(opening), asAt: null })
const NOTHING_REPORTED = { totals: {}, stp: null, etps: [], previousPayrollId: null, previousBmsId: null }

function beyondPays({ stp }: Opening): OpeningStpYear['beyondPays'] {
  const { other_incomes = [], ...first } = stp ?? {}
  const incomes = [first, ...other_incomes]
  const total = (name: 'fringe_benefits' | 'exempt_fringe_benefits') =>
    sumTexts(incomes.map((income) => income[name] ?? '0')).toFixed()
  return {
    fringe_benefits: total('fringe_benefits'),
    exempt_fringe_benefits: total('exempt_fringe_benefits'),
    incomes: incomes
      .map(({ income_type = 'SAW', foreign_tax = '0', exempt_foreign_income = '0' }) => ({
        income_type,
        foreign_tax,
        exempt_foreign_income,
      }))
      .filter((row) => !isZero(sumTexts([row.foreign_tax, row.exempt_foreign_income]))),
  }
}

const SHOWN = [
  'gross',
  'tax',
  'net',
  'deductions',
  'super',
  'student_loan',
  'kiwisaver_employee',
  'kiwisaver_employer',
] as const satisfies readonly OpeningTotal[]

type Sums = Partial<Record<(typeof SHOWN)[number], string>>

/** Adds opening balances to the sums of a year, as payslips and statements show them. */
export async function withOpening<T extends Sums>(
  query: Queryable,
  employeeId: number,
  span: { from: CivilDate; to: CivilDate },
  sums: T,
): Promise<T> {
  const openings = await openingsIn(query, [employeeId], span.from, span.to)
  return addOpening(openings.get(employeeId), span, sums)
}

/** Adds opening balances that are already loaded, if their date falls within the span. */
export function addOpening<T extends Sums>(
  opening: Opening | undefined,
  { from, to }: { from: CivilDate; to: CivilDate },
  sums: T,
): T {
  if (!opening || opening.asAt < from || opening.asAt > to) return sums
  const { totals } = opening
  const net =
    totals.net ??
    decimal(totals.gross ?? '0')
      .minus(totals.tax ?? '0')
      .toFixed()
  const added = SHOWN.filter((name) => sums[name] !== undefined).map((name) => [
    name,
    decimal(sums[name] ?? '0')
      .plus(name === 'net' ? net : (totals[name] ?? '0'))
      .toFixed(),
  ])
  return { ...sums, ...Object.fromEntries(added) }
}
