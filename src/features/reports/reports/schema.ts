import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'
import { COLUMN_TYPES } from './model/report.ts'

export const FORMATS = ['json', 'csv', 'xlsx', 'pdf'] as const
export type Format = (typeof FORMATS)[number]

/** The database uses 32-bit integers for row ids. */
export const RowId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const ReportQuery = closed({
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
  group_by: Type.Optional(Type.String({ maxLength: 40, description: 'One of the report’s groupings.' })),
  employee_id: Type.Optional(RowId),
  pay_run_id: Type.Optional(RowId),
  format: Type.Optional(words(FORMATS, { default: 'json' })),
})
export type ReportQuery = Static<typeof ReportQuery>

export const ListedReport = component(
  'ReportListed',
  closed(
    {
      name: Type.String({ description: 'Its name in the URL.' }),
      title: Type.String(),
      description: Type.String(),
      parameters: Type.Array(
        words(['from_date', 'to_date', 'group_by', 'employee_id', 'pay_run_id', 'format'] as const),
      ),
      groupings: Type.Array(closed({ name: Type.String(), title: Type.String() }), {
        description: 'The values of `group_by`; the first is the default.',
      }),
      formats: Type.Array(words(FORMATS)),
      is_for_owner: Type.Boolean({ description: 'Only the owner of the account can read it.' }),
      is_of_tax_year: Type.Boolean({
        description: 'Without `from_date` the report starts with the tax year; otherwise it is open.',
      }),
      suggested_from_date: nullable(CivilDateText, {
        description:
          'Suggested dates with pays, if the company has any: the month of the last pay date, or its tax year. Null if the report has no such date.',
      }),
      suggested_to_date: nullable(CivilDateText),
    },
    {
      examples: [
        {
          name: 'payroll-summary',
          title: 'Payroll summary',
          description: 'Gross, tax, net and employer contributions.',
          parameters: ['from_date', 'to_date', 'group_by', 'format'],
          groupings: [{ name: 'run', title: 'By pay run' }],
          formats: ['json', 'csv', 'xlsx', 'pdf'],
          is_for_owner: false,
          is_of_tax_year: false,
          suggested_from_date: '2026-07-01',
          suggested_to_date: '2026-07-31',
        },
      ],
    },
  ),
)

export const ReportAnswer = component(
  'Report',
  closed(
    {
      name: Type.String(),
      title: Type.String(),
      company_id: Type.Integer(),
      group_by: Type.String(),
      from_date: nullable(CivilDateText),
      to_date: nullable(CivilDateText),
      made_at: Timestamp,
      columns: Type.Array(
        closed({
          name: Type.String({ description: 'The member of each row.' }),
          title: Type.String(),
          type: words(COLUMN_TYPES),
          is_totalled: Type.Boolean(),
        }),
      ),
      notes: Type.Array(Type.String()),
      rows: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      row_count: Type.Integer(),
      totals: Type.Record(Type.String(), Type.Number(), {
        description: 'Sums of the columns that have one.',
      }),
    },
    {
      examples: [
        {
          name: 'payroll-summary',
          title: 'Payroll summary',
          company_id: 1,
          group_by: 'month',
          from_date: '2026-07-01',
          to_date: '2026-07-31',
          made_at: '2026-08-01T00:00:00',
          columns: [
            { name: 'month', title: 'Month', type: 'text', is_totalled: false },
            { name: 'gross', title: 'Gross', type: 'money', is_totalled: true },
          ],
          notes: [],
          rows: [{ month: '2026-07', gross: 1520 }],
          row_count: 1,
          totals: { gross: 1520 },
        },
      ],
    },
  ),
)

const file = { type: 'string', format: 'binary' } as const

/** The response in each format. */
export const ReportFormats = {
  description: 'The report in the format that was asked for.',
  content: {
    'application/json': { schema: ReportAnswer },
    'text/csv': { schema: Type.Unsafe<string>({ type: 'string' }) },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: Type.Unsafe<Buffer>(file),
    },
    'application/pdf': { schema: Type.Unsafe<Buffer>(file) },
  },
}
