import type { ObjectSchema } from '../api/types.ts'
import type { Namer } from '../parts/schema-form.tsx'
import { kindOf } from '../parts/schema-values.ts'

const SHOWN = 4
const SECRET = /(tax_file_number|ird_number|account_number)$/

/** A one-line summary of a closed section: the first filled values and the number of others. */
export function digestOf(
  schema: ObjectSchema,
  fields: readonly string[],
  values: readonly (string | boolean | undefined)[],
  namer: Namer,
): string {
  const filled = fields.flatMap((field, index) => {
    const value = values[index]
    if (value === undefined || value === '' || value === false || value === '0') return []
    const label = namer.labelOf(field)
    return [value === true ? label : `${label}: ${textOf(schema, field, value, namer)}`]
  })
  const more = filled.length - SHOWN
  return filled.slice(0, SHOWN).join(' · ') + (more > 0 ? ` · ${more} more` : '')
}

function textOf(schema: ObjectSchema, field: string, value: string, namer: Namer): string {
  if (SECRET.test(field)) return `…${value.replaceAll(/\D/g, '').slice(-3)}`
  const choice = namer.choices?.[field]?.find((each) => each.value === value)
  if (choice) return choice.text
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  const kind = kindOf(schema.properties[field] ?? {}, field)
  if (kind === 'percent') return `${value}%`
  return kind === 'choice' ? namer.optionOf(field, value) : value
}
