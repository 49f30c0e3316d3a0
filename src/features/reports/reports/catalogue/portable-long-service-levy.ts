import { sql } from 'kysely'
import { decimal, toCent } from '../../../../kernel/values/money.ts'
import { LINES } from '../load/lines.ts'
import { DEPARTMENT, PAYS, paysAsked, STATE } from '../load/pays.ts'
import { count, money, percentage, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const NOTES = [
  'The report does not know which scheme covers whom: read the row of the scheme that covers the department. Ordinary pay is ordinary hours and leave, without overtime, allowances and bonuses; some schemes count it differently.',
]

type Wages = { state: string; department: string; employees: number; ordinary_pay: string }

const schemesOf = ({ service, to, today }: ReportRequest) =>
  service.rates.au.portableLongService.find(to ?? today)?.value.schemes ?? []

/** The levy of each state scheme on the ordinary pay of each department. */
async function* levies(question: ReportRequest): AsyncGenerator<Row[]> {
  const schemes = schemesOf(question)
  const { rows } = await sql<Wages>`
    select ${STATE} as state, ${DEPARTMENT} as department, count(distinct pays.employee_id)::int as employees,
      sum(lines.ordinary + lines.leave)::text as ordinary_pay
    from ${PAYS} join ${LINES} where ${paysAsked(question)} group by 1, 2 order by 1, 2`.execute(
    question.service.database.query,
  )
  yield rows.flatMap((row) =>
    schemes
      .filter((scheme) => scheme.state === row.state)
      .map(({ name, rate }) => ({
        ...row,
        scheme: name,
        rate: rate?.toFixed() ?? null,
        levy: rate ? toCent(decimal(row.ordinary_pay).times(rate)).toFixed(2) : null,
      })),
  )
}

function sourceNotes(question: ReportRequest): string[] {
  const schemes = schemesOf(question)
  const sources = schemes.flatMap(({ state, name, read }) => (read ? `${state} ${name}: ${read}` : []))
  return [
    'Warning: no levy was checked for the current year. Ask the scheme before you rely on it; a row without a rate has no verified rate.',
    `Rates: ${sources.join('; ')}.`,
  ]
}

export const portableLongServiceLevy: Report = {
  name: 'portable-long-service-levy',
  title: 'Portable long service leave levy',
  description:
    'Ordinary pay by state and department, with the levy of each portable long service leave scheme of the state.',
  isOfOneCountry: true,
  dates: 'span',
  isOfTaxYear: true,
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    department: {
      title: 'By state, department and scheme',
      build: (question) => ({
        notes: [...sourceNotes(question), ...NOTES],
        columns: [
          text('state', 'State'),
          text('department', 'Department'),
          text('scheme', 'Scheme'),
          { ...count('employees', 'Employees'), isTotalled: false },
          { ...money('ordinary_pay', 'Ordinary pay'), isTotalled: false },
          percentage('rate', 'Levy rate'),
          { ...money('levy', 'Levy'), isTotalled: false },
        ],
        rows: levies(question),
      }),
    },
  },
}
