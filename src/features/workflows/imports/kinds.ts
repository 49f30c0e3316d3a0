import type { TSchema } from 'typebox'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import type { ImportRow } from './rows.ts'

/* The interface that every kind of import implements. */

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
  /** For kinds that create draft pays. */
  payDate: CivilDate | null
  periodEnd: CivilDate | null
  /** Called with the number of rows checked or stored so far. */
  onDone(rows: number): void
  /** Called with the ids of the draft pays that were created. */
  onDrafted(payIds: readonly number[]): void
}

export type Importer = {
  /** The record that one row represents. */
  about: string
  fields(country: Country): readonly ImportField[]
  /**
   * Validates the rows, sets the action of each and carries it out. The transaction is rolled back if any row
   * is refused.
   */
  run(call: ImportCall, rows: readonly ImportRow[]): Promise<void>
}

/** The schema keywords that an import needs. */
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

/** The columns of an object schema, with example values. */
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
