import type { ReportDryRun, SubmissionDetail } from '../api/types.ts'
import { day, money, plural, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { DocumentText } from '../parts/document-text.tsx'
import { Notice } from '../parts/notice.tsx'
import { plainWords } from '../plain-words.ts'

const TONES: Record<SubmissionDetail['status'], string> = {
  queued: 'open',
  sent: 'open',
  accepted: 'good',
  partial: 'warning',
  rejected: 'bad',
  'lodged-by-hand': 'good',
  withdrawn: 'quiet',
}

const KINDS: Record<SubmissionDetail['kind'], string> = {
  submit: 'Pay event',
  update: 'Update event',
  'full-file-replacement': 'Full file replacement',
  finalise: 'Finalisation',
  amend: 'Amendment',
}

/** The name of a submission: a pay event in Australia, a filing in New Zealand. */
export function submissionName({
  kind,
  authority,
  id,
}: Pick<SubmissionDetail, 'kind' | 'authority' | 'id'>): string {
  return `${authority === 'IR' && kind === 'submit' ? 'Filing' : KINDS[kind]} ${id}`
}

export function SubmissionBadge({ status }: { status: SubmissionDetail['status'] }) {
  return <Badge text={words(status)} tone={TONES[status]} />
}

/** The message that would be sent, and its problems. */
export function DryRunSummary({ report }: { report: ReportDryRun }) {
  return (
    <>
      {report.is_valid ? (
        <Notice kind="good">It passes the authority’s checks.</Notice>
      ) : (
        <Notice kind="problem">
          {plural(report.errors.length, 'problem')} to fix first
          <ul>
            {report.errors.map((error) => (
              <li key={`${error.employee_id} ${error.field} ${error.code}`}>
                {error.employee ? `${error.employee}: ` : ''}
                {error.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <LeftOut report={report} />
      {report.reports.map((part) => (
        <div key={`${part.kind} ${part.pay_date}`}>
          <p>
            Pays of {day(part.pay_date)}: {plural(part.payee_count, 'person', 'people')}
          </p>
          <Totals totals={part.totals} />
          <details className="section">
            <summary>The message itself</summary>
            <DocumentText label="The message itself" text={part.content} />
          </details>
        </div>
      ))}
    </>
  )
}

/** A summary of a submission: state, receipt, totals, and the authority's messages. */
export function SubmissionSummary({ submission }: { submission: SubmissionDetail }) {
  return (
    <>
      <dl className="facts">
        <Fact name="State">
          <SubmissionBadge status={submission.status} />
        </Fact>
        <Fact name="Pays of">{day(submission.pay_date)}</Fact>
        <Fact name="Due">{day(submission.due_date)}</Fact>
        <Fact name="People">{submission.payee_count}</Fact>
        <Fact name="Receipt">{submission.receipt ?? '–'}</Fact>
        <Fact name="Tries">{submission.attempts}</Fact>
      </dl>
      {submission.last_error && <Notice kind="warning">{submission.last_error}</Notice>}
      {submission.notes.length > 0 && (
        <Notice kind={submission.status === 'accepted' ? 'good' : 'warning'}>
          The authority’s reply
          <ul>
            {submission.notes.map((note) => (
              <li key={`${note.code} ${note.employee_id}`}>
                <code>{note.code}</code> {note.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <LeftOut report={submission} />
      <Totals totals={submission.totals} />
    </>
  )
}

/** The people held back, and the warnings about the message. */
function LeftOut({ report }: { report: Pick<ReportDryRun, 'held_back' | 'warnings'> }) {
  return (
    <>
      {report.held_back.length > 0 && (
        <Notice kind="warning">
          Held back
          <ul>
            {report.held_back.map((one) => (
              <li key={one.employee_id}>
                {one.employee}: {one.errors.map((error) => error.message).join(' ') || 'left out on request'}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {report.warnings.length > 0 && (
        <Notice kind="warning">
          Left out of the message
          <ul>
            {report.warnings.map((one) => (
              <li key={`${one.employee_id} ${one.field}`}>
                {one.employee ? `${one.employee}: ` : ''}
                {plainWords(one.message)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function Totals({ totals }: { totals: Record<string, number> }) {
  return (
    <dl className="facts">
      {Object.entries(totals).map(([name, amount]) => (
        <Fact key={name} name={words(name)}>
          {money(amount)}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
