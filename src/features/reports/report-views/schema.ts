import { type Static, Type } from 'typebox'
import { DELIVERED_EVERY, VIEW_PERIODS } from '../../../database/tables/report-views.ts'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

const asked = {
  name: Type.String({
    minLength: 1,
    maxLength: 80,
    pattern: '\\S',
    'x-problem': 'must be 1 to 80 characters',
  }),
  report_name: Type.String({ maxLength: 60, description: 'The name of the report in `GET …/reports`.' }),
  period: words(VIEW_PERIODS, {
    description:
      'The dates of the report, counted from the day on which it is made. `latest`: the dates that the list of reports suggests. `dates`: always `from_date` and `to_date`.',
  }),
  from_date: Type.Optional(nullable(CivilDateText)),
  to_date: Type.Optional(nullable(CivilDateText)),
  group_by: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  employee_id: Type.Optional(nullable(Type.Integer())),
  is_shared: Type.Boolean({ description: 'Everyone who may read the company sees it.' }),
}

const EXAMPLE = {
  name: 'Cost of the month by department',
  report_name: 'labour-cost',
  period: 'last-month',
  group_by: 'department',
  is_shared: true,
}

export const ReportViewInput = component('ReportViewInput', closed(asked, { examples: [EXAMPLE] }))
export type ReportViewInput = Static<typeof ReportViewInput>

export const ReportViewShown = component(
  'ReportView',
  closed(
    {
      id: Type.Integer(),
      name: asked.name,
      report_name: asked.report_name,
      period: asked.period,
      from_date: nullable(CivilDateText, {
        description: 'The date of the report if it were made now; null if it has no such date.',
      }),
      to_date: nullable(CivilDateText),
      group_by: nullable(Type.String()),
      employee_id: nullable(Type.Integer()),
      is_shared: asked.is_shared,
      is_own: Type.Boolean({ description: 'You saved it, so you can change and delete it.' }),
      saved_by: nullable(Type.String()),
      delivered_every: nullable(words(DELIVERED_EVERY), {
        description: 'How often it is mailed to you; null: it is not.',
      }),
      next_delivery_date: nullable(CivilDateText),
      last_delivered_at: nullable(Timestamp),
      ...WarningsMember,
    },
    {
      examples: [
        {
          id: 4,
          ...EXAMPLE,
          from_date: '2026-10-01',
          to_date: '2026-10-31',
          employee_id: null,
          is_own: true,
          saved_by: 'Kim Payroll',
          delivered_every: 'month',
          next_delivery_date: '2026-12-01',
          last_delivered_at: null,
        },
      ],
    },
  ),
)
export type ReportViewShown = Static<typeof ReportViewShown>

export const DeliveryInput = component(
  'ReportDeliveryInput',
  closed(
    {
      every: words(DELIVERED_EVERY, {
        description: '`week`: each Monday. `month`: on the first of each month.',
      }),
    },
    { examples: [{ every: 'month' }] },
  ),
)
