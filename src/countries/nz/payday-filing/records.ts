import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { checkIrdNumber } from '../../../identifiers/ird-number.ts'
import { isInlandRevenueEmail } from '../../../identifiers/reported-text.ts'
import { isCivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'

const RECORD_NAMES = ['HEI2', 'DEI', 'EIA2', 'DTI', 'DAI', 'HED2', 'DED', 'TED'] as const
export type RecordName = (typeof RECORD_NAMES)[number]

/** One record by field name, with every value as it is printed. */
export type FileRecord = Readonly<Record<string, string>>

type FieldType = 'ANUM' | 'ALPHA' | 'NUM' | 'ANAM' | 'PDEC' | 'DEC' | 'DATE' | 'IRD' | 'RANGE' | 'EMAIL'
type Field = { name: string; type: FieldType; size: number; isRequired: boolean }

const FILE = parse(readFileSync(join(import.meta.dirname, 'records.yaml'), 'utf8')) as Record<
  string,
  [string, FieldType, number, string?][]
>
const LAYOUTS = new Map(
  Object.entries(FILE).map(([record, rows]) => [
    record,
    rows.map(([name, type, size, required]): Field => ({ name, type, size, isRequired: required === 'R' })),
  ]),
)
// An amendment has the line as it was filed and the line as it should be. Both have the layout of a normal line.
for (const name of ['DTI', 'DAI']) LAYOUTS.set(name, present(LAYOUTS.get('DEI')))

/** The field names of a record, without the field that names the record. */
export function fieldsOf(record: RecordName): string[] {
  return present(LAYOUTS.get(record))
    .map(({ name }) => name)
    .filter((name) => name !== 'record')
}

/** Writes a record as a line of the file. Missing fields are blank. */
export function writeRecord(record: RecordName, values: FileRecord): string {
  const fields = present(LAYOUTS.get(record))
  return fields.map(({ name }) => (name === 'record' ? record : (values[name] ?? ''))).join(',')
}

/** Reads a line of the file. Throws for an unknown record or a wrong number of fields. */
export function readRecord(line: string): { record: RecordName; values: FileRecord } {
  const parts = line.split(',')
  const record = RECORD_NAMES.find((name) => name === parts[0])
  if (!record) throw new RangeError(`${parts[0]} is not a record of this file`)
  const fields = present(LAYOUTS.get(record))
  if (fields.length !== parts.length)
    throw new RangeError(`${record} has ${fields.length} fields, not ${parts.length}`)
  return {
    record,
    values: Object.fromEntries(fields.map(({ name }, index) => [name, present(parts[index])])),
  }
}

/** An error in a field of a line. */
export type FieldFault = { field: string; rule: string; message: string }

/** Checks every field of a record as Inland Revenue's upload does: required, length and format. */
export function checkRecord(record: RecordName, values: FileRecord): FieldFault[] {
  return present(LAYOUTS.get(record)).flatMap((field) => {
    const text = values[field.name] ?? ''
    const where = `${record} field ${field.name}`
    if (text === '')
      return field.isRequired
        ? [
            {
              field: field.name,
              rule: 'required',
              message: `${where} ${MISSING[field.name] ?? 'is missing.'}`,
            },
          ]
        : []
    if (text.length > field.size)
      return [{ field: field.name, rule: 'length', message: `${where} is longer than ${field.size}.` }]
    const isFine = field.name === 'record' || FORMS[field.type](text)
    if (isFine) return []
    const message = text.startsWith('-')
      ? `${where} is below zero, which Inland Revenue does not accept: correct the earlier pay, so that its payday is amended, or send prior_period_adjustments with a later payday.`
      : `${where} does not have the form of ${field.type}.`
    return [{ field: field.name, rule: 'format', message }]
  })
}

/** What to enter, for a field that is empty although the employee has a value. */
const MISSING: Record<string, string> = {
  name: 'has no letter that Inland Revenue accepts. Enter reporting_first_name and reporting_last_name.',
}

const ABSENT_IRD = '000000000'

const FORMS: Record<FieldType, (text: string) => boolean> = {
  ANUM: (text) => /^[A-Za-z0-9 -]+$/.test(text),
  ALPHA: (text) => /^[A-Za-z ]+$/.test(text),
  NUM: (text) => /^\d+$/.test(text),
  ANAM: (text) => /^[\x20-\x7e]+$/.test(text) && !/[,[\]\\"]/.test(text),
  PDEC: (text) => /^\d+$/.test(text),
  DEC: (text) => /^-?\d+$/.test(text),
  DATE: (text) => /^\d{8}$/.test(text) && isCivilDate(text.replace(/^(....)(..)(..)$/, '$1-$2-$3')),
  IRD: (text) => /^\d{9}$/.test(text) && (text === ABSENT_IRD || checkIrdNumber(text) === null),
  RANGE: (text) => /^[\x20-\x7e]+$/.test(text) && !text.includes(','),
  EMAIL: isInlandRevenueEmail,
}
