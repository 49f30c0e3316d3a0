import { type TSchema, Type } from 'typebox'
import { countryOf } from '../../../countries/index.ts'
import type { StandingItemKind } from '../../../database/tables/standing-items.ts'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  readBeside,
  WarningsMember,
} from '../../../http/schema.ts'
import {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  type LineField,
  type LineFields,
  SACRIFICE_FIELDS,
} from '../../../payroll/line-fields.ts'
import { AMOUNT_TYPES, type AmountType, SACRIFICE_AMOUNT_TYPES } from '../../../payroll/words.ts'
import { AffectedPays } from '../employees/index.ts'

/** The request for an item of any kind. The schema of each kind narrows it. */
export type ItemInput = {
  description?: string
  amount?: number | string
  amount_type?: AmountType
  units?: number | string
  limit_per_pay?: number | string | null
  limit_total?: number | string | null
  allowance_category?: string | null
  classification?: string
  tax_method?: string | null
  stp_category?: string
  start_date?: string | null
  end_date?: string | null
  auto_apply_to_pay?: boolean
} & Record<string, string | number | boolean | null | undefined>

type Member = { write: TSchema; read: TSchema }

const member = (type: string | string[], rules: object = {}, read: string | string[] = type): Member => ({
  write: Type.Unsafe({ type, ...rules }),
  read: Type.Unsafe({ type: read }),
})
const flag = (description: string) => member('boolean', { description })
const amount = (rules: object) =>
  member(
    ['number', 'string'],
    { pattern: '^[0-9]{1,9}([.][0-9]{1,6})?$', maximum: 999_999_999, ...rules },
    'number',
  )
const limit = member(
  ['number', 'string', 'null'],
  {
    pattern: '^[0-9]{1,9}([.][0-9]{1,2})?$',
    minimum: 0,
    maximum: 999_999_999,
    'x-problem': 'must be a number or decimal string that is not negative',
  },
  ['number', 'null'],
)
const word = (values: readonly string[], description?: string): Member => ({
  write: Type.Unsafe({ type: 'string', enum: [...values], ...(description ? { description } : {}) }),
  read: Type.Unsafe({ type: 'string' }),
})
const maybeWord = (values: readonly string[], description: string): Member => ({
  write: Type.Unsafe({ type: ['string', 'null'], enum: [...values, null], description }),
  read: Type.Unsafe({ type: ['string', 'null'] }),
})
const date = member(['string', 'null'], {
  format: 'date',
  pattern: '^(19|20|21)',
  'x-problem': 'must be a date of the form YYYY-MM-DD',
})

function fieldMember(field: LineField): Member {
  if (field.kind === 'date') return date
  if (field.kind === 'word')
    return field.isRequired ? word(field.values) : maybeWord(field.values, field.description ?? '')
  if (field.country !== undefined)
    return member(['boolean', 'null'], { description: `${countryOf(field.country).name} only.` })
  return flag(field.description)
}

const fieldMembers = (fields: LineFields): Record<string, Member> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldMember(field)]))

const description = member('string', {
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  'x-problem': 'must have 1 to 60 characters',
})
const positive = amount({
  exclusiveMinimum: 0,
  'x-problem': 'must be a number or decimal string above 0',
})

const COMMON = {
  description,
  amount: positive,
  auto_apply_to_pay: flag('Copied onto each new pay. Default false.'),
}
const PRICED = (kind: 'deduction' | 'sacrifice') => ({
  amount_type: word(
    kind === 'deduction' ? AMOUNT_TYPES : SACRIFICE_AMOUNT_TYPES,
    'Default `FIXED`. For a percentage, `amount` is a fraction: 0.05 is 5%.',
  ),
  limit_per_pay: limit,
  limit_total: limit,
})

/** The members of each kind. Those in `required` must be in a create request. */
const MEMBERS: Record<StandingItemKind, { required: readonly string[]; members: Record<string, Member> }> = {
  allowance: {
    required: ['description', 'amount'],
    members: {
      ...COMMON,
      units: amount({ exclusiveMinimum: 0, 'x-problem': 'must be a number or decimal string above 0' }),
      ...fieldMembers(ALLOWANCE_FIELDS),
    },
  },
  deduction: {
    required: ['description', 'amount', 'classification'],
    members: {
      ...COMMON,
      classification: fieldMember(DEDUCTION_FIELDS.classification),
      ...PRICED('deduction'),
      payee_id: member(['integer', 'null'], {
        description: 'The payee: one of the company’s payees.',
      }),
      payee_reference: member(['string', 'null'], {
        maxLength: 18,
        description: 'The payee’s reference for the employee; it appears in the bank file.',
      }),
      ...fieldMembers(DEDUCTION_FIELDS),
    },
  },
  bonus: {
    required: ['description', 'amount'],
    members: {
      ...COMMON,
      ...fieldMembers(BONUS_FIELDS),
    },
  },
  sacrifice: {
    required: ['description', 'amount'],
    members: {
      ...COMMON,
      ...PRICED('sacrifice'),
      ...fieldMembers(SACRIFICE_FIELDS),
    },
  },
  back_payment: {
    required: ['description', 'amount', 'stp_category'],
    members: {
      ...COMMON,
      ...fieldMembers(BACK_PAYMENT_FIELDS),
    },
  },
}

const TOTAL = {
  total_amount: Type.Optional(Type.Unknown({ description: 'Read-only: ignored when sent.' })),
}

const EFFECTIVE_FROM = {
  effective_from: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      pattern: '^(19|20|21)',
      'x-problem': 'must be a date of the form YYYY-MM-DD',
      description:
        'The first day of the change, past or future. Without it the next pay uses the change, and pays already made stay as they are.',
    }),
  ),
}

/** The names of a kind's members, as stored and shown. */
export function membersOf(kind: StandingItemKind): string[] {
  return Object.keys(MEMBERS[kind].members)
}

/** The schemas of a kind for creating, changing and reading an item. */
export function schemasOf(kind: StandingItemKind, name: string, example: object) {
  const { members, required } = MEMBERS[kind]
  const ignored = kind === 'allowance' ? TOTAL : {}
  const write = (isNew: boolean) =>
    Object.fromEntries(
      Object.entries(members).map(([key, { write: schema }]) => [
        key,
        isNew && required.includes(key) ? schema : Type.Optional(schema),
      ]),
    )
  const read = Object.fromEntries(Object.entries(members).map(([key, { read: schema }]) => [key, schema]))
  return {
    create: component(
      `${name}Create`,
      Type.Unsafe<ItemInput>(
        closed({ ...write(true), ...ignored, ...EFFECTIVE_FROM }, { examples: [example] }),
      ),
    ),
    update: component(
      `${name}Update`,
      Type.Unsafe<ItemInput>(
        closed({ ...write(false), ...ignored, ...EFFECTIVE_FROM }, { examples: [{ amount: '25.00' }] }),
      ),
    ),
    view: component(
      name,
      Type.Unsafe<Record<string, unknown>>(
        closed(
          readBeside(
            {
              id: Type.Integer(),
              employee_id: Type.Integer(),
              ...read,
              ...(kind === 'allowance'
                ? {
                    total_amount: Type.Number({
                      description: 'Amount times units, where units are above 1.',
                    }),
                  }
                : {}),
              applies_from: nullable(CivilDateText, {
                description: 'The first day on which it applies; null: from the beginning.',
              }),
              applies_to: nullable(CivilDateText, { description: 'The last day; null: until it is ended.' }),
              affected_pays: Type.Optional(AffectedPays),
              ...WarningsMember,
            },
            { properties: { ...members, ...ignored } },
          ),
        ),
      ),
    ),
  }
}
