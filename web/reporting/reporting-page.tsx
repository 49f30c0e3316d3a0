import { useMemo } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Submission } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Corrections } from './corrections.tsx'
import { Obligations } from './obligations.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { SubmissionBadge, submissionName } from './submission-summary.tsx'
import { SuperFiles } from './super-files.tsx'

/** What is owed to whom by when, what was lodged, and what was answered. */
export function ReportingPage() {
  const { company, wording, isNz } = useCompany()
  return (
    <Page
      title="Reporting"
      lead={`${wording.lodging} to ${wording.authority}`}
      actions={isNz && <Link href={paths.holidaysAct(company.id)}>Holidays Act check</Link>}
    >
      <Obligations />
      <Corrections key={`corrections ${company.id}`} />
      <Submissions key={company.id} />
      {!isNz && <SuperFiles />}
      <Reconciliation key={`reconciliation ${company.id}`} />
    </Page>
  )
}

function Submissions() {
  const { company, isNz, wording } = useCompany()
  const path = `/api/${isNz ? 'payday-filing' : 'single-touch'}/${company.id}/submissions`
  const submissions = useApi<Submission[]>(path)
  const columns = useMemo(
    (): Column<Submission>[] => [
      {
        id: 'id',
        title: 'Submission',
        value: (row) => row.id,
        cell: (row) => <Link href={paths.submission(company.id, row.id)}>{submissionName(row)}</Link>,
      },
      {
        id: 'status',
        title: 'State',
        value: (row) => row.status,
        cell: (row) => <SubmissionBadge status={row.status} />,
      },
      { id: 'pay', title: 'Pays of', value: (row) => row.pay_date, cell: (row) => day(row.pay_date) },
      { id: 'due', title: 'Due', value: (row) => row.due_date, cell: (row) => day(row.due_date) },
      { id: 'people', title: 'People', isNumber: true, value: (row) => row.payee_count },
      {
        id: 'answer',
        title: 'Answer',
        value: (row) => row.receipt ?? row.notes[0]?.message ?? row.last_error ?? 'none yet',
        cell: (row) => (
          <span className="wrap">{row.receipt ?? row.notes[0]?.message ?? row.last_error ?? 'none yet'}</span>
        ),
      },
    ],
    [company.id],
  )
  return (
    <Panel title="Submissions and answers">
      <ErrorNotice error={submissions.error} />
      {submissions.data ? (
        <DataTable
          caption="Submissions"
          rows={submissions.data}
          columns={columns}
          rowKey={(row) => row.id}
          pageSize={25}
          empty={`Nothing was lodged yet. Open a processed pay run and choose “${wording.lodge}”.`}
        />
      ) : (
        !submissions.error && <Waiting />
      )}
    </Panel>
  )
}
