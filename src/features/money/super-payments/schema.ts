import { type Static, Type } from 'typebox'
import { SETTLEMENT_METHODS } from '../../../database/tables/payments.ts'
import { TRANSMISSIONS } from '../../../database/tables/super-files.ts'
import {
  CivilDateText,
  closed,
  component,
  Id,
  nullable,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

const STATUSES = ['due', 'overdue', 'in-file', 'paid', 'changed', 'no-fund', 'overpaid', 'returned'] as const
const maybe = nullable(Type.String())

export const Contribution = component(
  'SuperContribution',
  closed({
    pay_id: Type.Integer(),
    pay_run_id: Type.Integer(),
    pay_date: CivilDateText,
    employee_id: Type.Integer(),
    format_name: Type.String(),
    fund: nullable(
      closed({
        fund_type: words(['APRA', 'SMSF'] as const),
        fund_name: maybe,
        usi: maybe,
        abn: maybe,
        member_number: maybe,
      }),
    ),
    guarantee_amount: Type.Number(),
    sacrificed_amount: Type.Number(),
    voluntary_amount: Type.Number({ description: 'Employer contributions above the compulsory rate.' }),
    amount: Type.Number(),
    sent_amount: Type.Number({ description: 'In contribution files and settlements.' }),
    open_amount: Type.Number({ description: 'Owed minus sent; negative: overpaid.' }),
    due_date: nullable(CivilDateText, { description: 'When the money must be at the fund.' }),
    status: words(STATUSES, {
      description:
        '`due` or `overdue`: not in a file yet; `in-file`: in a contribution file; `paid`: that file was paid; `changed`: the pay increased after the file was created, the next file pays the difference; `overpaid`: it decreased or was deleted, to be settled with the fund; `no-fund`: the employee has no fund; `returned`: the fund sent it back, and it waits until it is redirected.',
    }),
    super_file_id: nullable(Type.Integer()),
  }),
)
export type Contribution = Static<typeof Contribution>

export const ContributionQuery = closed({
  pay_run_id: Type.Optional(Id),
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
  status: Type.Optional(words(STATUSES)),
})

export const SuperFileCreate = component(
  'SuperFileCreate',
  closed(
    {
      pay_run_id: Type.Optional(Id),
      pay_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
      all_open: Type.Optional(Type.Literal(true, { description: 'Everything that is open.' })),
      is_strict: Type.Optional(
        Type.Boolean({
          description:
            'Refuse the whole file when a payment cannot be in it. Default: it is left out, and `held_back` lists it with the reason.',
        }),
      ),
    },
    { examples: [{ pay_run_id: 12 }, { all_open: true }] },
  ),
)

export type SuperFileCreate = Static<typeof SuperFileCreate>

export const SuperFilePaid = component(
  'SuperFilePaid',
  closed(
    {
      paid_on: nullable(CivilDateText, { description: 'The day the money was sent; null clears it.' }),
      received_on: Type.Optional(
        nullable(CivilDateText, {
          description:
            'The day the funds received it, which decides whether it was on time. Omitted: unchanged, or unknown.',
        }),
      ),
    },
    { examples: [{ paid_on: '2026-07-14' }] },
  ),
)

export type SuperFilePaid = Static<typeof SuperFilePaid>

export const SuperFileView = component(
  'SuperFile',
  closed({
    id: Type.Integer(),
    company_id: Type.Integer(),
    pay_run_id: nullable(Type.Integer({ description: 'Null: of everything that was open.' })),
    file_id: Type.String({ description: 'Unique id inside the file.' }),
    total: Type.Number(),
    contribution_count: Type.Integer(),
    paid_on: nullable(CivilDateText),
    received_on: nullable(CivilDateText),
    cancelled_at: nullable(Timestamp),
    created_at: Timestamp,
    transmission: nullable(words(TRANSMISSIONS), {
      description:
        'Of a file that was sent to the funds. `queued`, `sent`: the answer comes later. `partial`: the rows in `answer_notes` were refused and are open again. `rejected`: the file is cancelled. Null: it is uploaded by hand.',
    }),
    receipt: maybe,
    answer_notes: Type.Array(
      closed({
        code: Type.String(),
        message: Type.String(),
        document: nullable(Type.Integer({ description: 'The row, from 1. Null: the whole file.' })),
      }),
    ),
    can_send: Type.Boolean({ description: 'Whether this service can send the file to the funds.' }),
    held_back: Type.Optional(
      Type.Array(closed({ employee_id: Type.Integer(), employee: Type.String(), reason: Type.String() }), {
        description: 'People left out of the file, with the reason; their contributions stay open.',
      }),
    ),
    ...WarningsMember,
  }),
)
export type SuperFileView = Static<typeof SuperFileView>

export const OverpaidSettle = component(
  'SuperSettlementCreate',
  closed(
    {
      pay_id: Id,
      method: Type.Optional(
        words(SETTLEMENT_METHODS, {
          description:
            '`repaid` (default) and `written-off`: an overpayment to a fund. `transfer`, `cheque`, `cash`, `other`: open super was paid without a contribution file.',
        }),
      ),
      settled_on: CivilDateText,
      reference: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    },
    { examples: [{ pay_id: 81, settled_on: '2026-08-03', reference: 'Refund of the fund' }] },
  ),
)
export type OverpaidSettle = Static<typeof OverpaidSettle>
