import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { STP_EMPLOYMENT_STATUSES } from '../../../countries/au/law/input/words.ts'
import { NZ_TAX_CODES } from '../../../countries/nz/law/input/words.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import {
  ANY_ID,
  CivilDateText,
  closed,
  component,
  nullable,
  readBeside,
  WarningsMember,
  words,
} from '../../../http/schema.ts'
import { present } from '../../../kernel/values/present.ts'
import { AffectedPays, type AffectedPayView } from './affected-schema.ts'
import type { FieldKind } from './field-kinds.ts'
import { EMPLOYEE_FIELDS, type EmployeeField, FIELD_NAMES, fieldOf } from './fields.ts'

/** A request after normalisation: numbers are numbers, and options are ids or names. */
export type EmployeeInput = {
  [K in EmployeeField]?: EmployeeFields[K] | (NonNullable<EmployeeFields[K]> extends string ? number : string)
}

const WIRE_TYPES: Record<FieldKind, string[]> = {
  text: ['string'],
  phone: ['string'],
  bsb: ['string'],
  choice: ['string'],
  flag: ['boolean'],
  date: ['string'],
  decimal: ['number', 'string'],
  whole: ['integer', 'string'],
  option: ['integer', 'string'],
}

/** Rules with value lists too long for the field list. */
const OWN_RULES: Partial<Record<EmployeeField, Record<string, unknown>>> = {
  nz_tax_code: { enum: [...NZ_TAX_CODES, ...NZ_TAX_CODES.map((code) => `${code} SL`), '', null] },
  employment_type: { minimum: 1, maximum: 2_147_483_647, maxLength: 60 },
  employment_tenure: { minimum: 1, maximum: 2_147_483_647, maxLength: 60 },
}

const DECIMAL_PATTERN = { decimal: '^-?[0-9]{1,9}([.][0-9]{1,8})?$', whole: '^[0-9]{1,9}$' }

/** A single schema with a list of types, not a union. Errors then name the broken rule, and validation is fast. */
function inputSchema(name: EmployeeField): TSchema {
  const { kind, isNullable, rules: all, fallback, isSensitive } = fieldOf(name)
  const { format, ...others } = all
  // An empty text means null, so a nullable e-mail address may also be empty.
  const rules = format === 'email' && isNullable ? { ...others, anyOf: [{ format }, { maxLength: 0 }] } : all
  const types = isNullable ? [...WIRE_TYPES[kind], 'null'] : WIRE_TYPES[kind]
  return Type.Unsafe({
    type: types.length === 1 ? types[0] : types,
    ...(kind === 'decimal' || kind === 'whole' ? { pattern: DECIMAL_PATTERN[kind] } : {}),
    ...rules,
    ...asSent(fieldOf(name)),
    ...OWN_RULES[name],
    ...(fallback === undefined || fallback === null ? {} : { description: describe(rules, fallback) }),
    ...(isSensitive ? { 'x-sensitive': true } : {}),
  })
}

/**
 * The text rules for clients. Before validation, strings are trimmed, codes upper-cased and empty nullable strings set to
 * null, so the served schema must accept them as sent.
 */
function asSent({
  kind,
  rules,
  isNullable,
  isUpperCased,
}: ReturnType<typeof fieldOf>): Record<string, unknown> {
  const { pattern, minLength, maxLength } = rules
  if (kind !== 'text') return {}
  if (isNullable && typeof minLength === 'number' && minLength > 0 && typeof maxLength === 'number')
    return {
      minLength: 0,
      pattern: `^(.{${minLength},${maxLength}})?$`,
      'x-problem': `must have ${minLength} to ${maxLength} characters, or be empty`,
    }
  if (typeof pattern !== 'string') return {}
  const inner = (isUpperCased ? inAnyCase(pattern) : pattern).replace(/^\^|\$$/g, '')
  return { pattern: isNullable ? `^(\\s*${inner}\\s*)?$` : `^\\s*${inner}\\s*$` }
}

/** Handles only the constructs that our patterns use: letter ranges and words. */
const inAnyCase = (pattern: string) =>
  pattern
    .replace(/A-Z/g, 'A-Za-z')
    .replace(/(?<![A-Za-z-])[A-Z]{2,}(?![A-Za-z-])/g, (word) =>
      [...word].map((letter) => `[${letter}${letter.toLowerCase()}]`).join(''),
    )

function describe(rules: Readonly<Record<string, unknown>>, fallback: unknown): string {
  return [rules.description, `Default \`${fallback}\`.`].filter(Boolean).join(' ')
}

const EXAMPLE = {
  first_name: 'Mia',
  last_name: 'Nguyen',
  date_of_birth: '1994-03-21',
  address1: '4 Harbour Street',
  city: 'Sydney',
  state: 'NSW',
  country: 'AU',
  postcode: '2000',
  start_date: '2026-07-06',
  employment_status: 'Full-time',
  number: 'E100',
  tax_file_number: '123456782',
  is_foreign_resident: false,
  has_claimed_tax_free_threshold: true,
  has_stsl_liability: false,
  is_closely_held: false,
  pay_rate_per_hour: '38.50',
}

const all = Object.fromEntries(FIELD_NAMES.map((name) => [name, inputSchema(name)]))
const onCreate = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, fieldOf(name).isRequired ? all[name] : Type.Optional(present(all[name]))]),
) as TProperties
/** All fields as optional members of an update. */
export const EMPLOYEE_CHANGES = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, Type.Optional(present(all[name]))]),
) as TProperties

export const EmployeeCreate = component(
  'EmployeeCreate',
  Type.Unsafe<EmployeeInput>(closed(onCreate, { examples: [EXAMPLE] })),
)

export type EmployeeUpdate = EmployeeInput & { id?: number; effective_from?: string }
export const EmployeeUpdate = component(
  'EmployeeUpdate',
  Type.Unsafe<EmployeeUpdate>(
    closed(
      {
        id: Type.Optional(
          Type.Integer({
            ...ANY_ID,
            description: 'Identifies the employee; with `identifier_type=employee_number`, `number` does.',
          }),
        ),
        effective_from: Type.Optional({
          ...CivilDateText,
          pattern: '^(19|20|21)',
          description:
            'The day from which the change applies. Up to today: the change is made immediately, and `GET /api/employees/{employee_id}/changes` lists stale drafts and the back pay owed. Later: it takes effect on that day. Omitted: from now on.',
        }),
        ...EMPLOYEE_CHANGES,
      },
      { examples: [{ id: 7, pay_rate_per_hour: '41.00', position: 'Head barista' }] },
    ),
  ),
)

const READ_TYPES: Record<FieldKind, string> = {
  text: 'string',
  phone: 'string',
  bsb: 'string',
  choice: 'string',
  flag: 'boolean',
  date: 'string',
  decimal: 'number',
  whole: 'integer',
  option: 'integer',
}

export function readSchema(name: EmployeeField): TSchema {
  const { kind, isNullable, isSensitive } = fieldOf(name)
  return Type.Unsafe({
    type: isNullable ? [READ_TYPES[kind], 'null'] : READ_TYPES[kind],
    ...(isSensitive ? { 'x-sensitive': true } : {}),
  })
}

const text = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const flag = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })

const EXTRAS = {
  is_terminated: Type.Boolean(),
  termination_date: text,
  is_deleted: Type.Boolean(),
  readable_stp_employment_status: words(Object.values(STP_EMPLOYMENT_STATUSES)),
  is_australian_resident: flag,
  income_stream: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      'STP income type: `SAW`, `CHP`, `WHM`, `SWP` or `LAB`; null for an employee whom STP does not report.',
  }),
  stp_id: nullable(Type.String(), {
    description: 'The payroll id that STP reports; it never changes. Null in a dry run of a creation.',
  }),
  tax_treatment_code: text,
  single_touch_residency_status: text,
  has_help_liability: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description: 'Read-only; write `has_stsl_liability`.',
  }),
  holiday_hours: Type.Number(),
  sick_hours: Type.Number(),
  lsl_hours: Type.Number(),
  annual_holidays_weeks: Type.Number(),
  alt_holiday_days: Type.Number(),
  annual_leave_hours: Type.Number({ description: 'NZ annual leave from the Employment Leave Act 2026 on.' }),
  alt_leave_hours: Type.Number({
    description: 'NZ alternative leave from the Employment Leave Act 2026 on.',
  }),
}

type ReadValue<T> = string extends T ? T | number : T
/** The read model: all fields, derived members and leave balances. */
export type EmployeeView = { id: number; company_id: number } & {
  [K in EmployeeField]: ReadValue<EmployeeFields[K]>
} & { [K in keyof typeof EXTRAS]: Static<(typeof EXTRAS)[K]> }

const READ_MEMBERS = readBeside(
  {
    id: nullable(Type.Integer({ description: 'Null in a dry run of a creation.' })),
    company_id: Type.Integer(),
    ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, readSchema(name)])) as TProperties),
    ...EXTRAS,
  },
  { properties: { id: true, ...EMPLOYEE_FIELDS } },
)

export const EmployeeView = component('Employee', Type.Unsafe<EmployeeView>(closed(READ_MEMBERS)))

/** The employee after a lifecycle change, with warnings about side effects. */
export const EmployeeChanged = component(
  'EmployeeChanged',
  Type.Unsafe<EmployeeView & { warnings?: string[]; affected_pays?: AffectedPayView[] }>(
    closed({ ...READ_MEMBERS, ...WarningsMember, affected_pays: Type.Optional(AffectedPays) }),
  ),
)

export const EmployeeResult = component(
  'EmployeeResult',
  closed({
    employee: Type.Optional(EmployeeView),
    errors: Type.Record(Type.String(), Type.String(), {
      description:
        'Empty on success. Otherwise keyed by `number`, `licence`, `detail`, `exception` or the name of a field.',
    }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Side effects of the change: fields that changed with it, were replaced, or contradict each other.',
      }),
    ),
    affected_pays: Type.Optional(AffectedPays),
  }),
)
export type EmployeeResult = {
  employee?: EmployeeView
  errors: Record<string, string>
  warnings?: string[]
  affected_pays?: AffectedPayView[]
}

export const EmployeeDeleted = component(
  'EmployeeDeleted',
  closed(
    {
      employee: EmployeeView,
      warnings: Type.Array(Type.String(), { description: 'Open work that concerns the employee.' }),
    },
    { description: 'The effects of a deletion; only in a dry run.' },
  ),
)

export const EmployeeStatus = words(['active', 'terminated', 'deleted', 'all'] as const, {
  description: 'Omitted: every employee who is not deleted.',
})
export type EmployeeStatus = Static<typeof EmployeeStatus>

export const IdentifierType = words(['employee_id', 'employee_number'] as const)

export const ReinstateRequest = component(
  'ReinstateRequest',
  closed(
    {
      start_date: Type.Optional({
        ...CivilDateText,
        pattern: '^(19|20|21)',
        description: 'Default: today.',
      }),
      is_continuous: Type.Optional(
        Type.Boolean({
          description:
            'True: service continues from the earlier employment (reinstated, or a business that was transferred). Omitted or false: a new employment begins. Leave that was paid out starts at zero either way.',
        }),
      ),
    },
    { examples: [{ start_date: '2026-09-01' }] },
  ),
)
