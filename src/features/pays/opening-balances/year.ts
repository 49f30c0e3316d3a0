import { openingReporting } from '../../../countries/au/law/opening-reporting.ts'
import type { IncomeType } from '../../../countries/au/law/words.ts'
import type { Opening, OpeningTotal } from '../../../countries/contract/opening.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal, isZero, sumTexts } from '../../../kernel/values/money.ts'
import { openingsIn } from './queries.ts'

/* What opening figures add to a year: for payslips, statements, and the documents that go to a tax office. */

/** What Single Touch Payroll reported of the year before the first pay here. */
export type OpeningStpYear = {
  asAt: CivilDate
  /** By income type, first the one that termination payments belong to. */
  incomes: ReturnType<typeof openingReporting>
  /** The super guarantee, the earnings behind it and reportable contributions, year to date. */
  superLiability: string
  superEarnings: string
  reportableSuper: string
  /** Termination payments with the day of each. */
  etps: Opening['etps']
  /** Fringe benefits and amounts of work abroad. */
  beyondPays: {
    fringe_benefits: string
    exempt_fringe_benefits: string
    incomes: { income_type: IncomeType; foreign_tax: string; exempt_foreign_income: string }[]
  }
  /** How the tax office knows the employee from the earlier system. */
  previousPayrollId: string | null
  previousBmsId: string | null
}

/** The same for the builders of pay events: year-to-date amounts in the shape of a stored pay, by employee. */
export async function openingStpYears(
  query: Queryable,
  employeeIds: readonly number[],
  year: { start: CivilDate; end: CivilDate },
): Promise<Map<number, OpeningStpYear>> {
  const openings = await openingsIn(query, employeeIds, year.start, year.end)
  return new Map(
    [...openings].map(([employeeId, opening]): [number, OpeningStpYear] => [
      employeeId,
      {
        asAt: opening.asAt,
        incomes: openingReporting(opening),
        superLiability: guaranteeOf(opening),
        superEarnings: opening.totals.super_earnings ?? earningsOf(opening),
        reportableSuper: opening.totals.reportable_super ?? '0',
        etps: opening.etps,
        beyondPays: beyondPays(opening),
        previousPayrollId: opening.previousPayrollId,
        previousBmsId: opening.previousBmsId,
      },
    ]),
  )
}

/** The guarantee that was owed elsewhere. */
const guaranteeOf = ({ totals }: Opening) => totals.compulsory_super ?? totals.super ?? '0'

/** Without a figure of its own: gross. The tax office compares the guarantee with the earnings behind it, so neither goes alone. */
const earningsOf = (opening: Opening) =>
  isZero(decimal(guaranteeOf(opening))) ? '0' : (opening.totals.gross ?? '0')

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

/** The sums of a year with what was paid elsewhere before it, as payslips and statements show them. */
export async function withOpening<T extends Sums>(
  query: Queryable,
  employeeId: number,
  span: { from: CivilDate; to: CivilDate },
  sums: T,
): Promise<T> {
  const openings = await openingsIn(query, [employeeId], span.from, span.to)
  return addOpening(openings.get(employeeId), span, sums)
}

/** The same where the opening figures are known; they count in the span that holds their day. */
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
