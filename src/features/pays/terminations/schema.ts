import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, WarningsMember } from '../../../http/schema.ts'
import { AffectedPays } from '../../employees/employees/index.ts'
import { Pay, PeriodEndDate, RESULT_FIELDS, TERMINATION_FIELDS } from '../pays/index.ts'

export const TerminateQuery = closed({
  dry_run: Type.Optional(
    Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'Returns the result, with the whole pay and the year to date, and stores nothing.',
    }),
  ),
})

export const TerminateRequest = component(
  'TerminateRequest',
  closed(
    {
      ...TERMINATION_FIELDS,
      pay_date: Type.String({
        format: 'date',
        'x-problem': 'must be a date of the form YYYY-MM-DD',
        description: 'Selects the tables, and the pay run unless `period_end_date` names its period.',
      }),
      period_end_date: Type.Optional(nullable(PeriodEndDate)),
    },
    {
      examples: [
        { termination_date: '2026-07-01', pay_date: '2026-07-03' },
        {
          termination_date: '2026-07-01',
          pay_date: '2026-07-03',
          reason: 'REDUNDANCY',
          redundancy_amount: '25000.00',
          is_payment_in_lieu_paid: true,
          payment_in_lieu_type: 'NOTICE_HOURS',
          notice_hours: '76',
        },
      ],
    },
  ),
)

const TerminationYearToDate = component(
  'YearToDate',
  closed({
    from_date: CivilDateText,
    gross: Type.Number(),
    tax: Type.Number(),
    net: Type.Number(),
    super: Type.Optional(Type.Number({ description: 'Australia only.' })),
    student_loan: Type.Optional(Type.Number({ description: 'New Zealand only.' })),
    kiwisaver_employee: Type.Optional(Type.Number({ description: 'New Zealand only.' })),
    kiwisaver_employer: Type.Optional(Type.Number({ description: 'New Zealand only.' })),
  }),
)

/** The termination result with its status, as returned by terminate and on read. */
export const Termination = component(
  'Termination',
  closed({
    ...RESULT_FIELDS,
    pay_id: nullable(Type.Integer(), { description: 'Null in a dry run.' }),
    pay_date: Type.String({
      format: 'date',
      description: 'The end of the pay run that the date sent selected.',
    }),
    is_pay_processed: Type.Boolean(),
    employee_id: Type.Integer(),
    employee_number: nullable(Type.String()),
    is_employee_terminated: Type.Boolean({
      description: 'The state now: false after a reinstatement, and while a staged pay waits.',
    }),
    preview: Type.Optional(
      closed(
        { pay: Pay, year_to_date: TerminationYearToDate },
        {
          description: 'In a dry run only: the final pay with its leave, and the year to date including it.',
        },
      ),
    ),
    affected_pays: Type.Optional(AffectedPays),
    ...WarningsMember,
  }),
)

export type TerminateRequest = Static<typeof TerminateRequest>
export type Termination = Static<typeof Termination>
export type TerminationYearToDate = Static<typeof TerminationYearToDate>
