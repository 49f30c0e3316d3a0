import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable } from '../../../http/schema.ts'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

const Balance = closed({
  name: Type.String(),
  amount: Type.Number(),
  unit: Type.String({ description: '`hours`, `days` or `weeks`.' }),
})

export const Me = component(
  'Me',
  closed({
    employee_id: Type.Integer(),
    name: Type.String(),
    email: Type.String({ description: 'The address that signs in.' }),
    company_name: Type.String(),
    country: Type.String(),
    start_date: CivilDateText,
    today: CivilDateText,
    standard_hours_per_day: Type.Number(),
    has_second_factor: Type.Boolean({ description: 'Changes of details need its code.' }),
    sees_payslips: Type.Boolean(),
    asks_for_leave: Type.Boolean(),
    asks_below_zero: Type.Boolean({ description: 'May request more leave than the balance.' }),
    leave_types: Type.Record(Type.String(), Type.String(), {
      description: 'The leave types that can be requested.',
    }),
    balances: Type.Array(Balance, { description: 'The balances that the employer shows.' }),
    missing: Type.Array(Type.String(), {
      description:
        'Kinds of `details` for which the record has no number yet: they are entered without a code.',
    }),
    details: Type.Record(Type.String(), Type.Record(Type.String(), Value), {
      description:
        'The details that the employee may ask to change, by kind, with current values. Tax and account numbers show only their last digits.',
    }),
  }),
)
export type Me = Static<typeof Me>

export const OwnPayslip = component(
  'OwnPayslip',
  closed({
    pay_id: Type.Integer(),
    pay_date: CivilDateText,
    start_date: CivilDateText,
    end_date: CivilDateText,
    gross: Type.Number(),
    tax: Type.Number(),
    net: Type.Number(),
  }),
)

export const OwnExplanation = component(
  'OwnExplanation',
  closed(
    {
      pay_id: Type.Integer(),
      summary: Type.Array(closed({ figure: Type.String(), amount: Type.Number(), summary: Type.String() }), {
        description: 'The main figures of the pay, each in one plain sentence.',
      }),
      note: nullable(Type.String({ description: 'Why there are none.' })),
    },
    {
      examples: [
        {
          pay_id: 81,
          summary: [
            {
              figure: 'tax',
              amount: 223,
              summary: '$223.00 tax on $1,263.50: weekly table with the tax-free threshold, from July 2026.',
            },
          ],
          note: null,
        },
      ],
    },
  ),
)

export const LeaveTakenView = component(
  'LeaveTaken',
  closed({
    date: nullable(CivilDateText),
    leave_type: Type.String(),
    description: Type.String(),
    hours: Type.Number(),
    pay_id: Type.Integer(),
  }),
)
