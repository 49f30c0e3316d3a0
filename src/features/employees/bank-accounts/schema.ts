import { type Static, Type } from 'typebox'
import { closed, component, readBeside, WarningsMember, words } from '../../../http/schema.ts'

export const ACCOUNTS_MAX = 10
const AMOUNT_TYPES = ['FIXED', 'PERCENTAGE', 'REMAINDER'] as const

const optionalText = (rules: object) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...rules }))

export const BankAccountInput = component(
  'BankAccountInput',
  closed(
    {
      id: Type.Optional(Type.Unknown({ description: 'Read-only: ignored when sent.' })),
      rank: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: ACCOUNTS_MAX,
          description: 'Orders the list when every row has one; otherwise the list keeps its order.',
        }),
      ),
      account_name: Type.String({
        minLength: 1,
        maxLength: 32,
        pattern: '\\S',
        'x-problem': 'must have 1 to 32 characters',
      }),
      bsb: optionalText({
        format: 'bsb',
        description: 'AU: required, six digits with an optional hyphen. NZ: none.',
      }),
      account_number: Type.String({
        pattern: '^[0-9][0-9 -]{0,22}[0-9]$',
        'x-problem': 'must be digits, spaces and hyphens',
        'x-sensitive': true,
        description: 'AU: up to 9 digits. NZ: bank, branch, account and suffix, with its check digit.',
      }),
      reference: optionalText({ maxLength: 18 }),
      amount_type: words(AMOUNT_TYPES),
      amount: Type.Optional(
        Type.Unsafe<number | string | null>({
          type: ['number', 'string', 'null'],
          pattern: '^[0-9]{1,9}([.][0-9]{1,4})?$',
          exclusiveMinimum: 0,
          maximum: 999_999_999,
          'x-problem': 'must be a number or decimal string above 0',
          description: 'FIXED: dollars. PERCENTAGE: above 0, at most 100. REMAINDER: none.',
        }),
      ),
    },
    {
      examples: [
        {
          account_name: 'Mia Nguyen',
          bsb: '062-000',
          account_number: '12345678',
          amount_type: 'REMAINDER',
        },
      ],
    },
  ),
)
export type BankAccountInput = Static<typeof BankAccountInput>

const read = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const BankAccount = component(
  'BankAccount',
  closed(
    readBeside(
      {
        id: Type.Integer(),
        rank: Type.Integer(),
        account_name: Type.String(),
        bsb: read,
        account_number: Type.String({ 'x-sensitive': true }),
        reference: read,
        amount_type: words(AMOUNT_TYPES),
        amount: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
        ...WarningsMember,
      },
      BankAccountInput,
    ),
  ),
)
export type BankAccount = Static<typeof BankAccount>
