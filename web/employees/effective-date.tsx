import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { Employee, EmployeeResult } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { AffectedPays } from './affected-pays.tsx'
import { isDatedField } from './dated-fields.ts'
import { labelOf, valueText } from './labels.ts'
import type { Members } from './save-employee.ts'

type Props = {
  employee: Employee
  members: Members
  isSaving: boolean
  error: Error | null
  /** The effective date, or null to correct a mistake. */
  onSave: (from: string | null) => void
  onClose: () => void
}

/** Asks for the effective date of a change to pay or hours. */
export function EffectiveDate({ employee, members, isSaving, error, onSave, onClose }: Props) {
  const { api, today } = useCompany()
  const [from, setFrom] = useState(today)
  const paid = useApi<{ status: string }[]>(`${api}/pays?employee_id=${employee.id}`)
  const wasPaid = paid.data?.some(({ status }) => status === 'processed') ?? true
  const [chosen, setIsMistake] = useState<boolean | null>(null)
  // Before the first pay there is nothing that was right until a day.
  const isMistake = chosen ?? !wasPaid
  const problem = error instanceof ApiError ? error.fields.effective_from : undefined
  const path = `${api}/employees/update?dry_run=true`
  const trial = useQuery({
    queryKey: ['trial', path, employee.id, members, from],
    queryFn: () =>
      call<EmployeeResult[]>('PATCH', path, [{ id: employee.id, ...members, effective_from: from }]),
    enabled: !isMistake && from !== '' && from <= today,
    retry: false,
  })
  const dated = Object.keys(members).filter(isDatedField)
  return (
    <Dialog title="From which day does this apply?" onClose={onClose}>
      <div className="form">
        <ul>
          {dated.map((name) => (
            <li key={name}>
              {labelOf(name)}: {valueText(name, (employee as Members)[name])} →{' '}
              <b>{valueText(name, members[name])}</b>
            </li>
          ))}
        </ul>
        <label className="check-line">
          <input type="radio" name="kind" checked={!isMistake} onChange={() => setIsMistake(false)} />
          It changes on a date
        </label>
        {!isMistake && (
          <Field label="From" help={helpOf(from, today)} problem={problem}>
            {(control) => (
              <input
                type="date"
                value={from}
                onChange={(event) => setFrom(event.target.value)}
                {...control}
              />
            )}
          </Field>
        )}
        {!isMistake && <AffectedPays pays={trial.data?.[0]?.affected_pays ?? []} />}
        <label className="check-line">
          <input type="radio" name="kind" checked={isMistake} onChange={() => setIsMistake(true)} />
          {wasPaid
            ? 'It was a typing error: correct it without a date'
            : 'Correct it without a date: nothing was paid yet'}
        </label>
        {!problem && <ErrorNotice error={error} />}
        <div className="buttons">
          <button
            type="button"
            className="main"
            disabled={isSaving || paid.isPending || (!isMistake && (from === '' || trial.isFetching))}
            onClick={() => onSave(isMistake ? null : from)}
          >
            {isSaving ? 'Saving …' : 'Save'}
          </button>
          <button type="button" onClick={onClose}>
            Back to the form
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function helpOf(from: string, today: string): string {
  if (from > today) return 'Until then the employee does not change.'
  if (from < today) return 'Earlier drafts are listed, and back pay for a rise is calculated.'
  return 'It applies from today.'
}
