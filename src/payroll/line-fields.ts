import type { CivilDate } from '../kernel/values/dates.ts'
import { memoizeByKey } from '../kernel/values/memoize-by-key.ts'
import { present } from '../kernel/values/present.ts'
import { collect, keysOf } from '../kernel/values/word-lists.ts'
import {
  ALLOWANCE_CATEGORIES,
  type Country,
  DEDUCTION_CLASSES,
  SACRIFICED_PAYMENTS,
  STP_CATEGORIES,
  TAX_METHODS,
} from './words.ts'

/*
 * A field of a pay line is declared once, under its wire name. These are derived from it:
 * - the request and response schema;
 * - the stored details;
 * - the columns, schema and matching of standing items;
 * - the input of the law;
 * - the refusal of another country's field.
 * Amounts, hours and rates are not here, because they are resolved before the law sees them.
 */

/** `otherwise` is the value for the law when the flag is not set. */
type Flag = { kind: 'flag'; otherwise: boolean }

export type LineField = {
  /** The name in the law's input. */
  law: string
} & (
  | (Flag & { description: string; country?: never })
  /** Only pays of this country may set it. Nothing is stored elsewhere, or when it was not sent. */
  | (Flag & { country: Country; description?: never })
  | {
      kind: 'word'
      description?: string
      values: readonly string[]
      /** The value for the law when the field is not set. Without it, the law gets null. */
      otherwise?: string
      /** Required for a new standing item. */
      isRequired?: true
    }
  | { kind: 'date' }
)

export type LineFields = Readonly<Record<string, LineField>>

const defineLineFields = <const Fields extends LineFields>(fields: Fields): Fields => fields

const IN_SUPER = {
  kind: 'flag',
  law: 'isInSuper',
  otherwise: true,
  description: 'Whether it counts for super (NZ: KiwiSaver). Default true.',
} as const

const TAXED = {
  tax_method: {
    kind: 'word',
    law: 'taxMethod',
    values: TAX_METHODS,
    otherwise: 'NORMAL_EARNINGS',
    description: 'Default `NORMAL_EARNINGS`. The range methods and `METHOD_B1` need both dates.',
  },
  start_date: { kind: 'date', law: 'startDate' },
  end_date: { kind: 'date', law: 'endDate' },
} as const

export const ALLOWANCE_FIELDS = defineLineFields({
  allowance_category: {
    kind: 'word',
    law: 'category',
    values: ALLOWANCE_CATEGORIES,
    description: 'Required in an AU company (400 without).',
  },
  is_taxable: { kind: 'flag', law: 'isTaxable', otherwise: true, description: 'Default true.' },
  is_itemised: { kind: 'flag', law: 'isItemised', otherwise: false, description: 'Default false.' },
  is_included_in_super_calculations: IN_SUPER,
})

export const DEDUCTION_FIELDS = defineLineFields({
  classification: {
    kind: 'word',
    law: 'classification',
    values: DEDUCTION_CLASSES,
    otherwise: 'NORMAL',
    description:
      'NZ: attachment orders, fines and MSD come after child support and leave 60% of net pay; NZ_IR_ARREARS takes at most 20% of gross and, with the debt as limit_total, 10% of it a week.',
    isRequired: true,
  },
  is_included_in_super_calculations: IN_SUPER,
})

export const BONUS_FIELDS = defineLineFields({
  ...TAXED,
  is_included_in_super_calculations: IN_SUPER,
  is_directors_fees: {
    kind: 'flag',
    law: 'isDirectorsFees',
    otherwise: false,
    description: 'Default false.',
  },
  is_return_to_work: { kind: 'flag', law: 'isReturnToWork', otherwise: false, description: 'Default false.' },
  is_nz_ess: { kind: 'flag', law: 'isNzEss', otherwise: false, country: 'NZ' },
  is_nz_ess_cash_settled: { kind: 'flag', law: 'isNzEssCashSettled', otherwise: false, country: 'NZ' },
  withhold_paye: { kind: 'flag', law: 'withholdPaye', otherwise: true, country: 'NZ' },
  tax_as_nz_extra_pay: { kind: 'flag', law: 'taxAsNzExtraPay', otherwise: false, country: 'NZ' },
  is_nz_discretionary: { kind: 'flag', law: 'isNzDiscretionary', otherwise: false, country: 'NZ' },
})

export const SACRIFICE_FIELDS = defineLineFields({
  is_included_in_super_calculations: IN_SUPER,
  is_super: { kind: 'flag', law: 'isSuper', otherwise: true, description: 'Paid into super. Default true.' },
  sacrificed_from: {
    kind: 'word',
    law: 'sacrificedFrom',
    values: SACRIFICED_PAYMENTS,
    description:
      'The payment that is sacrificed. Omitted: a bonus or back payment of the same pay with its own tax method, then the wages.',
  },
})

export const BACK_PAYMENT_FIELDS = defineLineFields({
  stp_category: {
    kind: 'word',
    law: 'stpCategory',
    values: STP_CATEGORIES,
    otherwise: 'UNCLASSIFIED',
    isRequired: true,
  },
  ...TAXED,
})

/** The columns of standing items: each field once, even if several kinds have it. */
export const ITEM_COLUMNS = {
  ...ALLOWANCE_FIELDS,
  ...DEDUCTION_FIELDS,
  ...BACK_PAYMENT_FIELDS,
  ...BONUS_FIELDS,
  ...SACRIFICE_FIELDS,
} as const satisfies LineFields

type Word<Field> = Field extends { values: readonly (infer W)[] } ? W : never

/** A field as stored on a line. A flag of one country is null unless it was sent. */
export type StoredValue<Field> = Field extends { kind: 'date' }
  ? string | null
  : Field extends { kind: 'flag' }
    ? boolean | (Field extends { country: string } ? null : never)
    : Word<Field> | (Field extends { otherwise: string } ? never : null)

/** The same on a standing item, where a word may be missing. */
export type ItemValue<Field> = StoredValue<Field> | (Field extends { kind: 'word' } ? null : never)

export type StoredFields<Fields> = { [Name in keyof Fields]: StoredValue<Fields[Name]> }
export type ItemFields<Fields> = { [Name in keyof Fields]: ItemValue<Fields[Name]> }

type LawValue<Field> = Field extends { kind: 'date' }
  ? CivilDate | null
  : Field extends { kind: 'flag' }
    ? boolean
    : StoredValue<Field>

type LawName<Fields> = Fields[keyof Fields] extends { law: infer Name extends string } ? Name : never

/** The fields as the law receives them, under its own names. */
export type LawFields<Fields> = {
  [Name in LawName<Fields>]: LawValue<Extract<Fields[keyof Fields], { law: Name }>>
}

/** The values of a new standing item when nothing is sent. */
export const itemDefaults = <Fields extends LineFields>(fields: Fields): ItemFields<Fields> => {
  const known = knownOf(fields)
  return collect(namesIn(fields), asSent, (name) => known[name]?.inItem)
}

/** The fields of a request's row, with the item's value for each omitted field. */
export const sentFields = <Fields extends LineFields>(
  fields: Fields,
  row: { readonly [Name in keyof Fields]?: unknown },
  otherwise: ItemFields<Fields>,
): ItemFields<Fields> => collect(namesIn(fields), asSent, (name) => row[name] ?? otherwise[name])

/** The fields of an item, as stored on a line. */
export const storedFields = <Fields extends LineFields>(
  fields: Fields,
  item: ItemFields<Fields>,
): StoredFields<Fields> => {
  const known = knownOf(fields)
  return collect(namesIn(fields), asSent, (name) => item[name] ?? known[name]?.onLine)
}

/** The stored fields of a line, as the law receives them. */
export const lawFields = <Fields extends LineFields>(
  fields: Fields,
  details: StoredFields<Fields>,
): LawFields<Fields> => {
  const known = knownOf(fields)
  return collect(
    namesIn(fields),
    (name) => present(known[name]).law,
    (name) => details[name] ?? known[name]?.inLaw,
  )
}

/** The fields of a line that a country shows. */
export const shownFields = <Fields extends LineFields>(
  fields: Fields,
  details: StoredFields<Fields>,
  country: Country,
): StoredFields<Fields> => {
  const known = knownOf(fields)
  return collect(
    namesIn(fields).filter((name) => !isForeign(known[name]?.country, country)),
    asSent,
    // A row stored before the field existed does not have it.
    (name) => details[name] ?? null,
  )
}

/** Fields of another country that a row sets. */
export const foreignFields = (
  fields: LineFields,
  row: Readonly<Record<string, unknown>>,
  country: Country,
): { name: string; country: Country }[] => {
  const known = knownOf(fields)
  return namesIn(fields).flatMap((name) => {
    const own = known[name]?.country
    return own && isForeign(own, country) && row[name] === true ? [{ name, country: own }] : []
  })
}

const asSent = (name: string) => name
const namesIn = <Fields extends LineFields>(fields: Fields) => keysOf<keyof Fields & string>(fields)
const isForeign = (own: Country | undefined, country: Country) => own !== undefined && own !== country

type KnownField = {
  law: string
  country: Country | undefined
  /** The value of a standing item, of a line and of the law's input, when the field is not set. */
  inItem: string | boolean | null
  onLine: string | boolean | null
  inLaw: string | boolean | null
}

/** The facts about a list's fields that lines need. Collected once, because every line of every pay needs them. */
const knownOf = memoizeByKey(
  (fields: LineFields): Readonly<Record<string, KnownField>> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const inLaw = field.kind === 'date' ? null : (field.otherwise ?? null)
        return [
          name,
          {
            law: field.law,
            country: field.kind === 'flag' ? field.country : undefined,
            inItem: field.kind === 'flag' && !field.country ? field.otherwise : null,
            onLine: field.kind === 'word' ? inLaw : null,
            inLaw,
          },
        ]
      }),
    ),
)
