import { type Static, Type } from 'typebox'
import { ANY_ID, CivilDateText, closed, component, nullable, Timestamp } from '../../../http/schema.ts'

export const HappeningsQuery = closed({
  since: Type.Optional({
    ...CivilDateText,
    description: 'From this day on, at most 31 days ago. Default: yesterday.',
  }),
  before: Type.Optional(
    Type.Integer({
      ...ANY_ID,
      description: 'Only entries before this one: the last `id` of the page before.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 })),
})
export type HappeningsQuery = Static<typeof HappeningsQuery>

export const Happening = component(
  'Happening',
  closed(
    {
      id: Type.Integer(),
      at: Timestamp,
      who: nullable(Type.String({ description: 'Null: the service.' })),
      what: Type.String({ description: 'The person’s action, in everyday words.' }),
      about: nullable(Type.String({ description: 'The people, pays or records it was about.' })),
      employee_id: nullable(Type.Integer()),
      pay_run_id: nullable(Type.Integer()),
    },
    {
      examples: [
        {
          id: 812,
          at: '2026-11-18T00:00:00',
          who: 'Kim Payroll',
          what: 'processed a pay run',
          about: 'to 2026-11-15',
          employee_id: null,
          pay_run_id: 7,
        },
      ],
    },
  ),
)
export type Happening = Static<typeof Happening>
