import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  DecimalInput,
  Id,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

export const ReturnCreate = component(
  'ReturnedLinesCreate',
  closed(
    {
      returned_on: CivilDateText,
      reason: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The reason, as the bank or fund worded it.',
      }),
      is_another: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'True: a second credit of the same amount to the same person was returned on that day. Otherwise 409, because banks may reply twice.',
        }),
      ),
      items: Type.Array(
        closed({
          employee_id: Type.Optional(Id),
          pay_id: Type.Optional(Id),
          kind: Type.Optional(words(['net', 'payee', 'super'] as const)),
          party: Type.Optional(Type.String({ maxLength: 60 })),
          fund: Type.Optional(
            Type.String({
              maxLength: 60,
              description: 'Super: the USI or ABN of the fund, if several funds received some of it.',
            }),
          ),
          account_number: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 30,
              description:
                'For a net pay that is split over accounts: the account whose credit was returned, or at least its last three digits. Without an amount, all that the file paid to this account was returned. Without an account, the credit of exactly this amount was returned.',
            }),
          ),
          amount: Type.Optional(DecimalInput),
        }),
        {
          minItems: 1,
          maxItems: 10_000,
          description:
            'Each names an employee, a pay or both; otherwise 422. Without an amount: everything that the file paid. `party` names a payee of deductions or a fund; with kind `payee` it is enough, and means the whole credit to that payee.',
        },
      ),
    },
    { examples: [{ returned_on: '2026-07-14', reason: 'Account closed', items: [{ employee_id: 7 }] }] },
  ),
)
export type ReturnCreate = Static<typeof ReturnCreate>

const LINE = {
  pay_id: Type.Integer(),
  employee_id: Type.Integer(),
  format_name: Type.String(),
  kind: words(['net', 'payee', 'super'] as const),
  party: Type.String(),
  amount: Type.Number(),
  returned_on: CivilDateText,
  reason: Type.String(),
}
export type ReturnedLine = Static<ReturnType<typeof lineSchema>>
const lineSchema = () => closed(LINE)

export const ReturnsView = component(
  'ReturnedLines',
  closed({ returned: Type.Array(closed(LINE)), ...WarningsMember }),
)
