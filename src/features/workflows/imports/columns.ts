import type { ImportField, ImportKind } from './kinds.ts'
import { PRESETS, type PresetName } from './presets.ts'

/* Matches the columns of a file to fields: as remembered, by the preset, or by name. */

/** The field is null when the column is left out. */
export type Matched = { header: string; field: string | null }

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Common column names that differ from the field's own name. */
const ALSO: Readonly<Record<string, string>> = {
  employeecode: 'number',
  employeenumber: 'number',
  surname: 'last_name',
  givenname: 'first_name',
  dob: 'date_of_birth',
  tfn: 'tax_file_number',
  email: 'email_address',
  suburb: 'city',
  hourlyrate: 'pay_rate_per_hour',
  dateofcommencement: 'start_date',
  commencementdate: 'start_date',
}

/** Columns that already have field names. */
export function namedColumns(headers: readonly string[], fields: readonly ImportField[]): Matched[] {
  const names = new Set(fields.map(({ name }) => name))
  return headers.map((header) => ({ header, field: names.has(header) ? header : null }))
}

export function matchColumns(
  headers: readonly string[],
  fields: readonly ImportField[],
  about: { kind: ImportKind; preset: PresetName | null; remembered: ReadonlyMap<string, string | null> },
): Matched[] {
  const byName = new Map(fields.map((field) => [plain(field.name), field.name]))
  const preset: Readonly<Record<string, string>> =
    about.preset && PRESETS[about.preset].kind === about.kind ? PRESETS[about.preset].columns : {}
  // Compares letters and digits only: a program’s export writes “- Phone # 1” where its manual says “Phone #1”.
  const fromPreset = new Map<string, string>(
    Object.entries(preset).map(([name, field]) => [plain(name), field]),
  )
  const taken = new Set<string>()
  return headers.map((header) => {
    const key = header.trim().toLowerCase()
    const alias = ALSO[plain(header)]
    const field = about.remembered.has(key)
      ? (about.remembered.get(key) ?? null)
      : (fromPreset.get(plain(header)) ??
        byName.get(plain(header)) ??
        (alias && byName.has(plain(alias)) ? alias : null))
    const isKnown = field !== null && byName.get(plain(field)) === field
    if (!isKnown || taken.has(field)) return { header, field: null }
    taken.add(field)
    return { header, field }
  })
}
