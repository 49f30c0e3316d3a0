import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  Timestamp,
  WarningsMember,
} from '../../../http/schema.ts'

export const LeaveCalendarDay = component(
  'LeaveCalendarDay',
  closed(
    {
      employee_id: Type.Integer(),
      format_name: Type.String(),
      date: CivilDateText,
      leave_type: Type.String(),
      name: Type.String({ description: 'The name of the leave type in the country of the company.' }),
      hours: Type.Number(),
      is_requested: Type.Boolean({ description: 'Requested, and not decided yet.' }),
    },
    {
      examples: [
        {
          employee_id: 12,
          format_name: 'Mia Nguyen',
          date: '2026-12-21',
          leave_type: 'HOLIDAY',
          name: 'Annual leave',
          hours: 7.6,
          is_requested: false,
        },
      ],
    },
  ),
)
export type LeaveCalendarDay = Static<typeof LeaveCalendarDay>

export const CalendarFeed = component(
  'CalendarFeed',
  closed(
    {
      id: Type.Integer(),
      created_at: Timestamp,
      created_by: nullable(Type.String()),
      url: nullable(Type.String({ description: 'Shown only when it is created: it is a secret.' })),
      ...WarningsMember,
    },
    {
      examples: [{ id: 3, created_at: '2026-11-18T00:00:00', created_by: 'Kim Payroll', url: null }],
    },
  ),
)
export type CalendarFeed = Static<typeof CalendarFeed>

export const CalendarQuery = closed({ from_date: CivilDateText, to_date: CivilDateText })

export const LeavePreview = component(
  'LeavePreview',
  closed(
    {
      days: Type.Integer({ description: 'Working days among the days asked for.' }),
      hours: Type.Number(),
      balance_hours: nullable(Type.Number({ description: 'Today; null: this leave has no balance.' })),
      waiting_hours: Type.Number({ description: 'Requested or approved, and not paid yet.' }),
      balance_on_day: nullable(
        Type.Number({ description: 'On the first day, assuming leave accrues as in the last pays.' }),
      ),
      balance_after: nullable(Type.Number()),
    },
    {
      examples: [
        {
          days: 4,
          hours: 30.4,
          balance_hours: 11.69,
          waiting_hours: 0,
          balance_on_day: 20.5,
          balance_after: -9.9,
        },
      ],
    },
  ),
)
export type LeavePreview = Static<typeof LeavePreview>
