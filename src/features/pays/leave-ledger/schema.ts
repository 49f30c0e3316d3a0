import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'

export const LedgerQuery = closed({
  on: Type.Optional(CivilDateText),
})

const ENTRY_KINDS = [
  'opening',
  'arisen',
  'taken',
  'cashed-up',
  'paid-out',
  'reversed',
  'lapsed',
  'converted',
] as const
const BALANCES = [
  'annual_holidays_weeks',
  'sick_days',
  'alt_holiday_days',
  'annual_leave_hours',
  'sick_leave_hours',
  'alt_leave_hours',
] as const

const Entry = closed({
  date: CivilDateText,
  kind: words(ENTRY_KINDS, {
    description:
      '`reversed`: weeks of an anniversary that the employment did not reach. `lapsed`: sick leave that ended with the employment. `converted`: became hours under the Employment Leave Act 2026.',
  }),
  amount: Type.Number({ description: 'Leave that arises is positive, leave that is used is negative.' }),
  pay_id: nullable(Type.Integer({ description: 'Null: from an earlier system, or entered on the record.' })),
})

const Lot = closed({
  arose_on: nullable(CivilDateText),
  arisen: Type.Number(),
  taken: Type.Number(),
  cashed_up: Type.Number({ description: 'Paid out on request (s 28A), or exchanged for payment (s 61).' }),
  paid_out: Type.Number({ description: 'Paid out at the end of the employment.' }),
  lapsed: Type.Number(),
  converted: Type.Number({ description: 'Became hours under the Employment Leave Act 2026.' }),
  carried_over: Type.Number({ description: 'The balance of earlier years when this entry arose.' }),
  left: Type.Number(),
  rule: Type.String({ description: 'The rule that sets its value.' }),
  entries: Type.Array(Entry),
})

const Difference = closed({
  balance: words(BALANCES),
  ledger: Type.Number({ description: 'The total of the ledger.' }),
  stored: Type.Number({ description: 'The recorded balance.' }),
  difference: Type.Number({ description: 'Ledger minus recorded balance.' }),
  reason: Type.String(),
})

export const LeaveLedger = component(
  'LeaveLedger',
  closed({
    employee_id: Type.Integer(),
    on: nullable(CivilDateText),
    balances: Type.Array(
      closed({
        balance: words(BALANCES),
        name: Type.String(),
        unit: words(['weeks', 'days', 'hours']),
        left: Type.Number({ description: 'Less leave taken in advance.' }),
        in_advance: Type.Number({ description: 'Used before it arose.' }),
        lots: Type.Array(Lot, {
          description:
            'By entitlement year, or by the public holiday that was worked; oldest first. Hours of the Employment Leave Act 2026 are one lot.',
        }),
      }),
    ),
    differences: Type.Array(Difference, {
      description: 'Where the recorded balances differ from the opening figures and pays.',
    }),
  }),
)
export type LeaveLedger = Static<typeof LeaveLedger>

export const LedgerDifferences = component(
  'LedgerDifferences',
  closed({
    employees: Type.Integer({ description: 'Employees checked.' }),
    differences: Type.Array(
      closed({ employee_id: Type.Integer(), format_name: Type.String(), ...Difference.properties }),
    ),
  }),
)
export type LedgerDifferences = Static<typeof LedgerDifferences>
