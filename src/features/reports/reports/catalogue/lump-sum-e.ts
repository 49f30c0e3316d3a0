import { sql } from 'kysely'
import { readReporting } from '../../../../countries/au/law/reporting/stored-reporting.ts'
import { readInParts } from '../../../../database/read-in-parts.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { sumTexts } from '../../../../kernel/values/money.ts'
import { openingsIn } from '../../../pays/opening-balances/index.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, NAME, PAYS, PERIOD, PERIOD_COLUMNS, paysAsked } from '../load/pays.ts'
import { money, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const NOTES = [
  'Lump sum E: back payments for work more than 12 months before the payment, by the financial year in which they accrued. Up to 30 June 2025 only payments of 1,200 or more in total counted.',
  'The tax office receives the same amounts in the pay events, each with its financial year. The PDF of this list for one employee is the letter that they need to amend their returns of those years.',
]

const YEAR = text('financial_year', 'Financial year')
const AMOUNT = money('lump_sum_e', 'Lump sum E')

/** "2024-25" for the year that ends in 2025. */
const yearOf = (ends: string) => `${Number(ends) - 1}-${ends.slice(-2)}`

type Person = { employee_number: string | null; employee: string; employee_id: number }
type Late = Person & { financial_year: string; lump_sum_e: string }
type StoredPay = Person & {
  pay_date: CivilDate
  period_start: CivilDate
  period_end: CivilDate
  pay_id: number
  reporting: unknown
}

/** Only back payments with days can be lump sum E. */
async function* payments(question: ReportRequest) {
  const pays = readInParts(
    question.service.database.query,
    sql<StoredPay>`
      select ${PERIOD}, ${EMPLOYEE}, pays.reporting from ${PAYS} where ${paysAsked(question)} and exists (
        select from pay_lines line where line.pay_id = pays.id and line.kind = 'back-payment' and line.details ->> 'start_date' is not null)
      order by pays.processed_date, pays.id`,
  )
  for await (const part of pays)
    yield part.flatMap(({ reporting, ...pay }) =>
      readReporting(reporting).lumpSumE.map(({ incomeYear, amount }) => ({
        ...pay,
        financial_year: yearOf(incomeYear),
        lump_sum_e: amount,
      })),
    )
}

/** The part of a year that another system paid, from opening figures dated within the span. */
async function brought(question: ReportRequest): Promise<Late[]> {
  // Opening figures belong to no pay run.
  if (question.payRunId !== null) return []
  const { query } = question.service.database
  const { rows: people } = await sql<Person>`
    select ${EMPLOYEE} from employees where company_id = ${question.company.id}
      and (${question.employeeId}::int is null or id = ${question.employeeId}::int) order by ${NAME}`.execute(
    query,
  )
  const openings = await openingsIn(
    query,
    people.map(({ employee_id }) => employee_id),
    question.from ?? FIRST_DAY,
    question.to ?? question.today,
  )
  return people.flatMap((person) => {
    const { other_incomes = [], ...first } = openings.get(person.employee_id)?.stp ?? {}
    return [first, ...other_incomes].flatMap(({ lump_sums_e = [] }) =>
      lump_sums_e.map(({ income_year, amount }) => ({
        ...person,
        financial_year: yearOf(income_year),
        lump_sum_e: amount,
      })),
    )
  })
}
const FIRST_DAY = civilDate('2000-07-01')

async function* byEmployee(question: ReportRequest): AsyncGenerator<Row[]> {
  const all: Late[] = await brought(question)
  for await (const part of payments(question))
    for (const { employee_number, employee, employee_id, financial_year, lump_sum_e } of part)
      all.push({ employee_number, employee, employee_id, financial_year, lump_sum_e })
  const groups = Map.groupBy(all, (row) => `${row.employee} ${row.employee_id} ${row.financial_year}`)
  yield [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([, [first, ...more]]) =>
      first
        ? [{ ...first, lump_sum_e: sumTexts([first, ...more].map((row) => row.lump_sum_e)).toFixed(2) }]
        : [],
    )
}

export const lumpSumE: Report = {
  name: 'lump-sum-e',
  title: 'Lump sum E',
  description:
    'Back payments for work more than 12 months ago, by employee and the financial year in which they accrued. For one employee as a PDF, it is the lump sum E letter.',
  isOfOneCountry: true,
  dates: 'span',
  isOfTaxYear: true,
  takes: ['employee_id', 'pay_run_id'],
  groupings: {
    employee: {
      title: 'By employee and financial year',
      build: (question) => ({
        notes: NOTES,
        columns: [...EMPLOYEE_COLUMNS, YEAR, AMOUNT],
        rows: byEmployee(question),
      }),
    },
    pay: {
      title: 'Each payment',
      build: (question) => ({
        notes: NOTES,
        columns: [...PERIOD_COLUMNS, ...EMPLOYEE_COLUMNS, YEAR, AMOUNT],
        rows: payments(question),
      }),
    },
  },
}
