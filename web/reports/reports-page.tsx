import { useState } from 'react'
import { useSearch } from 'wouter'
import { download } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { ListedReport, PayRun, ReportAnswer } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { addDays } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { Charts } from './charts.tsx'
import { ReportTable } from './report-table.tsx'
import { reportTabs } from './tabs.ts'

const FILES = ['csv', 'xlsx', 'pdf'] as const

/** Charts of the last year, and every report of the company to read or to take along. */
export function ReportsPage() {
  const { api, company } = useCompany()
  const reports = useApi<ListedReport[]>(`${api}/reports`)
  return (
    <Page title="Reports" lead="For the accountant, the owner and the auditor" tabs={reportTabs(company.id)}>
      <Charts key={company.id} />
      <ErrorNotice error={reports.error} />
      {reports.data ? <Reports reports={reports.data} /> : !reports.error && <Waiting />}
    </Page>
  )
}

/** `from` null: as the page proposes it for the report. */
type Asked = { from: string | null; to: string; groupBy: string; employee: string }

function Reports({ reports }: { reports: ListedReport[] }) {
  const { api, today } = useCompany()
  const inAddress = new URLSearchParams(useSearch()).get('report')
  const [name, setName] = useState(
    reports.find((each) => each.name === inAddress)?.name ?? reports[0]?.name ?? '',
  )
  const [wanted, setAsked] = useState<Asked>({ from: null, to: today, groupBy: '', employee: '' })
  const report = reports.find((each) => each.name === name)
  // A report of a tax year starts with it; the service knows when that is.
  // The month of the last pay, if that was before this one: a report of a month without pays says nothing.
  const runs = useApi<PayRun[]>(`${api}/pay-runs?from_date=${addDays(today, -366)}`)
  const paid = (runs.data ?? []).filter(({ status }) => status === 'processed')
  const last =
    paid
      .map((run) => run.pay_run_end_date)
      .sort()
      .at(-1) ?? today
  const proposed = report?.is_of_tax_year ? '' : `${(last < today ? last : today).slice(0, 8)}01`
  const asked = { ...wanted, from: wanted.from ?? proposed }
  const path = report ? `${api}/reports/${report.name}?${queryOf(report, asked)}` : null
  const isSpan = asked.from === '' || asked.to === '' || asked.from <= asked.to
  const answer = useApi<ReportAnswer>(isSpan ? path : null)
  const choose = (next: string) => {
    setName(next)
    setAsked({ ...wanted, groupBy: '', employee: '' })
  }
  return (
    <Panel
      title={report?.title ?? 'Report'}
      actions={path && report && <Downloads path={path} name={report.name} />}
    >
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
      {report && <p className="help">{report.description}</p>}
      <ErrorNotice error={answer.error} />
      {answer.data ? <ReportTable report={answer.data} /> : isSpan && !answer.error && <Waiting />}
    </Panel>
  )
}

type ParameterProps = {
  report: ListedReport
  asked: Asked & { from: string }
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
              <option value="">Everybody</option>
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

/** Only what the report takes and what was filled in. */
function queryOf(
  { parameters }: ListedReport,
  { from, to, groupBy, employee }: Asked & { from: string },
): string {
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
