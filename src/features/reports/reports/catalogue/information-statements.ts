import { type OutstandingStatement, readStatements } from '../../../employees/statements/index.ts'
import { EMPLOYEE_COLUMNS } from '../load/pays.ts'
import { date, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const NOTES = [
  'Give the Casual Employment Information Statement before or as soon as practicable after these days (Fair Work Act 2009 s 125B), and record the day with the employee. Every new employee is also given the Fair Work Information Statement (s 125).',
  'An employer is larger from 15 employees, with those of associated entities and without irregular casuals (s 23). This list counts all current employees of the company: below 15 only the start and 12 months apply.',
]

async function* rows({ service, company, employeeId, today }: ReportRequest): AsyncGenerator<Row[]> {
  const found = await readStatements(service, [company], today)
  yield found.filter(({ employee_id }) => employeeId === null || employee_id === employeeId).map(rowOf)
}

const rowOf = ({ company_id: _, ...row }: OutstandingStatement): Row => row

export const informationStatements: Report = {
  name: 'information-statements',
  title: 'Information statements',
  description:
    'The days on which casuals are given the Casual Employment Information Statement, past days that were missed, and those of the next 12 months.',
  isOfOneCountry: true,
  dates: 'none',
  takes: ['employee_id'],
  groupings: {
    employee: {
      title: 'Each employee',
      build: (question) => ({
        notes: NOTES,
        columns: [
          ...EMPLOYEE_COLUMNS,
          date('since', 'Casual since'),
          text('statement', 'Statement'),
          text('occasion', 'After'),
          date('due_date', 'Due'),
          date('given_on', 'Last given'),
          text('status', 'Status'),
        ],
        rows: rows(question),
      }),
    },
  },
}
