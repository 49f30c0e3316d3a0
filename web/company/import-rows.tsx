import { useMemo } from 'react'
import type { Employee, ImportResult } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { helpsFor } from '../employees/helps.ts'
import { inLabels, labelOf, optionOf, valueText } from '../employees/labels.ts'
import { plural } from '../format.ts'
import type { PreparedRow } from '../import/prepare.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { type ControlProps, Field } from '../parts/field.tsx'
import { Panel } from '../parts/page.tsx'
import type { ImportState } from './use-import.ts'

type ResultRow = ImportResult['rows'][number]
type Shown = ResultRow & { says: string; values: string }

const ACTIONS: Record<NonNullable<ResultRow['action']>, string> = {
  create: 'New',
  update: 'Changes',
  replace: 'Replaces',
  draft: 'Draft pay',
  refused: 'Needs a fix',
}
/** Numbers that must not be shown in a list. */
const PRIVATE = /tax_file_number|ird_number|account_number/

const COLUMNS: Column<Shown>[] = [
  { id: 'row', title: 'Row', value: (row) => row.row + 1, isNumber: true },
  { id: 'subject', title: 'Who', value: (row) => row.subject },
  { id: 'action', title: 'What it does', value: (row) => (row.action ? ACTIONS[row.action] : '') },
  { id: 'values', title: 'Values', value: (row) => row.values },
  { id: 'says', title: 'Remarks', value: (row) => row.says },
]

/** Every row with its effect: the values of new employees, and the changes to existing ones. */
export function ImportRows({ state, result }: { state: ImportState; result: ImportResult }) {
  const rows = useMemo(() => {
    const byNumber = new Map((state.people ?? []).map((person) => [person.number, person]))
    return result.rows
      .filter(({ action }) => action !== 'refused')
      .map((row): Shown => {
        const given = state.prepared?.rows[row.row] ?? {}
        const before = row.action === 'update' ? byNumber.get(String(given.number)) : undefined
        return {
          ...row,
          says: [...(state.prepared?.notes[row.row] ?? []), ...row.warnings.map(inLabels)].join(' '),
          values: before ? changesOf(given, before) : valuesOf(given),
        }
      })
  }, [state.people, state.prepared, result.rows])
  if (rows.length === 0) return null
  return (
    <DataTable
      caption="Rows of the file"
      rows={rows}
      columns={COLUMNS}
      rowKey={(row) => row.row}
      pageSize={25}
    />
  )
}

const NAMED = new Set(['first_name', 'last_name', 'number'])
const VALUES = 6
/** Fields that pays depend on come first. */
const FIRST = [
  'pay_rate_per_hour',
  'annual_salary',
  'standard_hours_per_day',
  'standard_days_per_week',
  'employment_status',
  'start_date',
]

function valuesOf(given: PreparedRow): string {
  const placeOf = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const own = Object.entries(given)
    .filter(([name]) => !NAMED.has(name) && !PRIVATE.test(name))
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  const shown = own.slice(0, VALUES).map(([name, value]) => `${labelOf(name)}: ${valueText(name, value)}`)
  return own.length > VALUES ? `${shown.join(', ')} and ${own.length - VALUES} more` : shown.join(', ')
}

function changesOf(given: PreparedRow, before: Employee): string {
  const changes = Object.entries(given).flatMap(([name, value]) => {
    const old = (before as Readonly<Record<string, unknown>>)[name] ?? ''
    if (isSame(old, value)) return []
    if (PRIVATE.test(name)) return [labelOf(name)]
    return [`${labelOf(name)}: ${valueText(name, old)} → ${valueText(name, value)}`]
  })
  return changes.length === 0 ? 'Nothing changes' : changes.join(', ')
}

const isSame = (old: unknown, value: string | boolean) =>
  String(old) === String(value) ||
  (typeof old === 'number' && typeof value === 'string' && value !== '' && Number(value) === old) ||
  String(old).replaceAll(/[\s-]/g, '').toLowerCase() === String(value).replaceAll(/[\s-]/g, '').toLowerCase()

/** Rows that cannot be imported yet, with the cells to fix. The other rows can be imported without them. */
export function RowsToFix({ state, result }: { state: ImportState; result: ImportResult }) {
  const helps = helpsFor(useCompany().company.jurisdiction)
  const refused = result.rows.filter(({ action }) => action === 'refused')
  if (refused.length === 0) return null
  const known = new Map(state.fields.map((field) => [field.name, field]))
  return (
    <Panel title={`${plural(result.totals.refused, 'row needs', 'rows need')} a fix`}>
      <ul className="rows-to-fix">
        {refused.slice(0, SHOWN).map((row) => {
          const given = state.prepared?.rows[row.row] ?? {}
          const loose = row.errors.filter(({ field }) => !known.has(field ?? ''))
          const names = [
            ...new Set(row.errors.flatMap(({ field }) => (known.has(field ?? '') ? (field ?? '') : []))),
          ]
          return (
            <li key={row.row}>
              <strong>
                Row {row.row + 1}
                {row.subject && `: ${row.subject}`}
              </strong>
              {loose.map(({ message }) => (
                <p key={message}>{inLabels(withRowNumber(message))}</p>
              ))}
              <div className="fields">
                {names.map((name) => (
                  <Field
                    key={name}
                    label={known.get(name)?.label ?? labelOf(name)}
                    help={helps[name]}
                    problem={row.errors
                      .filter(({ field }) => field === name)
                      .map(({ message }) => reasonOf(name, message))
                      .join(' ')}
                  >
                    {(control) => (
                      <Cell
                        control={control}
                        field={known.get(name)}
                        text={textOf(given[name])}
                        onEdit={(text) => state.edit(row.row, name, text)}
                      />
                    )}
                  </Field>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
      {refused.length > SHOWN && <p className="soft">The first {SHOWN} are listed.</p>}
    </Panel>
  )
}

type CellProps = {
  control: ControlProps
  field: ImportState['fields'][number] | undefined
  text: string
  onEdit(text: string): void
}

/** A cell to fix: a list where only some values are possible, so that no one has to guess their words. */
function Cell({ control, field, text, onEdit }: CellProps) {
  const choices = field?.value_type === 'flag' ? ['Yes', 'No'] : (field?.choices ?? [])
  if (field && choices.length > 0)
    return (
      <select
        {...control}
        value={choices.includes(text) ? text : ''}
        onChange={({ target }) => onEdit(target.value)}
      >
        <option value="">Choose …</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {field.value_type === 'flag' ? choice : optionOf(field.name, choice)}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...control}
      defaultValue={text}
      onBlur={(event) => {
        if (event.target.value !== text) onEdit(event.target.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

const SHOWN = 50

/** The API counts the rows of a list from 0, and the screen from 1. */
const withRowNumber = (message: string) =>
  message.replace(/^The row repeats row (\d+)\./, (_, row) => `The row repeats row ${Number(row) + 1}.`)
const textOf = (value: string | boolean | undefined) =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? '')

/** The message without the field's name, which is already the label. */
function reasonOf(name: string, message: string): string {
  const text = inLabels(message.replace(new RegExp(`^${name}:? `), ''))
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
