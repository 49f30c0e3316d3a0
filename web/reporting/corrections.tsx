import { useMemo, useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The income year that a day lies in, by the year it ends in. */
const incomeYear = (date: string) => Number(date.slice(0, 4)) + (date.slice(5) >= '07-01' ? 1 : 0)

type Action = 'update' | 'finalise' | 'amend'

/** Corrections of what was reported, and the end of the year. */
export function Corrections() {
  const { company, api, today, isNz } = useCompany()
  const obligations = useApi<Obligation[]>(`${api}/obligations`)
  const thisYear = incomeYear(today)
  const [year, setYear] = useState(thisYear)
  const [action, setAction] = useState<Action | null>(null)
  const due = useMemo(
    () =>
      (obligations.data ?? []).filter(
        ({ kind, status }) =>
          status !== 'done' &&
          (kind === 'stp-update' || kind === 'payday-amendment' || kind === 'stp-finalisation'),
      ),
    [obligations.data],
  )
  const changed = due.filter(({ kind }) => kind !== 'stp-finalisation')
  const dates = changed.map((row) => row.period_start).sort()
  const finalisation = due.find(
    ({ kind, reference }) => kind === 'stp-finalisation' && reference === String(year),
  )
  return (
    <Panel title={isNz ? 'Amendments' : 'Corrections and year end'}>
      {changed.length === 0 ? (
        <p className="soft">What was reported is what the pays say.</p>
      ) : (
        <Notice kind="warning">
          Pays changed after they were reported
          <ul>
            {changed.map((row) => (
              <li key={`${row.kind} ${row.reference}`}>
                {day(row.period_start)}: {row.employees.map(({ name }) => name).join(', ')} (by{' '}
                {day(row.due_date)})
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="filters">
        {!isNz && (
          <Field label="Income year">
            {(control) => (
              <select value={year} onChange={(event) => setYear(Number(event.target.value))} {...control}>
                {[thisYear, thisYear - 1, thisYear - 2].map((each) => (
                  <option key={each} value={each}>
                    {each - 1}–{String(each).slice(2)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {isNz ? (
          <button type="button" disabled={dates.length === 0} onClick={() => setAction('amend')}>
            Amend filed paydays
          </button>
        ) : (
          <>
            <button type="button" onClick={() => setAction('update')}>
              Send an update event
            </button>
            <button type="button" onClick={() => setAction('finalise')}>
              Finalise the year
            </button>
          </>
        )}
      </div>
      {!isNz && finalisation && finalisation.employees.length > 0 && (
        <p className="soft">
          Not final yet: {finalisation.employees.map(({ name }) => name).join(', ')} (due{' '}
          {day(finalisation.due_date)}).
        </p>
      )}
      {action && (
        <ReportDialog
          title={TITLES[action]}
          path={
            action === 'amend'
              ? `/api/payday-filing/${company.id}/submit`
              : `/api/single-touch/${company.id}/${action}`
          }
          body={action === 'amend' ? { from_date: dates[0], to_date: dates.at(-1) } : { year }}
          nothing={
            action === 'finalise' ? 'Everybody is final already.' : 'Nothing has changed since it was lodged.'
          }
          onClose={() => setAction(null)}
        />
      )}
    </Panel>
  )
}

const TITLES: Record<Action, string> = {
  update: 'Update event',
  finalise: 'Finalise the year',
  amend: 'Amend filed paydays',
}
