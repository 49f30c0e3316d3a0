import { sql } from 'kysely'
import type { PortableScheme } from '../../../../countries/au/law/input/words.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, toCent } from '../../../../kernel/values/money.ts'
import { rememberedText } from '../../../pays/snapshots/index.ts'
import { LINES } from '../load/lines.ts'
import { DEPARTMENT, PAYS, paysAsked, STATE } from '../load/pays.ts'
import { count, money, percentage, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const NOTES = [
  'Warning: schemes change their levies, and no levy was checked for the current year. Compare it with the invoice of the scheme. A row without a rate has no rate that we could read.',
  'Ordinary pay is ordinary hours and leave, without overtime, allowances and bonuses; some schemes count it differently. Employees of no scheme are left out.',
  'The row "Not stated" is the pay of employees whose scheme is not recorded. Record the portable long service scheme of each, also where no scheme covers the work.',
]

type Wages = {
  quarter: string
  quarter_starts: CivilDate
  state: string
  department: string
  scheme: PortableScheme | 'NOT_STATED'
  employees: number
  ordinary_pay: string
}

/** The scheme on the day of the pay. Pays from before the field existed use today's scheme. */
const SCHEME = sql`coalesce(nullif(${rememberedText('portable_long_service_scheme')}, 'NOT_STATED'), employees.portable_long_service_scheme)`

const schemesOn = ({ service }: ReportRequest, day: CivilDate) =>
  service.rates.au.portableLongService.find(day)?.value.schemes ?? []

/** Employers pay the schemes by the quarter, and levies change with it. */
async function* levies(question: ReportRequest): AsyncGenerator<Row[]> {
  const { rows } = await sql<Wages>`
    select to_char(pays.processed_date, 'YYYY "Q"Q') as quarter,
      to_char(date_trunc('quarter', pays.processed_date), 'YYYY-MM-DD') as quarter_starts, ${STATE} as state,
      ${DEPARTMENT} as department, ${SCHEME} as scheme, count(distinct pays.employee_id)::int as employees,
      sum(lines.ordinary + lines.leave)::text as ordinary_pay
    from ${PAYS} join ${LINES} where ${paysAsked(question)} and ${SCHEME} <> 'NONE'
    group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5`.execute(question.service.database.query)
  yield rows.map(({ quarter_starts, scheme, ...row }) => {
    const law = schemesOn(question, civilDate(quarter_starts)).find((each) => each.scheme === scheme)
    const rate = law?.rate ?? null
    return {
      ...row,
      scheme: scheme === 'NOT_STATED' ? 'Not stated' : schemeName(scheme, law?.name),
      rate: rate?.toFixed() ?? null,
      levy: rate ? toCent(decimal(row.ordinary_pay).times(rate)).toFixed(2) : null,
    }
  })
}

const schemeName = (scheme: PortableScheme, name = 'not in force') => `${scheme.split('_')[0]} ${name}`

function sourceNotes(question: ReportRequest): string[] {
  const read = schemesOn(question, question.to ?? question.today).flatMap(({ scheme, name, read }) =>
    read ? `${schemeName(scheme, name)}: ${read}` : [],
  )
  return [`Rates: ${read.join('; ')}.`]
}

export const portableLongServiceLevy: Report = {
  name: 'portable-long-service-levy',
  title: 'Portable long service leave levy',
  description:
    'Ordinary pay and levy of each portable long service leave scheme by quarter, state and department, and the pay for which no scheme is recorded.',
  isOfOneCountry: true,
  dates: 'span',
  isOfTaxYear: true,
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    department: {
      title: 'By quarter, state, department and scheme',
      build: (question) => ({
        notes: [...NOTES, ...sourceNotes(question)],
        columns: [
          text('quarter', 'Quarter'),
          text('state', 'State'),
          text('department', 'Department'),
          text('scheme', 'Scheme'),
          { ...count('employees', 'Employees'), isTotalled: false },
          money('ordinary_pay', 'Ordinary pay'),
          percentage('rate', 'Levy rate'),
          money('levy', 'Levy'),
        ],
        rows: levies(question),
      }),
    },
  },
}
