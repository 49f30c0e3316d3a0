import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  readBeside,
  Timestamp,
  words,
} from '../../../http/schema.ts'
import { MOST_DAYS_IN_ARREARS } from '../../../payroll/pay-periods.ts'
import { PAY_PERIODS } from '../../../payroll/words.ts'

const optional = Type.Optional

const FIELDS = {
  name: Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '\\S',
    'x-problem': 'must be 1 to 60 characters, not blank',
  }),
  pay_period: words(PAY_PERIODS, { description: 'Cannot change once the calendar has runs.' }),
  anchor_date: {
    ...CivilDateText,
    description:
      'A date that ends a weekly or fortnightly period. After a change the first new period may overlap the last one paid: `warnings` says so, and pays of both are taxed together.',
  },
  days_in_arrears: Type.Integer({
    minimum: 0,
    maximum: MOST_DAYS_IN_ARREARS,
    description: 'How many days after the period’s end its pays are paid. Default 0.',
  }),
  payment_day_rule: words(['BEFORE', 'AFTER', 'NONE'] as const, {
    description:
      'A payment day on a weekend or a public holiday (AU: of any whole state) moves to the business day before or after it, or stays. Default `BEFORE`.',
  }),
}

export const PayCalendarCreate = component(
  'PayCalendarCreate',
  closed(
    {
      name: FIELDS.name,
      pay_period: FIELDS.pay_period,
      anchor_date: optional(FIELDS.anchor_date),
      days_in_arrears: optional(FIELDS.days_in_arrears),
      payment_day_rule: optional(FIELDS.payment_day_rule),
    },
    {
      examples: [
        { name: 'Monthly salaries', pay_period: 'MONTHLY', days_in_arrears: 0, payment_day_rule: 'BEFORE' },
      ],
    },
  ),
)
export type PayCalendarCreate = Static<typeof PayCalendarCreate>

export const PayCalendarUpdate = component(
  'PayCalendarUpdate',
  closed(
    {
      name: optional(FIELDS.name),
      pay_period: optional(FIELDS.pay_period),
      anchor_date: optional(FIELDS.anchor_date),
      days_in_arrears: optional(FIELDS.days_in_arrears),
      payment_day_rule: optional(FIELDS.payment_day_rule),
    },
    { examples: [{ days_in_arrears: 3 }] },
  ),
)
export type PayCalendarUpdate = Static<typeof PayCalendarUpdate>

export const PayCalendarView = component(
  'PayCalendar',
  closed(
    readBeside(
      {
        id: Type.Integer(),
        ...FIELDS,
        employee_ids: Type.Array(Type.Integer()),
        created_at: Timestamp,
        updated_at: Timestamp,
        warnings: optional(Type.Array(Type.String())),
      },
      PayCalendarUpdate,
    ),
  ),
)
export type PayCalendarView = Static<typeof PayCalendarView>

export const UpcomingRun = component(
  'UpcomingPayRun',
  closed({
    pay_calendar_id: nullable(Type.Integer({ description: 'Null: the company’s own cycle.' })),
    name: nullable(Type.String({ description: 'The calendar’s name.' })),
    pay_period: words(PAY_PERIODS),
    period_start_date: CivilDateText,
    period_end_date: CivilDateText,
    pay_date: CivilDateText,
    employee_count: Type.Integer({ description: 'Who is paid by this cycle today.' }),
    pay_run_id: nullable(Type.Integer({ description: 'The run, where it is already drafted.' })),
    is_late: Type.Boolean({ description: 'The pay date has passed.' }),
  }),
)
export type UpcomingRun = Static<typeof UpcomingRun>

export const CalendarMembers = component(
  'PayCalendarEmployees',
  closed(
    {
      employee_ids: Type.Array(Type.Integer(), { maxItems: 100_000 }),
      effective_from: optional({
        ...CivilDateText,
        pattern: '^(19|20|21)',
        description:
          'The first day of the change, today or earlier. Pays before it keep the calendar they had. Without it the change applies from the next pay.',
      }),
    },
    { examples: [{ employee_ids: [12, 13] }] },
  ),
)
export type CalendarMembers = Static<typeof CalendarMembers>
