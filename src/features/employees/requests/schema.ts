import { type Static, Type } from 'typebox'
import { REQUEST_KINDS, REQUEST_STATES } from '../../../database/tables/employee-requests.ts'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'
import { LEAVE_TYPES } from '../../../payroll/words.ts'
import { EMPLOYEE_CHANGES } from '../employees/index.ts'
import { DETAIL_FIELDS, DETAIL_KINDS } from './detail-fields.ts'
import { ASKED_TYPES } from './leave-types.ts'

const Message = Type.String({ maxLength: 500, 'x-text': 'lines' })

export const LeaveRequestCreate = component(
  'LeaveRequestCreate',
  closed(
    {
      leave_type: words(ASKED_TYPES),
      start_date: CivilDateText,
      end_date: CivilDateText,
      hours_per_day: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 24,
          multipleOf: 0.01,
          description: 'For part of a day. Omitted: the standard hours of a day.',
        }),
      ),
      except_dates: Type.Optional(
        Type.Array(CivilDateText, {
          maxItems: 31,
          description:
            'Days between the two that are not leave, such as a public holiday in the employee’s state.',
        }),
      ),
      message: Type.Optional(Message),
    },
    { examples: [{ leave_type: 'HOLIDAY', start_date: '2026-12-21', end_date: '2026-12-24' }] },
  ),
)
export type LeaveRequestCreate = Static<typeof LeaveRequestCreate>

const fields = {
  ...Object.fromEntries(Object.entries(EMPLOYEE_CHANGES).filter(([name]) => DETAIL_FIELDS.includes(name))),
  primary_bank_account_number: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 24,
      'x-sensitive': true,
      description: 'AU: up to 12 characters. NZ: bank, branch, account and suffix, with its check digit.',
    }),
  ),
}

export type DetailRequestCreate = {
  kind: (typeof DETAIL_KINDS)[number]
  fields: Record<string, string | number | boolean | null>
  message?: string
  code?: string
}
export const DetailRequestCreate = component(
  'DetailRequestCreate',
  Type.Unsafe<DetailRequestCreate>(
    closed(
      {
        kind: words(DETAIL_KINDS),
        fields: closed(fields, { minProperties: 1, 'x-problem': 'must name at least one field to change' }),
        message: Type.Optional(Message),
        code: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 40,
            'x-sensitive': true,
            description:
              'A second-factor code or a recovery code. Required unless the record has no number of this kind yet (`missing` of `GET /api/me`).',
          }),
        ),
      },
      {
        examples: [
          {
            kind: 'details',
            fields: { address1: '12 Bay Road', city: 'Hobart', state: 'TAS', postcode: '7000' },
            code: '123456',
          },
        ],
      },
    ),
  ),
)
const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const EmployeeRequest = component(
  'EmployeeRequest',
  closed(
    {
      id: Type.Integer(),
      kind: words(REQUEST_KINDS),
      state: words(REQUEST_STATES),
      employee_id: Type.Integer(),
      employee_name: Type.String(),
      leave: nullable(
        closed({
          leave_type: words(LEAVE_TYPES),
          name: Type.String({ description: 'The name of the leave type in the country of the company.' }),
          start_date: CivilDateText,
          end_date: CivilDateText,
          hours: Type.Number(),
          balance_hours: nullable(Type.Number(), {
            description: 'The balance today; null: this leave has none.',
          }),
          balance_on_day: Type.Optional(
            nullable(Type.Number(), {
              description:
                'For a waiting request: on its first day, assuming leave accrues as in the last pays.',
            }),
          ),
          balance_after: Type.Optional(nullable(Type.Number())),
          others_away: Type.Optional(
            Type.Array(Type.String(), {
              description: 'For a waiting request, for the officer: who else is away on one of its days.',
            }),
          ),
          days: Type.Array(
            closed({
              date: CivilDateText,
              hours: Type.Number(),
              pay_id: nullable(Type.Integer(), {
                description: 'The pay, drafted or processed, that includes the day.',
              }),
            }),
          ),
        }),
      ),
      fields: nullable(Type.Record(Type.String(), closed({ before: Value, after: Value })), {
        description: 'The changes. Tax and account numbers show only their last digits, except the new one.',
      }),
      message: nullable(Type.String()),
      answer: nullable(Type.String({ description: 'The payroll officer’s note.' })),
      created_at: Timestamp,
      decided_at: nullable(Timestamp),
      decided_by: nullable(Type.String()),
      ...WarningsMember,
    },
    {
      examples: [
        {
          id: 4,
          kind: 'leave',
          state: 'open',
          employee_id: 12,
          employee_name: 'Mia Nguyen',
          leave: {
            leave_type: 'HOLIDAY',
            name: 'Annual leave',
            start_date: '2026-12-21',
            end_date: '2026-12-22',
            hours: 15.2,
            balance_hours: 64.6,
            days: [
              { date: '2026-12-21', hours: 7.6, pay_id: null },
              { date: '2026-12-22', hours: 7.6, pay_id: null },
            ],
          },
          fields: null,
          message: null,
          answer: null,
          created_at: '2026-12-01T00:00:00',
          decided_at: null,
          decided_by: null,
        },
      ],
    },
  ),
)
export type EmployeeRequest = Static<typeof EmployeeRequest>

export const Decision = component(
  'RequestDecision',
  closed({ answer: Type.Optional(Message) }, { examples: [{ answer: 'Enjoy it.' }] }),
)
export type Decision = Static<typeof Decision>
