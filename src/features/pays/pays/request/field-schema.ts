import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { countryOf } from '../../../../countries/index.ts'
import { nullable, words } from '../../../../http/schema.ts'
import { byName } from '../../../../kernel/values/word-lists.ts'
import type { LineField, LineFields, StoredValue } from '../../../../payroll/line-fields.ts'

/* The schemas of line fields in requests and responses. */

type Sent<Field> = Field extends { kind: 'flag'; country?: never } ? boolean : StoredValue<Field> | null

type RequestFields<Fields> = { [Name in keyof Fields]: TOptional<TUnsafe<Sent<Fields[Name]>>> }

type RowFields<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { country: string }
    ? TOptional<TUnsafe<StoredValue<Fields[Name]>>>
    : TUnsafe<StoredValue<Fields[Name]>>
}

/** The fields of a row in a request, all optional. */
export const requestFields = <Fields extends LineFields>(
  fields: Fields,
  date: TSchema,
): RequestFields<Fields> =>
  byName(Object.entries(fields).map(([name, field]) => [name, Type.Optional(requestSchema(field, date))]))

function requestSchema(field: LineField, date: TSchema): TSchema {
  if (field.kind === 'date') return nullable(date)
  if (field.kind === 'word') return nullable(words(field.values))
  if (field.country !== undefined)
    return nullable(Type.Boolean(), { description: `${countryOf(field.country).name} only.` })
  return Type.Boolean({ description: field.description })
}

/** The fields of a row in a response. Country-specific fields appear only in that country. */
export const rowFields = <Fields extends LineFields>(fields: Fields, date: TSchema): RowFields<Fields> =>
  byName(Object.entries(fields).map(([name, field]) => [name, rowSchema(field, date)]))

function rowSchema(field: LineField, date: TSchema): TSchema {
  if (field.kind === 'date') return nullable(date)
  if (field.kind === 'word')
    return field.otherwise === undefined ? nullable(words(field.values)) : words(field.values)
  return field.country ? Type.Optional(nullable(Type.Boolean())) : Type.Boolean()
}
