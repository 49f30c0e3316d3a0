import { type Static, Type } from 'typebox'
import { PAYEE_KINDS, SETTLEMENT_METHODS } from '../../../database/tables/payments.ts'
import {
  CivilDateText,
  closed,
  component,
  DecimalInput,
  Id,
  nullable,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

const text = nullable(Type.String())
const note = (maxLength: number, rules: object = {}) =>
  Type.String({ minLength: 1, maxLength, 'x-text': 'lines', ...rules })
const sentence = (maxLength: number, rules: object = {}) => Type.String({ minLength: 1, maxLength, ...rules })

export const SettleByHand = component(
  'SettlementCreate',
  closed(
    {
      method: words(SETTLEMENT_METHODS, {
        description: '`repaid`: the employee paid money to recover back; `written-off`: it is not recovered.',
      }),
      settled_on: CivilDateText,
      reference: Type.Optional(sentence(60)),
      items: Type.Array(
        closed({
          pay_id: Id,
          kind: Type.Optional(words(['net', 'payee'] as const, { description: 'Default `net`.' })),
          party: Type.Optional(Type.String({ maxLength: 60 })),
          amount: Type.Optional(DecimalInput),
        }),
        { minItems: 1, maxItems: 10_000, description: 'Without an amount: everything that is open.' },
      ),
    },
    {
      examples: [
        { method: 'cash', settled_on: '2026-07-09', reference: 'Receipt 31', items: [{ pay_id: 81 }] },
      ],
    },
  ),
)
export type SettleByHand = Static<typeof SettleByHand>

export const SetOff = component(
  'SetOffCreate',
  closed(
    {
      pay_id: Type.Integer({ description: 'The pay from which money is to be recovered.' }),
      against_pay_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })),
      amount: Type.Optional(DecimalInput),
      agreed_on: CivilDateText,
      agreement: note(500, {
        description: 'How the employee agreed: a letter, an e-mail, a signed form.',
      }),
    },
    {
      examples: [
        { pay_id: 81, agreed_on: '2026-07-13', agreement: 'Signed form of 13 July, $50 from the next pay' },
      ],
    },
  ),
)
export type SetOff = Static<typeof SetOff>

export const SettlementView = component(
  'Settlement',
  closed({
    id: Type.Integer(),
    company_id: Type.Integer(),
    method: words([...SETTLEMENT_METHODS, 'set-off', 'before-ledger'] as const),
    settled_on: CivilDateText,
    reference: text,
    agreed_on: nullable(CivilDateText),
    agreement: text,
    total: Type.Number({ description: 'The lines of a set-off add up to 0.' }),
    pay_ids: Type.Array(Type.Integer()),
    kinds: Type.Array(words(['net', 'payee', 'super'] as const), {
      description: 'The kinds it settles: net pay, deductions for a payee, super.',
    }),
    reversed_at: nullable(Timestamp),
    created_at: Timestamp,
    ...WarningsMember,
  }),
)
export type SettlementView = Static<typeof SettlementView>

export const Redirect = component(
  'RedirectCreate',
  closed(
    {
      pay_ids: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
      kind: words(['net', 'super', 'payee'] as const),
      description: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 60,
          description: '`payee` only: the deduction row, by its description.',
        }),
      ),
      payee_id: Type.Optional(
        Type.Integer({ description: '`payee` only: where the row goes, even if it had no payee so far.' }),
      ),
      payee_reference: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 18,
          description: '`payee` only: the reference that appears in the bank file.',
        }),
      ),
      is_same_place: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Confirms that the account or fund that returned the amount is correct. Without it, paying there again returns 409.',
        }),
      ),
      reason: Type.Optional(note(200)),
    },
    { examples: [{ pay_ids: [81], kind: 'net', reason: 'The old account was closed' }] },
  ),
)
export type Redirect = Static<typeof Redirect>

export const RedirectView = component(
  'PaymentRedirect',
  closed({
    pay_id: Type.Integer(),
    employee_id: Type.Integer(),
    kind: words(['net', 'super', 'payee'] as const),
  }),
)

export const PayeeCreate = component(
  'PayeeCreate',
  closed(
    {
      kind: words(PAYEE_KINDS),
      name: sentence(32, { pattern: '\\S' }),
      bsb: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'bsb',
          description: 'Australia only.',
        }),
      ),
      account_number: Type.String({
        pattern: '^[0-9][0-9 -]{0,22}[0-9]$',
        'x-problem': 'must be digits, spaces and hyphens',
        'x-sensitive': true,
      }),
    },
    { examples: [{ kind: 'union', name: 'Hospitality Union', bsb: '062-000', account_number: '10203040' }] },
  ),
)
export type PayeeCreate = Static<typeof PayeeCreate>

const { kind: _kind, ...changeable } = PayeeCreate.properties
export const PayeeChange = component(
  'PayeeChange',
  closed(
    {
      name: Type.Optional(changeable.name),
      bsb: changeable.bsb,
      account_number: Type.Optional(changeable.account_number),
    },
    { examples: [{ bsb: '062-000', account_number: '50607080' }] },
  ),
)
export type PayeeChange = Static<typeof PayeeChange>

export const PayeeView = component(
  'Payee',
  closed({
    id: Type.Integer(),
    company_id: Type.Integer(),
    kind: words(PAYEE_KINDS),
    name: Type.String(),
    bsb: text,
    account_number: Type.String({ description: 'The last three digits.' }),
    created_at: Timestamp,
    ...WarningsMember,
  }),
)
export type PayeeView = Static<typeof PayeeView>
