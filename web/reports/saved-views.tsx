import { type FormEvent, useState } from 'react'
import { useIsReader, useWrite } from '../api/hooks.ts'
import type { ListedReport, ReportViewInput, ReportViewShown } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'

export type SavedView = ReportViewShown

type Props = {
  views: SavedView[]
  chosen: SavedView | undefined
  /** The report on the screen, for saving. */
  report: ListedReport
  shown: { from: string; to: string; groupBy: string; employee: string }
  onChoose: (view: SavedView | undefined) => void
}

/** Reports that the user or a colleague saved, and whether they are sent by email. */
export function SavedViews({ views, chosen, report, shown, onChoose }: Props) {
  const { api } = useCompany()
  const [isSaving, setIsSaving] = useState(false)
  const isReader = useIsReader()
  const remove = useWrite<void>(`${api}/report-views`)
  const name = (view: SavedView) => (view.is_own ? view.name : `${view.name} (${view.saved_by})`)
  return (
    <div className="saved-views">
      <Field label="Saved view">
        {(control) => (
          <select
            {...control}
            value={chosen?.id ?? ''}
            onChange={(event) => onChoose(views.find(({ id }) => String(id) === event.target.value))}
          >
            <option value="">{views.length === 0 ? 'None yet' : 'Choose one'}</option>
            {views.map((view) => (
              <option key={view.id} value={view.id}>
                {name(view)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen && !isReader && <Delivery key={chosen.id} view={chosen} />}
      <div className="buttons">
        <button type="button" className="writes" onClick={() => setIsSaving(true)}>
          Save this view
        </button>
        {chosen?.is_own && (
          <button
            type="button"
            className="danger writes"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(
                { method: 'DELETE', path: `${api}/report-views/${chosen.id}` },
                { onSuccess: () => onChoose(undefined) },
              )
            }
          >
            Delete the view
          </button>
        )}
      </div>
      <ErrorNotice error={remove.error} />
      {isSaving && (
        <SaveDialog report={report} shown={shown} onSaved={onChoose} onClose={() => setIsSaving(false)} />
      )}
    </div>
  )
}

const EVERY = { week: 'Each Monday', month: 'On the first of each month' } as const

function Delivery({ view }: { view: SavedView }) {
  const { api } = useCompany()
  const path = `${api}/report-views/${view.id}/delivery`
  const write = useWrite<SavedView | null>(`${api}/report-views`)
  const set = (every: string) =>
    write.mutate(every === '' ? { method: 'DELETE', path } : { method: 'PUT', path, body: { every } })
  const { next_delivery_date: next } = view
  return (
    <>
      <Field label="E-mail it to me" help={next ? `Next on ${day(next)}, as an Excel file.` : ''}>
        {(control) => (
          <select
            {...control}
            value={view.delivered_every ?? ''}
            disabled={write.isPending}
            onChange={(event) => set(event.target.value)}
          >
            <option value="">Never</option>
            {Object.entries(EVERY).map(([every, text]) => (
              <option key={every} value={every}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ErrorNotice error={write.error} />
    </>
  )
}

const PERIODS: Record<Exclude<ReportViewInput['period'], 'dates'>, string> = {
  latest: 'The latest pays',
  'last-week': 'Last week',
  'this-month': 'This month so far',
  'last-month': 'Last month',
  'last-quarter': 'Last quarter',
  'this-tax-year': 'This tax year so far',
  'last-tax-year': 'Last tax year',
}

type SaveProps = Pick<Props, 'report' | 'shown'> & { onSaved: (view: SavedView) => void; onClose: () => void }

function SaveDialog({ report, shown, onSaved, onClose }: SaveProps) {
  const { api } = useCompany()
  const [name, setName] = useState(report.title)
  const [period, setPeriod] = useState<string>('latest')
  const [isShared, setIsShared] = useState(false)
  const save = useWrite<SavedView>(`${api}/report-views`)
  const takesDates = report.parameters.includes('to_date')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const dates = { from_date: shown.from || null, to_date: shown.to || null }
    const body = {
      name,
      report_name: report.name,
      period,
      group_by: shown.groupBy || null,
      employee_id: shown.employee === '' ? null : Number(shown.employee),
      is_shared: isShared,
      ...(period === 'dates' ? dates : {}),
    }
    save.mutate(
      { method: 'POST', path: `${api}/report-views`, body },
      {
        onSuccess: (view) => {
          onSaved(view)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Save “${report.title}”`} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field label="Name">
          {(control) => (
            <input
              {...control}
              required
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {takesDates && (
          <Field label="Dates" help="Counted from the day when the view is opened or e-mailed.">
            {(control) => (
              <select {...control} value={period} onChange={(event) => setPeriod(event.target.value)}>
                {Object.entries(PERIODS).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
                <option value="dates">{`Always ${spanOf(shown)}`}</option>
              </select>
            )}
          </Field>
        )}
        <label className="check-line">
          <input type="checkbox" checked={isShared} onChange={(event) => setIsShared(event.target.checked)} />
          Share it with everyone who may read this company
        </label>
        <Notice>Find it under “Saved view”; you can also have it mailed to you.</Notice>
        <ErrorNotice error={save.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={save.isPending}>
            Save
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function spanOf({ from, to }: { from: string; to: string }): string {
  if (from === '') return to === '' ? 'all dates' : `up to ${day(to)}`
  return to === '' ? `from ${day(from)}` : `${day(from)} to ${day(to)}`
}
