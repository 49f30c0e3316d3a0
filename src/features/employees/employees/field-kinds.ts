export type FieldKind = 'text' | 'phone' | 'bsb' | 'choice' | 'flag' | 'date' | 'decimal' | 'whole' | 'option'

/** One employee field: its input rules, its default, and whether it is sensitive. */
export type Field<T> = {
  kind: FieldKind
  /** Required in every create request, and never null. */
  isRequired: boolean
  /** Null is accepted, and means unset. */
  isNullable: boolean
  /** The value stored when a create request omits the field. Undefined when the field is required. */
  fallback: T | undefined
  /** JSON Schema keywords besides the type. */
  rules: Readonly<Record<string, unknown>>
  isUpperCased?: true
  /** Encrypted at rest, masked in webhooks, never logged. */
  isSensitive?: true
  /** Set on terms that calculations read: whether they use the value on the payment date or at the end of the pay period. */
  term?: TermDay
}

export type TermDay = 'payment' | 'period'

type Notes = { description?: string; problem?: string }

const notesOf = ({ description, problem }: Notes) => ({
  ...(description ? { description } : {}),
  ...(problem ? { 'x-problem': problem } : {}),
})

/** A required text. */
export function requiredText(min: number, max: number, notes: Notes = {}): Field<string> {
  return {
    kind: 'text',
    isRequired: true,
    isNullable: false,
    fallback: undefined,
    rules: { minLength: min, maxLength: max, ...notesOf(notes) },
  }
}

/** An optional text. An empty string counts as missing. */
export function text(
  max: number,
  notes: Notes & { min?: number; pattern?: string; format?: string } = {},
): Field<string | null> {
  const { min, pattern, format } = notes
  return {
    kind: 'text',
    isRequired: false,
    isNullable: true,
    fallback: null,
    rules: {
      maxLength: max,
      ...(min ? { minLength: min } : {}),
      ...(pattern ? { pattern } : {}),
      ...(format ? { format } : {}),
      ...notesOf(notes),
    },
  }
}

/** Text with several lines. */
export const note = (max: number): Field<string | null> => {
  const field = text(max)
  return { ...field, rules: { ...field.rules, 'x-text': 'lines' } }
}

export const upperCased = <T>(field: Field<T>): Field<T> => ({ ...field, isUpperCased: true })

export const term = <T>(day: TermDay, field: Field<T>): Field<T> => ({ ...field, term: day })

export const sensitive = <T>(field: Field<T>): Field<T> => ({ ...field, isSensitive: true })

/** A required text that matches a pattern. */
export function shaped(pattern: string, problem: string): Field<string> {
  const field = requiredText(1, 100)
  return { ...field, rules: { pattern, 'x-problem': problem } }
}

/** A name for reports to the tax office. Documents and screens show the original name. */
export const reportingText = (which: string) =>
  text(40, {
    pattern: "^[A-Za-z0-9 .,'()-]*$",
    problem: "must be Latin letters, digits, spaces and . , ' ( ) -",
    description: `The ${which} name for the tax office, in Latin letters. Default: the ${which} name, transliterated and shortened.`,
  })

export function phone(): Field<string | null> {
  const problem = 'must be empty, or 8 to 15 characters: digits, space, +, (, ) and -'
  return { ...text(15, { pattern: '^([0-9 +()-]{8,15})?$', problem }), kind: 'phone' }
}

export function bsb(): Field<string | null> {
  const problem = 'must be empty, or six digits with an optional hyphen after the third'
  return { ...text(7, { pattern: '^([0-9]{3}-?[0-9]{3})?$', problem }), kind: 'bsb' }
}

/** One of these values, with a default. */
export function choice<const T extends string>(
  values: readonly T[],
  fallback: NoInfer<T>,
  notes: string | Notes = {},
): Field<T> {
  const rules = { enum: [...values], ...notesOf(typeof notes === 'string' ? { description: notes } : notes) }
  return { kind: 'choice', isRequired: false, isNullable: false, fallback, rules }
}

/** One of these values, or null. */
export function optionalChoice<const T extends string>(
  values: readonly T[],
  description: string,
): Field<T | null> {
  return {
    kind: 'choice',
    isRequired: false,
    isNullable: true,
    fallback: null,
    rules: { enum: [...values, null], description },
  }
}

export function requiredChoice<const T extends string>(values: readonly T[], problem: string): Field<T> {
  return {
    kind: 'choice',
    isRequired: true,
    isNullable: false,
    fallback: undefined,
    rules: { enum: [...values], 'x-problem': problem },
  }
}

export function flag(fallback: boolean, description?: string): Field<boolean> {
  return {
    kind: 'flag',
    isRequired: false,
    isNullable: false,
    fallback,
    rules: notesOf({ ...(description ? { description } : {}) }),
  }
}

/** A flag from one country's tax declaration. It stays unset in the other country. */
export function declared(description: string): Field<boolean | null> {
  return { kind: 'flag', isRequired: false, isNullable: true, fallback: null, rules: { description } }
}

const DATE_RULES = {
  format: 'date',
  pattern: '^(19|20|21)',
  'x-problem': 'must be a date of the form YYYY-MM-DD, from 1900 to 2199',
  examples: ['1990-05-17'],
}

export function requiredDate(): Field<string> {
  return { kind: 'date', isRequired: true, isNullable: false, fallback: undefined, rules: DATE_RULES }
}

export function date(description?: string): Field<string | null> {
  const rules = description ? { ...DATE_RULES, description } : DATE_RULES
  return { kind: 'date', isRequired: false, isNullable: true, fallback: null, rules }
}

type Bounds = { min: number; max: number; description?: string }

/** A decimal with a fixed default. */
export function decimal(fallback: string, bounds: Bounds): Field<string> {
  return {
    kind: 'decimal',
    isRequired: false,
    isNullable: false,
    fallback,
    rules: decimalRules(bounds),
  }
}

/** A decimal whose default comes from the law in `rates/`. `fallbacksUnder` fills it in. */
export function lawRate(bounds: Bounds): Field<string> {
  return { ...decimal('', bounds), fallback: undefined }
}

export function optionalDecimal(bounds: Bounds): Field<string | null> {
  return {
    kind: 'decimal',
    isRequired: false,
    isNullable: true,
    fallback: null,
    rules: decimalRules(bounds),
  }
}

function decimalRules({ min, max, description }: Bounds) {
  return {
    minimum: min,
    maximum: max,
    'x-problem': `must be a number or decimal string from ${min} to ${max}`,
    ...(description ? { description } : {}),
  }
}

export function wholeNumber(bounds: Bounds): Field<number | null> {
  return {
    kind: 'whole',
    isRequired: false,
    isNullable: true,
    fallback: null,
    rules: {
      ...decimalRules(bounds),
      'x-problem': `must be a whole number from ${bounds.min} to ${bounds.max}`,
    },
  }
}

export function defaultedWhole(fallback: number, bounds: Bounds): Field<number> {
  return { ...wholeNumber(bounds), isNullable: false, fallback }
}

/** An entry of a list that customers can extend, by id or by name. */
export function option(description: string): Field<number | null> {
  return { kind: 'option', isRequired: false, isNullable: true, fallback: null, rules: { description } }
}
