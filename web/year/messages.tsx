import { useMemo } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Submission } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, moment } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { SubmissionBadge, submissionName } from '../reporting/submission-summary.tsx'

/** Lodgements with the authorities' responses, for one year or all years. */
export function Messages({ year }: { year?: number }) {
  const { company, isNz, wording } = useCompany()
  const path = `/api/${isNz ? 'payday-filing' : 'single-touch'}/${company.id}/submissions`
  const messages = useApi<Submission[]>(path)
  const rows = useMemo(
    () => (messages.data ?? []).filter((message) => year === undefined || message.year === year),
    [messages.data, year],
  )
  const columns = useMemo(
    (): Column<Submission>[] => [
      {
        id: 'id',
        title: 'Message',
        value: (row) => row.id,
        cell: (row) => <Link href={paths.submission(company.id, row.id)}>{submissionName(row)}</Link>,
      },
      {
        id: 'status',
        title: 'State',
        value: (row) => row.status,
        cell: (row) => <SubmissionBadge status={row.status} />,
      },
      {
        id: 'pay',
        title: 'Pays of',
        isShort: true,
        value: (row) => row.pay_date,
        cell: (row) => day(row.pay_date),
      },
      { id: 'people', title: 'People', isNumber: true, value: (row) => row.payee_count },
      {
        id: 'sent',
        title: 'Sent',
        isShort: true,
        value: (row) => row.sent_at ?? '',
        cell: (row) => moment(row.sent_at),
      },
      { id: 'answer', title: 'Answer', value: answerOf, cell: (row) => <Answer row={row} /> },
    ],
    [company.id],
  )
  return (
    <Panel title={year === undefined ? 'Messages and answers' : 'Messages of the year'}>
      <ErrorNotice error={messages.error} />
      {messages.data ? (
        <DataTable
          caption="Messages and answers"
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          pageSize={25}
          empty={`Nothing was lodged yet. Open a processed pay run and choose “${wording.lodge}”.`}
        />
      ) : (
        !messages.error && <Waiting />
      )}
    </Panel>
  )
}

const answerOf = (row: Submission) => row.receipt ?? row.notes[0]?.message ?? row.last_error ?? 'none yet'

/** The receipt, with a link to the full response. */
function Answer({ row }: { row: Submission }) {
  const { length } = row.notes
  return (
    <>
      <span className="wrap">{answerOf(row)}</span>
      {row.held_back.length > 0 && (
        <div className="soft">Held back: {row.held_back.map(({ employee }) => employee).join(', ')}</div>
      )}
      {length > (row.receipt ? 0 : 1) && (
        <details>
          <summary>{length === 1 ? 'One note' : `${length} notes`}</summary>
          <ul>
            {row.notes.map((note) => (
              <li key={`${note.code} ${note.employee_id}`}>
                <code>{note.code}</code> {note.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
