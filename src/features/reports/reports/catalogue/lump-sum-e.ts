import { sql } from 'kysely'
import { LUMP_SUMS_E_PATH } from '../../../../countries/au/law/reporting/stored-reporting.ts'
import { EMPLOYEE, EMPLOYEE_COLUMNS, NAME, PAYS, PERIOD, PERIOD_COLUMNS, paysAsked } from '../load/pays.ts'
import { money, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const NOTES = [
  'Lump sum E: back payments for work more than 12 months before the payment, by the financial year in which they accrued. Up to 30 June 2025 only payments of 1,200 or more in total counted.',
  'The tax office receives the same amounts in the pay events, each with its financial year. With employee_id and format=pdf, this list is the letter that an employee needs to amend the returns of those years.',
]

const YEAR = text('financial_year', 'Financial year')
const AMOUNT = money('lump_sum_e', 'Lump sum E')

/** "2024-25" for the year that ends in 2025. */
const yearOf = (ends: string) => sql`(${sql.ref(ends)}::int - 1) || '-' || right(${sql.ref(ends)}, 2)`

/** The lump sum E in the opening figures, for the part of a year that another system paid. */
const brought = ({ company, from, to, employeeId }: ReportRequest) => sql`
  select opening.employee_id, late ->> 'income_year' as ends, (late ->> 'amount')::numeric as amount
  from opening_balances opening
  cross join lateral (
    select jsonb_path_query(opening.content::jsonb, '$.stp.lump_sums_e[*]') as late
    union all select jsonb_path_query(opening.content::jsonb, '$.stp.other_incomes[*].lump_sums_e[*]')
  ) lump_sums
  where opening.company_id = ${company.id} and (${from}::date is null or opening.as_at >= ${from}::date)
    and (${to}::date is null or opening.as_at <= ${to}::date)
    and (${employeeId}::int is null or opening.employee_id = ${employeeId}::int)`

const paid = (question: ReportRequest) => sql`
  select pays.employee_id, late ->> 'incomeYear' as ends, (late ->> 'amount')::numeric as amount
  from ${PAYS} cross join lateral jsonb_path_query(pays.reporting, ${LUMP_SUMS_E_PATH}) late
  where ${paysAsked(question)}`

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
        rows: sql<Row>`
          with late as (${paid(question)} union all ${brought(question)})
          select ${EMPLOYEE}, ${yearOf('late.ends')} as financial_year, sum(late.amount) as lump_sum_e
          from late join employees on employees.id = late.employee_id
          group by employees.id, late.ends order by ${NAME}, employees.id, late.ends`,
      }),
    },
    pay: {
      title: 'Each payment',
      build: (question) => ({
        notes: NOTES,
        columns: [...PERIOD_COLUMNS, ...EMPLOYEE_COLUMNS, YEAR, AMOUNT],
        rows: sql<Row>`
          select ${PERIOD}, ${EMPLOYEE}, ${yearOf('share.ends')} as financial_year, share.amount as lump_sum_e
          from ${PAYS}
          cross join lateral jsonb_path_query(pays.reporting, ${LUMP_SUMS_E_PATH}) late
          cross join lateral (select late ->> 'incomeYear' as ends, (late ->> 'amount')::numeric as amount) share
          where ${paysAsked(question)} order by pays.processed_date, pays.id, share.ends`,
      }),
    },
  },
}
