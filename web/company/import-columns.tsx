import { useCompany } from '../current-company.tsx'
import { optionOf } from '../employees/labels.ts'
import { requiredOf } from '../employees/sections.ts'
import { extraFields } from '../import/extra-fields.ts'
import { USUAL } from '../import/prepare.ts'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import type { ImportState } from './use-import.ts'

/** Every column of the file: its content, its field, and how its cells were read. The user can change all of it. */
export function ImportColumns({ state }: { state: ImportState }) {
  const { company, isNz } = useCompany()
  const columns = state.prepared?.columns ?? []
  const taken = new Set(columns.map(({ field }) => field))
  const unknown = columns.filter(({ field }) => field === null).length
  const offered = [...extraFields(state.fields), ...state.fields]
  return (
    <Panel title="Columns">
      {state.foreign.length > 0 && (
        <Notice kind="warning">
          {state.foreign.map((header) => `“${header}”`).join(', ')}: this file is probably about people in{' '}
          {isNz ? 'Australia' : 'New Zealand'}, and {company.legal_name} is in{' '}
          {isNz ? 'New Zealand' : 'Australia'}. Choose their company at the top before you import it.
        </Notice>
      )}
      {unknown === columns.length && (
        <Notice kind="warning">
          No column is matched to a field. The first row must have the headings: add them to the file, or
          choose below what each column is.
        </Notice>
      )}
      <p className="soft">
        {unknown === 0
          ? 'Every column is matched to a field.'
          : `${unknown} of ${columns.length} columns are left out.`}{' '}
        What you choose is remembered for the next file.
      </p>
      <div className="scroll-x">
        <table className="import-columns">
          <caption className="unseen">Columns of the file</caption>
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">First values</th>
              <th scope="col">Is</th>
              <th scope="col">Read as</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ header, field, samples, readAs }) => (
              <tr key={header}>
                <th scope="row">{header}</th>
                <td className="samples">{samples.join(' · ')}</td>
                <td>
                  <select
                    aria-label={`What ${header} is`}
                    value={field ?? ''}
                    onChange={(event) => state.match(header, event.target.value || null)}
                  >
                    <option value="">Left out</option>
                    {offered.map(({ name, label }) => (
                      <option key={name} value={name}>
                        {taken.has(name) && name !== field ? `${label} (moves here)` : label}
                      </option>
                    ))}
                  </select>
                </td>
                <td>{readAs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ForEveryone state={state} taken={taken} />
    </Panel>
  )
}

/** Required fields without a column, with one value for every row. */
function ForEveryone({ state, taken }: { state: ImportState; taken: ReadonlySet<string | null> }) {
  const { company } = useCompany()
  const isPeople = state.fields.some(
    ({ name }) => name === 'has_claimed_tax_free_threshold' || name === 'nz_tax_code',
  )
  const needed = new Set(isPeople ? requiredOf(company.jurisdiction, {}) : [])
  const missing = state.fields.filter(
    ({ name, is_required, value_type: type }) =>
      (is_required || needed.has(name)) &&
      !taken.has(name) &&
      (type === 'flag' || type === 'choice' || type === 'date' || PLACES.has(name)),
  )
  if (missing.length === 0) return null
  return (
    <fieldset className="fields">
      <legend>The same for everyone: not in a column</legend>
      {missing.map(({ name, label, value_type: type, choices }) => (
        <Field key={name} label={label}>
          {(control) =>
            type === 'flag' || type === 'choice' ? (
              <select
                {...control}
                value={String(state.fill[name] ?? USUAL[name] ?? '')}
                onChange={({ target: { value } }) =>
                  state.fillWith(name, type === 'flag' && value !== '' ? value === 'true' : value)
                }
              >
                <option value="">Choose …</option>
                {(type === 'flag' ? ['true', 'false'] : choices).map((choice) => (
                  <option key={choice} value={choice}>
                    {type === 'flag' ? (choice === 'true' ? 'Yes' : 'No') : optionOf(name, choice)}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...control}
                type={type === 'date' ? 'date' : 'text'}
                value={String(state.fill[name] ?? '')}
                onChange={(event) => state.fillWith(name, event.target.value)}
              />
            )
          }
        </Field>
      ))}
    </fieldset>
  )
}

/** Address fields that can be the same for every row, unlike a name. */
const PLACES = new Set(['state', 'city', 'postcode', 'address1'])
