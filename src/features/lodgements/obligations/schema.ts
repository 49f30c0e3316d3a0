import { type Static, Type } from 'typebox'
import { OBLIGATION_KINDS } from '../../../countries/contract/authority.ts'
import { SHIPPED } from '../../../countries/index.ts'
import { CivilDateText, closed, component, DecimalInput, nullable, words } from '../../../http/schema.ts'
import { EmployerNumber } from './employer-numbers.ts'

const STATUSES = ['open', 'under-way', 'done', 'overdue', 'not-tracked'] as const

export const Obligation = component(
  'Obligation',
  closed({
    kind: words(OBLIGATION_KINDS),
    authority: words([
      ...SHIPPED.map(({ authority }) => authority.code),
      'SUPER_FUNDS',
      'EMPLOYEES',
      'SERVICES_AUSTRALIA',
    ]),
    period_start: CivilDateText,
    period_end: CivilDateText,
    due_date: CivilDateText,
    due_date_note: Type.Optional(
      nullable(
        Type.String({
          description: 'A warning if the due date follows an unchecked rule, with the place to check it.',
        }),
      ),
    ),
    amount: nullable(Type.Number({ description: 'Dollars still to be paid; null for a report.' })),
    status: words(STATUSES, {
      description:
        '`under-way`: sent, the answer is awaited. `not-tracked` is no longer returned: payments to a tax office are recorded under `obligations/payments`.',
    }),
    reference: Type.String({ description: 'The payday, the period or the income year it is about.' }),
    submission_id: nullable(Type.Integer()),
    employees: Type.Array(closed({ id: Type.Integer(), name: Type.String() }), {
      description:
        'Reports: employees whose pays are missing, whose figures differ from those that the authority holds, or who are not finalised. Super: members whose contribution is open. At most 100 of them.',
    }),
    employer: Type.Optional(EmployerNumber),
    payment: Type.Optional(
      closed(
        {
          owed: Type.Number(),
          paid: Type.Number(),
          paid_on: nullable(CivilDateText, {
            description:
              'The last day; for super, the day on which the fund received it, if that is recorded.',
          }),
          references: Type.Array(Type.String()),
          usual_reference: nullable(Type.String({ description: 'The reference of the last payment.' })),
          is_late: Type.Boolean({ description: 'Paid after the due date, or still unpaid after it.' }),
          charge: nullable(Type.String({ description: 'The possible cost of being late.' })),
          parts: Type.Array(closed({ name: Type.String(), amount: Type.Number() }), {
            description: 'New Zealand: paye, student_loan, child_support, kiwisaver and esct.',
          }),
        },
        { description: 'Only for payments, not for reports.' },
      ),
    ),
  }),
)
export type Obligation = Static<typeof Obligation>

export const ObligationQuery = closed({
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
  status: Type.Optional(words(STATUSES)),
})
export type ObligationQuery = Static<typeof ObligationQuery>

export const OfficePaymentCreate = component(
  'OfficePaymentCreate',
  closed(
    {
      kind: Type.Optional(
        words(['payg-withholding', 'paye', 'child-support'] as const, {
          description: 'Default: the payments to the tax office.',
        }),
      ),
      period_end: Type.Optional(CivilDateText),
      until: Type.Optional(CivilDateText),
      amount: Type.Optional(DecimalInput),
      identity_id: Type.Optional(
        nullable(
          Type.Integer({
            description:
              'The number that was paid: `employer.identity_id` of the obligation; null: the current one. Required with `amount` if the period is owed under several numbers. Default: each number that the period is owed under.',
          }),
        ),
      ),
      paid_on: CivilDateText,
      reference: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    },
    {
      description:
        'Either `period_end` (any day of the period), with `amount` unless the whole open amount was paid, or `until`: everything due up to that day was paid.',
      examples: [{ period_end: '2026-07-31', paid_on: '2026-08-20', reference: '12345678 DED' }],
    },
  ),
)
export type OfficePaymentCreate = Static<typeof OfficePaymentCreate>

export const OfficePaymentView = component(
  'OfficePayment',
  closed({
    id: Type.Integer(),
    kind: Type.String(),
    period_start: CivilDateText,
    period_end: CivilDateText,
    amount: Type.Number(),
    paid_on: CivilDateText,
    reference: nullable(Type.String()),
    employer: Type.Optional(EmployerNumber),
  }),
)
export type OfficePaymentView = Static<typeof OfficePaymentView>
