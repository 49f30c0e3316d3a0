import { type Static, Type } from 'typebox'
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
import { FORMATS } from '../bank-files/index.ts'
import { ITEM_STATUSES } from './load-items.ts'

const text = nullable(Type.String())
const note = (maxLength: number, rules: object = {}) =>
  Type.String({ minLength: 1, maxLength, 'x-text': 'lines', ...rules })
const sentence = (maxLength: number, rules: object = {}) => Type.String({ minLength: 1, maxLength, ...rules })

export const ItemView = component(
  'PaymentItem',
  closed({
    pay_id: Type.Integer(),
    pay_run_id: Type.Integer(),
    pay_date: CivilDateText,
    employee_id: Type.Integer(),
    format_name: Type.String(),
    kind: words(['net', 'payee'] as const, {
      description:
        '`net`: the employee’s net pay; `payee`: the amount that a deduction pays to someone else.',
    }),
    party: Type.String({
      description: 'Empty for a net; for a payee its id and the reference, `3|CASE 17`.',
    }),
    payee_id: nullable(Type.Integer()),
    payee_reference: text,
    owed: Type.Number({ description: 'The amount that the pay owes now; 0 if it was deleted.' }),
    in_files: Type.Number({ description: 'In bank files that are not marked as settled.' }),
    settled: Type.Number(),
    open: Type.Number({ description: 'Owed minus sent; negative: money to recover.' }),
    status: words(ITEM_STATUSES),
  }),
)
export type ItemView = Static<typeof ItemView>

export const ItemQuery = closed({
  pay_run_id: Type.Optional(Id),
  pay_id: Type.Optional(Id),
  employee_id: Type.Optional(Id),
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
  status: Type.Optional(words(ITEM_STATUSES)),
})

const formatOptions = {
  format: Type.Optional(
    words(FORMATS, {
      description: 'Default ABA in Australia, BNZ in New Zealand. KIWIBANK and ASB are unverified.',
    }),
  ),
  self_balancing: Type.Optional(
    Type.Boolean({ description: 'ABA: add a debit of the total against the company’s account.' }),
  ),
  payer_in_header: Type.Optional(
    Type.Boolean({
      description: 'ABA: the company’s BSB and account in the first record, for banks that ask for it.',
    }),
  ),
  description: Type.Optional(
    Type.String({ maxLength: 12, description: 'ABA: a description of the payments. Default PAYROLL.' }),
  ),
}

export const FormatQuery = closed({
  format: formatOptions.format,
  self_balancing: formatOptions.self_balancing,
  payer_in_header: formatOptions.payer_in_header,
})

export const FileCreate = component(
  'PaymentFileCreate',
  closed(
    {
      pay_run_id: Type.Optional(Id),
      pay_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
      pay_date: Type.Optional(CivilDateText),
      all_open: Type.Optional(Type.Literal(true)),
      value_date: Type.Optional({
        ...CivilDateText,
        description:
          'The day on which the bank credits the accounts: a bank day, not in the past. Default: the earliest pay date of the items or today, whichever is later, moved to the next bank day.',
      }),
      is_strict: Type.Optional(
        Type.Boolean({
          description:
            'Refuse the whole file when a payment cannot be in it. Default: it is left out, and `held_back` lists it with the reason.',
        }),
      ),
      ...formatOptions,
    },
    { examples: [{ pay_run_id: 12 }, { pay_ids: [81, 82], self_balancing: true }] },
  ),
)
export type FileCreate = Static<typeof FileCreate>

const fileMembers = {
  id: Type.Integer(),
  company_id: Type.Integer(),
  pay_run_id: nullable(Type.Integer()),
  format: words(FORMATS),
  name: Type.String(),
  pay_date: CivilDateText,
  value_date: nullable(CivilDateText, { description: 'The day that the file asks the bank to pay on.' }),
  total: Type.Number(),
  payment_count: Type.Integer(),
  status: words(['made', 'cancelled', 'settled'] as const),
  settled_on: nullable(CivilDateText),
  reference: text,
  cancelled_at: nullable(Timestamp),
  cancel_reason: text,
  created_at: Timestamp,
}
const HeldBackPayments = Type.Optional(
  Type.Array(
    closed({
      employee_id: nullable(Type.Integer({ description: 'Null: a payee of deductions.' })),
      employee: Type.String(),
      reason: Type.String(),
    }),
    { description: 'People left out of the file, with the reason; amounts owed to them stay open.' },
  ),
)

export const FileView = component(
  'PaymentFile',
  closed({ ...fileMembers, held_back: HeldBackPayments, ...WarningsMember }),
)
export type FileView = Static<typeof FileView>

/** The amount a file pays to one party for one pay, and its outcome. */
export const FileLine = component(
  'FileLine',
  closed({
    pay_id: Type.Integer(),
    pay_run_id: Type.Integer(),
    employee_id: Type.Integer(),
    format_name: Type.String(),
    kind: words(['net', 'payee', 'super'] as const),
    party: Type.String(),
    amount: Type.Number(),
    outcome: words(['created', 'accepted', 'returned', 'withdrawn'] as const, {
      description: '`accepted`: the file is settled. `returned`: it came back and is open again.',
    }),
    returned_on: nullable(CivilDateText),
    return_reason: text,
  }),
)
export type FileLine = Static<typeof FileLine>

export const FileWithItems = component(
  'PaymentFileWithItems',
  closed({ ...fileMembers, items: Type.Array(FileLine) }),
)
export type FileWithItems = Static<typeof FileWithItems>

export const FileListQuery = closed({
  pay_run_id: Type.Optional(Id),
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
})

export const FileCancel = component(
  'PaymentFileCancel',
  closed({ reason: Type.Optional(note(200)) }, { examples: [{ reason: 'Wrong pay date at the bank' }] }),
)

export const FileSettle = component(
  'PaymentFileSettle',
  closed(
    {
      settled_on: nullable(CivilDateText, { description: 'The day the bank accepted it; null clears it.' }),
      reference: Type.Optional(sentence(60)),
    },
    { examples: [{ settled_on: '2026-07-09', reference: 'Batch 1182' }] },
  ),
)

export const BankFileSummary = component(
  'BankFileSummary',
  closed({
    pay_run_id: Type.Integer(),
    pay_date: CivilDateText,
    format: words(FORMATS),
    payment_count: Type.Integer(),
    total: Type.Number(),
    cash_total: Type.Number({ description: 'Net pays in cash, not in the file.' }),
    other_total: Type.Number({ description: 'Net pays by other means, not in the file.' }),
    open_total: Type.Number({ description: 'Neither in a file nor settled.' }),
    in_file_total: Type.Number({ description: 'In bank files that are not marked as settled.' }),
    settled_total: Type.Number(),
    to_recover_total: Type.Number({ description: 'Sent, but no longer owed.' }),
    last_file_id: nullable(Type.Integer()),
    payments: Type.Array(
      closed({
        employee_id: nullable(Type.Integer({ description: 'Null: a payee of deductions.' })),
        format_name: Type.String(),
        account_name: Type.String(),
        account_number: Type.String({ description: 'The last three digits.' }),
        amount: Type.Number(),
      }),
    ),
    without_account: Type.Array(closed({ employee_id: Type.Integer(), name: Type.String() })),
    ...WarningsMember,
  }),
)
