import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { DERIVED_FROM, type DerivedFrom, derivedFields } from './derived.ts'
import {
  EMPLOYEE_FIELDS,
  type EmployeeField,
  fieldOf,
  isDecimal,
  SENSITIVE_FIELDS,
  VIEW_COLUMNS,
} from './fields.ts'
import { type LawRates, lawRatesOn } from './law-rates.ts'
import type { TextRow } from './text-queries.ts'

type Column = (typeof VIEW_COLUMNS)[number]
/** Writes a value of the row with this id. */
type Write = (text: string, id: string) => string

/** The number is opened first: the treatment code follows from it, and it is shown. */
const TFN_PLACE = VIEW_COLUMNS.indexOf('tax_file_number')
const ID_PLACE = VIEW_COLUMNS.indexOf('id')
const FLAGS = ['is_terminated', 'is_deleted']
const WHOLE = ['id', 'company_id']
/** Anything but the plainest characters goes through JSON.stringify. */
const IS_PLAIN = /^[ !#-[\]-~]*$/

/**
 * Makes the function that writes one row of texts as the JSON of the read model. It says the same as `viewEmployee`,
 * which a test checks member by member. Ten thousand employees have 1.4 million values: writing them straight from the
 * database's texts took a third of the time of making objects, converting them and serialising those. `isMasked`: tax and
 * bank account numbers show their last digits only, as in the payload of an event. `day`: whose law holds, if not today's.
 */
export function createTextWriter(
  service: Service,
  { isMasked = false, day }: { isMasked?: boolean; day?: CivilDate } = {},
): (row: TextRow) => string {
  const law = lawRatesOn(service, day ?? service.clock.today())
  const columns = VIEW_COLUMNS.map((name, index) => ({
    key: `${index === 0 ? '{' : ','}"${name}":`,
    unset: unsetText(name, law),
    write: writerOf(name, service, isMasked),
  }))
  const places = DERIVED_FROM.map((name) => ({
    name,
    place: VIEW_COLUMNS.indexOf(name),
    isFlag: isFlag(name),
  }))
  return (row) => {
    const tfn = row[TFN_PLACE]
    const id = row[ID_PLACE] ?? ''
    row[TFN_PLACE] = tfn ? service.cipher.open('employees.tax_file_number', id, tfn) : null
    let text = ''
    for (let i = 0; i < columns.length; i++) {
      const { key, unset, write } = present(columns[i])
      const value = row[i] ?? null
      text += key + (value === null ? unset : write(value, id))
    }
    const source: Record<string, unknown> = {}
    for (const { name, place, isFlag: flag } of places) {
      const value = row[place] ?? null
      source[name] = flag && value !== null ? value === 't' : value
    }
    return `${text},${JSON.stringify(derivedFields(source as DerivedFrom)).slice(1)}`
  }
}

function unsetText(name: Column, law: LawRates): string {
  if (name === 'super_rate' || name === 'compulsory_super_rate') return law.super
  if (name === 'kiwisaver_employee_rate') return law.kiwisaverEmployee
  return name === 'kiwisaver_employer_rate' ? law.kiwisaverEmployer : 'null'
}

function writerOf(name: Column, { cipher }: Service, isMasked: boolean): Write {
  const show = isMasked ? (text: string) => quote(text === '' ? text : mask(text)) : quote
  if (name === 'tax_file_number') return show
  const sensitive = SENSITIVE_FIELDS.find((field) => field === name)
  if (sensitive) return (sealed, id) => show(cipher.open(`employees.${sensitive}`, id, sealed))
  if (isDecimal(name)) return (text) => String(Number(text))
  if (isFlag(name)) return (text) => (text === 't' ? 'true' : 'false')
  const kind = isField(name) ? fieldOf(name).kind : undefined
  const isWhole = WHOLE.includes(name) || kind === 'whole' || kind === 'option'
  return isWhole ? (text) => text : quote
}

function quote(text: string): string {
  return IS_PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

function isFlag(name: Column): boolean {
  return FLAGS.includes(name) || (isField(name) && fieldOf(name).kind === 'flag')
}

function isField(name: Column): name is Column & EmployeeField {
  return Object.hasOwn(EMPLOYEE_FIELDS, name)
}
