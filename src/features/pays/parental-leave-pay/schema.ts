import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  PositiveDecimalInput,
  WarningsMember,
} from '../../../http/schema.ts'

export const InstalmentInput = component(
  'ParentalLeaveInstalmentInput',
  closed(
    {
      received_on: { ...CivilDateText, description: 'The day on which the money arrived, today or earlier.' },
      amount: PositiveDecimalInput,
      reference: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 40 }))),
    },
    { examples: [{ received_on: '2026-09-02', amount: '1896.20', reference: 'PPL 0417' }] },
  ),
)
export type InstalmentInput = Static<typeof InstalmentInput>

export const ParentalLeavePay = component(
  'ParentalLeavePay',
  closed({
    employee_id: Type.Integer(),
    received: Type.Number({ description: 'All instalments of Services Australia.' }),
    paid: Type.Number({
      description: 'The amount that processed pays have paid as `PAID_PARENTAL`, before tax.',
    }),
    held: Type.Number({
      description: 'Received and not yet passed on; negative: passed on before it arrived.',
    }),
    instalments: Type.Array(
      closed({
        id: Type.Integer(),
        received_on: CivilDateText,
        amount: Type.Number(),
        reference: nullable(Type.String()),
      }),
    ),
    payments: Type.Array(
      closed({
        pay_id: Type.Integer(),
        pay_date: CivilDateText,
        hours: Type.Number(),
        amount: Type.Number(),
      }),
    ),
    ...WarningsMember,
  }),
)
export type ParentalLeavePay = Static<typeof ParentalLeavePay>
