import type { TSchema } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import type { ImportRow } from './rows.ts'

/* What every kind of import says of itself. */

export const IMPORT_KINDS = [
  'employees',
  'payees',
  'pay-rates',
  'company-allowances',
  'opening-balances',
  'pay-history',
  'standing-items',
  'bank-accounts',
  'super-funds',
  'timesheets',
  'leave-taken',
  'bank-answers',
  'super-answers',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** A column of the template. */
export type ImportField = { name: string; schema: TSchema; isRequired: boolean; example: string }

export type ImportCall = {
  service: Service
  tx: Tx
  company: Company
  /** For kinds that draft pays. */
  payDate: CivilDate | null
  periodEnd: CivilDate | null
  /** Called with the number of rows checked or stored so far. */
  onDone(rows: number): void
}

export type Importer = {
  /** What a row of it is. */
  about: string
  fields(country: Country): readonly ImportField[]
  /** Checks the rows, says what each does, and does it: the transaction is rolled back when any row is refused. */
  run(call: ImportCall, rows: readonly ImportRow[]): Promise<void>
}

/** The parts of a schema that an import needs. */
export type SchemaFacts = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  description?: string
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  required?: string[]
  examples?: Record<string, unknown>[]
}

export const factsOf = (schema: TSchema): SchemaFacts => schema

/** The columns of an object schema, with the values of an example. */
export function fieldsOf(
  schema: TSchema,
  examples: Record<string, unknown> = {},
  leftOut: readonly string[] = [],
): ImportField[] {
  const { properties = {}, required = [] } = factsOf(schema)
  return Object.entries(properties)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, member]) => ({
      name,
      schema: member,
      isRequired: required.includes(name),
      example: String(examples[name] ?? ''),
    }))
}
