import { useState } from 'react'
import { useSearch } from 'wouter'
import { download } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { ListedReport, ReportAnswer } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { Charts } from './charts.tsx'
import { ReportTable } from './report-table.tsx'
import { type SavedView, SavedViews } from './saved-views.tsx'
import { reportTabs } from './tabs.ts'
import { reportHelp } from './words.ts'

const FILES = ['csv', 'xlsx', 'pdf'] as const

/** Charts of the last year, and every report of the company to view or download. */
export function ReportsPage() {
  const { api, company } = useCompany()
  const reports = useApi<ListedReport[]>(`${api}/reports`)
  const views = useApi<SavedView[]>(`${api}/report-views`)
  return (
    <Page title="Reports" lead="For the accountant, the owner and the auditor" tabs={reportTabs(company.id)}>
      <Charts key={company.id} />
      <ErrorNotice error={reports.error ?? views.error} />
      {reports.data && views.data ? (
        <Reports key={company.id} reports={reports.data} views={views.data} />
      ) : (
        !reports.error && !views.error && <Waiting />
      )}
    </Page>
  )
}

/** Null dates mean the service's suggestion for the report. */
type Asked = { from: string | null; to: string | null; groupBy: string; employee: string }
type Shown = { from: string; to: string; groupBy: string; employee: string }
const NOTHING: Asked = { from: null, to: null, groupBy: '', employee: '' }

const askedOf = (view: SavedView): Asked => ({
  from: view.from_date ?? '',
  to: view.to_date ?? '',
  groupBy: view.group_by ?? '',
  employee: view.employee_id === null ? '' : String(view.employee_id),
})

function Reports({ reports, views }: { reports: ListedReport[]; views: SavedView[] }) {
  const { api } = useCompany()
  const inAddress = new URLSearchParams(useSearch())
  const [chosen, setChosen] = useState(views.find(({ id }) => String(id) === inAddress.get('view')))
  const wantedName = chosen?.report_name ?? inAddress.get('report')
  const [name, setName] = useState(
    reports.find((each) => each.name === wantedName)?.name ?? reports[0]?.name ?? '',
  )
  const [wanted, setAsked] = useState<Asked>(chosen ? askedOf(chosen) : NOTHING)
  const report = reports.find((each) => each.name === name)
  const asked = {
    ...wanted,
    from: wanted.from ?? report?.suggested_from_date ?? '',
    to: wanted.to ?? report?.suggested_to_date ?? '',
  }
  const path = report ? `${api}/reports/${report.name}?${queryOf(report, asked)}` : null
  const isSpan = asked.from === '' || asked.to === '' || asked.from <= asked.to
  const answer = useApi<ReportAnswer>(isSpan ? path : null)
  const choose = (next: string) => {
    setName(next)
    setChosen(undefined)
    setAsked({ ...wanted, groupBy: '', employee: '' })
  }
  const open = (view: SavedView | undefined) => {
    setChosen(view)
    if (!view) return
    setName(view.report_name)
    setAsked(askedOf(view))
  }
  return (
    <Panel
      title={report?.title ?? 'Report'}
      actions={path && report && <Downloads path={path} name={report.name} />}
    >
      {report && (
        <SavedViews
          views={views}
          chosen={views.find(({ id }) => id === chosen?.id) ?? chosen}
          report={report}
          shown={asked}
          onChoose={open}
        />
      )}
      <div className="report-form">
        <Field label="Report">
          {(control) => (
            <select {...control} value={name} onChange={(event) => choose(event.target.value)}>
              {reports.map((each) => (
                <option key={each.name} value={each.name}>
                  {each.title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {report && (
          <Parameters
            report={report}
            asked={asked}
            onChange={(change) => setAsked({ ...wanted, ...change })}
          />
        )}
      </div>
      {report && <p className="help">{reportHelp(report.description)}</p>}
      <ErrorNotice error={answer.error} />
      {answer.data ? <ReportTable report={answer.data} /> : isSpan && !answer.error && <Waiting />}
    </Panel>
  )
}

type ParameterProps = {
  report: ListedReport
  asked: Shown
  onChange: (change: Partial<Asked>) => void
}

function Parameters({ report, asked, onChange: set }: ParameterProps) {
  const { company } = useCompany()
  const takes = (parameter: ListedReport['parameters'][number]) => report.parameters.includes(parameter)
  return (
    <>
      {takes('from_date') && (
        <Field label="From" help={report.is_of_tax_year ? 'Empty: the start of the tax year.' : ''}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={asked.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
        </Field>
      )}
      {takes('to_date') && (
        <Field label={takes('from_date') ? 'To' : 'On'}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={asked.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          )}
        </Field>
      )}
      {report.groupings.length > 1 && (
        <Field label="Show">
          {(control) => (
            <select
              {...control}
              value={asked.groupBy}
              onChange={(event) => set({ groupBy: event.target.value })}
            >
              {report.groupings.map(({ name, title }, index) => (
                <option key={name} value={index === 0 ? '' : name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {takes('employee_id') && (
        <Field label="Employee">
          {(control) => (
            <select
              {...control}
              value={asked.employee}
              onChange={(event) => set({ employee: event.target.value })}
            >
              <option value="">Everyone</option>
              {company.employees.map(({ id, format_name }) => (
                <option key={id} value={id}>
                  {format_name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  )
}

/** Only filled parameters that the report accepts. */
function queryOf({ parameters }: ListedReport, { from, to, groupBy, employee }: Shown): string {
  const values = { from_date: from, to_date: to, group_by: groupBy, employee_id: employee }
  const given = Object.entries(values).filter(
    ([name, value]) => value !== '' && parameters.some((parameter) => parameter === name),
  )
  return new URLSearchParams(given).toString()
}

function Downloads({ path, name }: { path: string; name: string }) {
  const [problem, setProblem] = useState<Error | null>(null)
  const [waiting, setWaiting] = useState('')
  const take = async (format: string) => {
    setWaiting(format)
    setProblem(null)
    await download(`${path}&format=${format}`, `${name}.${format}`).catch(setProblem)
    setWaiting('')
  }
  return (
    <>
      {FILES.map((format) => (
        <button
          key={format}
          type="button"
          className="reads"
          disabled={waiting !== ''}
          onClick={() => take(format)}
        >
          {waiting === format ? '…' : format.toUpperCase()}
        </button>
      ))}
      <ErrorNotice error={problem} />
    </>
  )
}
