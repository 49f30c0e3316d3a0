import { type Static, Type } from 'typebox'
import { OBLIGATION_KINDS } from '../../../countries/contract/authority.ts'
import { SHIPPED } from '../../../countries/index.ts'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'

const STATUSES = ['open', 'under-way', 'done', 'overdue', 'not-tracked'] as const

export const Obligation = component(
  'Obligation',
  closed({
    kind: words(OBLIGATION_KINDS),
    authority: words([...SHIPPED.map(({ authority }) => authority.code), 'SUPER_FUNDS', 'EMPLOYEES']),
    period_start: CivilDateText,
    period_end: CivilDateText,
    due_date: CivilDateText,
    amount: nullable(Type.Number({ description: 'Dollars still to be paid; null for a report.' })),
    status: words(STATUSES, {
      description:
        '`under-way`: sent, the answer is awaited. `not-tracked`: a payment to a tax office that is past its date; the service does not see whether it was made.',
    }),
    reference: Type.String({ description: 'The payday, the period or the income year it is about.' }),
    submission_id: nullable(Type.Integer()),
    employees: Type.Array(closed({ id: Type.Integer(), name: Type.String() }), {
      description:
        'Reports: whose pays are missing, whose figures differ from what the authority holds, or who is not finalised; at most 100 of them.',
    }),
  }),
)
export type Obligation = Static<typeof Obligation>

export const ObligationQuery = closed({
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
  status: Type.Optional(words(STATUSES)),
})
export type ObligationQuery = Static<typeof ObligationQuery>
