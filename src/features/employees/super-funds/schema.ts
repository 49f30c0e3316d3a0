import { type Static, Type } from 'typebox'
import { closed, component, nullable, readBeside, WarningsMember, words } from '../../../http/schema.ts'
import { MEMBER_ANSWERS } from '../../../ports/super-gateway/port.ts'

const FUND_TYPES = ['APRA', 'SMSF'] as const

const optionalText = (rules: object) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], ...rules }))

export const SuperFundInput = component(
  'SuperFundInput',
  closed(
    {
      id: Type.Optional(Type.Unknown({ description: 'Read-only: ignored when sent.' })),
      fund_type: words(FUND_TYPES),
      fund_name: Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        'x-problem': 'must have 1 to 100 characters',
      }),
      usi: optionalText({
        maxLength: 20,
        description:
          'APRA: required; checked against the fund registry; refused only if the registry says it does not exist.',
      }),
      abn: optionalText({ format: 'abn', description: 'SMSF: required.' }),
      esa: optionalText({ maxLength: 60, description: 'SMSF: required. Electronic service address.' }),
      bank_bsb: optionalText({
        format: 'bsb',
        description: 'SMSF: the account of the fund. A contribution file needs it.',
      }),
      bank_account_number: optionalText({
        pattern: '^[0-9][0-9 -]{0,12}$',
        'x-problem': 'must be digits, spaces and hyphens',
        'x-sensitive': true,
      }),
      bank_account_name: optionalText({ maxLength: 32 }),
      member_number: optionalText({ maxLength: 20 }),
      percentage: Type.Unsafe<number | string>({
        type: ['number', 'string'],
        pattern: '^[0-9]{1,3}([.][0-9]{1,4})?$',
        exclusiveMinimum: 0,
        maximum: 100,
        'x-problem': 'must be a number or decimal string above 0 and at most 100',
        description: 'All funds add up to 100.',
      }),
      is_default: Type.Optional(Type.Boolean({ description: 'At most one fund. Default: the first.' })),
    },
    {
      examples: [
        {
          fund_type: 'APRA',
          fund_name: 'AustralianSuper',
          usi: 'STA0100AU',
          member_number: '1029384756',
          percentage: 100,
          is_default: true,
        },
      ],
    },
  ),
)
export type SuperFundInput = Static<typeof SuperFundInput>

export const FundSuggestion = component(
  'FundSuggestion',
  closed({ usi: Type.String(), fund_name: Type.String(), abn: nullable(Type.String()) }),
)
export type FundSuggestion = Static<typeof FundSuggestion>

const read = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const SuperFund = component(
  'SuperFund',
  closed(
    readBeside(
      {
        id: Type.Integer(),
        fund_type: words(FUND_TYPES),
        fund_name: Type.String(),
        usi: read,
        abn: read,
        esa: read,
        bank_bsb: read,
        bank_account_number: Type.Unsafe<string | null>({ type: ['string', 'null'], 'x-sensitive': true }),
        bank_account_name: read,
        member_number: read,
        percentage: Type.Number(),
        is_default: Type.Boolean(),
        ...WarningsMember,
      },
      SuperFundInput,
    ),
  ),
)
export type SuperFund = Static<typeof SuperFund>

export const MemberCheck = component(
  'SuperMemberCheck',
  closed({
    fund_name: Type.String(),
    usi: nullable(Type.String()),
    abn: nullable(Type.String()),
    member_number: nullable(Type.String()),
    answer: words(MEMBER_ANSWERS, {
      description:
        '`closed`: the fund takes no more contributions for the member. `unavailable`: it could not be asked; try again.',
    }),
    reason: nullable(Type.String({ description: 'The message of the fund, unchanged.' })),
  }),
)
export type MemberCheck = Static<typeof MemberCheck>
