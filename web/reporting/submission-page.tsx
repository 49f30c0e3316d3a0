import { useParams } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { SubmissionDetail } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { moment, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { DocumentText } from '../parts/document-text.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { SubmissionActions } from './submission-actions.tsx'
import { SubmissionSummary, submissionName } from './submission-summary.tsx'

const LOOK_EVERY_MS = 3000

/** One submission: the message sent and the authority's response. */
export function SubmissionPage() {
  const { submissionId } = useParams<{ submissionId: string }>()
  const { company, isNz, wording } = useCompany()
  const base = `/api/${isNz ? 'payday-filing' : 'single-touch'}/${company.id}/submissions/${submissionId}`
  const first = useApi<SubmissionDetail>(base)
  const isOpen = first.data?.status === 'queued' || first.data?.status === 'sent'
  const submission = useApi<SubmissionDetail>(base, { everyMs: isOpen ? LOOK_EVERY_MS : false })
  const { data } = submission
  if (!data) return submission.error ? <ErrorNotice error={submission.error} /> : <Waiting />
  return (
    <Page
      title={submissionName(data)}
      lead={`${wording.lodging} · made ${moment(data.created_at)}`}
      back={{ to: paths.reporting(company.id), text: 'Reporting' }}
    >
      <Panel title="What happened">
        <SubmissionSummary submission={data} />
        <p className="soft">
          Sent {moment(data.sent_at)} · answered {moment(data.answered_at)} · message{' '}
          <code>{data.message_id}</code> · by {words(data.transport)}
        </p>
        <SubmissionActions submission={data} base={base} />
      </Panel>
      {data.lines && <Lines lines={data.lines} />}
      {data.document !== undefined && (
        <Panel title="The document">
          <DocumentText label="The document" text={JSON.stringify(data.document, null, 2)} />
        </Panel>
      )}
    </Page>
  )
}

type Line = NonNullable<SubmissionDetail['lines']>[number]

const TONES: Record<Line['outcome'], string> = {
  created: 'open',
  sent: 'open',
  accepted: 'good',
  rejected: 'bad',
  replaced: 'quiet',
  withdrawn: 'quiet',
}
const COLUMNS: Column<Line>[] = [
  {
    id: 'who',
    title: 'Who',
    value: (row) => (row.part === 'beneficiary' ? `Death benefit of ${row.format_name}` : row.format_name),
  },
  {
    id: 'outcome',
    title: 'Outcome',
    value: (row) => row.outcome,
    cell: (row) => <Badge text={words(row.outcome)} tone={TONES[row.outcome]} />,
  },
  { id: 'reason', title: 'Reason', value: (row) => row.reason ?? '' },
]

/** The outcome for each person in the message. */
function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <Panel title="Outcomes">
      <DataTable
        caption="Outcomes by person"
        rows={[...lines]}
        columns={COLUMNS}
        rowKey={(row) => `${row.employee_id} ${row.part}`}
        pageSize={25}
        empty="This message contains no people."
      />
    </Panel>
  )
}
