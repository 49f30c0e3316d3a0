import { type Static, Type } from 'typebox'
import { closed, component, DryRunQuery, nullable, words } from '../../../http/schema.ts'
import { PayDateQuery, PeriodEndDate } from '../../pays/pays/index.ts'
import { IMPORT_KINDS } from './kinds.ts'
import { PRESET_NAMES } from './presets.ts'
import { REASONS_MAX } from './rows.ts'

export const ImportKind = words(IMPORT_KINDS)

export const ImportQuery = closed({
  ...DryRunQuery,
  preset: Type.Optional(
    words(PRESET_NAMES, { description: 'Reads the column names of another program: see `GET …/imports`.' }),
  ),
  date_format: Type.Optional(
    words(['YMD', 'DMY'] as const, { description: 'Dates as YYYY-MM-DD (default), or as day/month/year.' }),
  ),
  named_by_field: Type.Optional(
    Type.Boolean({
      description:
        'The columns have the names of our fields: no preset, synonym or remembered column applies. Default false.',
    }),
  ),
  pay_date: Type.Optional(PayDateQuery),
  period_end_date: Type.Optional(PeriodEndDate),
  file_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Shown in `GET …/past-imports`.' }),
  ),
  part_of: Type.Optional(
    Type.Integer({
      description:
        'Employees only: your import of the first rows of the same file. Both are listed and undone as one.',
    }),
  ),
})

/** A row by column names. Each kind of import validates the values row by row. */
export const ImportRows = Type.Array(
  Type.Record(
    Type.String({ maxLength: 100 }),
    Type.Unsafe<string | number | boolean | null>({
      type: ['string', 'number', 'boolean', 'null'],
      'x-text': 'any',
    }),
  ),
  { examples: [[{ employee_number: 'E100', period_end_date: '2025-09-28', gross: '1520.00' }]] },
)

const Column = closed({
  header: Type.String({ maxLength: 200 }),
  field: nullable(Type.String({ maxLength: 100 }), { description: 'Null: the column is ignored.' }),
})
export const ImportColumns = component(
  'ImportColumns',
  Type.Array(Column, { maxItems: 500, examples: [[{ header: 'Surname', field: 'last_name' }]] }),
)

/** The maximum number of refused rows in one answer. */
export const REFUSED_SHOWN = 1000

export const ImportResult = component(
  'ImportResult',
  closed({
    kind: words(IMPORT_KINDS),
    is_stored: Type.Boolean({ description: 'False in a dry run.' }),
    import_id: nullable(Type.Integer(), {
      description: 'Of employees, timesheets and leave: for `POST …/past-imports/{import_id}/undo`.',
    }),
    totals: closed({
      rows: Type.Integer(),
      create: Type.Integer(),
      update: Type.Integer(),
      replace: Type.Integer(),
      draft: Type.Integer(),
      refused: Type.Integer({ description: 'All refused rows, listed or not.' }),
    }),
    columns: ImportColumns,
    rows: Type.Array(
      closed({
        row: Type.Integer({ description: 'The line of the file; in a JSON list, the index from 0.' }),
        subject: Type.String({ description: 'The employee the row is about.' }),
        action: nullable(words(['create', 'update', 'replace', 'draft', 'refused'] as const)),
        errors: Type.Array(closed({ field: nullable(Type.String()), message: Type.String() })),
        warnings: Type.Array(Type.String()),
      }),
      {
        description: `Every row that is not refused, and the first ${REFUSED_SHOWN.toLocaleString('en')} that are, each with up to ${REASONS_MAX} reasons.`,
      },
    ),
  }),
)
export type ImportResult = Static<typeof ImportResult>

export const ImportKindView = component(
  'ImportKind',
  closed({
    kind: words(IMPORT_KINDS),
    about: Type.String(),
    fields: Type.Array(
      closed({
        name: Type.String(),
        is_required: Type.Boolean(),
        description: Type.String(),
        example: Type.String(),
        value_type: words(['text', 'date', 'number', 'flag', 'choice'] as const),
        choices: Type.Array(Type.String(), { description: 'The values of a `choice`.' }),
      }),
    ),
    presets: Type.Array(closed({ preset: words(PRESET_NAMES), name: Type.String(), source: Type.String() })),
  }),
)
