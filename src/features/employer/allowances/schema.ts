import { type Static, Type } from 'typebox'
import {
  ANY_ID,
  closed,
  component,
  DecimalInput,
  nullable,
  readBeside,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'
import { ALLOWANCE_CATEGORIES, type AllowanceCategory } from '../../../payroll/words.ts'

/** The allowance categories that the tax office itemises. */

// Description, amount and category errors are 400, not 422. The schema therefore accepts any value and the handler checks
// it.
const FIELDS = {
  description: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    'x-text': 'any',
    description:
      'Unique in the company (not case-sensitive), among its allowances and its employees’ own. 1 to 60 characters: letters, digits, spaces and ! @ $ % & * ( ) - _ = [ ] ; : \' " , . ? / (NZ: also letters with marks). Anything else returns 400.',
  }),
  amount: nullable(DecimalInput, {
    description: 'Dollars, greater than 0 (400 otherwise).',
    'x-problem': 'must be a number, or a decimal string such as "12.50"',
  }),
  allowance_category: Type.Optional(
    Type.Unsafe<AllowanceCategory | 'Unclassified' | null>({
      enum: [...ALLOWANCE_CATEGORIES, 'Unclassified', null],
      description:
        'Required in an AU company, where null and Unclassified return 400; optional in an NZ company.',
    }),
  ),
  auto_apply_to_pay: Type.Optional(
    Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'Copy the allowance onto each new pay of an attached employee. Default false; null returns 400.',
    }),
  ),
  employee_ids: Type.Optional(
    Type.Unsafe<number[] | null>({
      type: ['array', 'null'],
      items: { type: 'integer', ...ANY_ID },
      maxItems: 100_000,
      description: 'Employees attached; replaces the whole set. Null returns 400.',
    }),
  ),
}

export const CompanyAllowanceCreate = component(
  'CompanyAllowanceCreate',
  closed(FIELDS, {
    examples: [
      {
        description: 'Tool allowance',
        amount: 15.5,
        allowance_category: 'TD',
        auto_apply_to_pay: true,
        employee_ids: [],
      },
    ],
  }),
)
export type CompanyAllowanceCreate = Static<typeof CompanyAllowanceCreate>

export const CompanyAllowanceUpdate = component(
  'CompanyAllowanceUpdate',
  closed(
    { ...FIELDS, description: Type.Optional(FIELDS.description), amount: Type.Optional(FIELDS.amount) },
    { examples: [{ amount: 17.25 }] },
  ),
)
export type CompanyAllowanceUpdate = Static<typeof CompanyAllowanceUpdate>

export const CompanyAllowanceView = component(
  'CompanyAllowance',
  closed(
    readBeside(
      {
        id: Type.Unsafe<number>({
          type: ['integer', 'null'],
          description: 'Null in a dry run of a creation.',
        }),
        company_id: Type.Integer(),
        description: Type.String(),
        amount: Type.Number(),
        allowance_category: nullable(words(ALLOWANCE_CATEGORIES)),
        auto_apply_to_pay: Type.Boolean(),
        employee_ids: Type.Array(Type.Integer(), {
          description: 'Employees attached that are not deleted, in ascending order.',
        }),
        created_at: Timestamp,
        updated_at: Timestamp,
        ...WarningsMember,
      },
      CompanyAllowanceUpdate,
    ),
  ),
)
export type CompanyAllowanceView = Static<typeof CompanyAllowanceView>

export const Message = component('Message', closed({ message: Type.String() }))
