import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { download } from '../api/client.ts'
import { useIsReader, useWrite } from '../api/hooks.ts'
import { usePages } from '../api/pages.ts'
import type { PrivacyRequest } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { paths } from '../paths.ts'
import { FormButtons } from './person-forms.tsx'

const KINDS: Record<PrivacyRequest['kind'], string> = {
  access: 'See their data',
  correction: 'Correct their data',
  deletion: 'Delete their data',
}

/** Privacy requests of people about their own record, with the due dates. */
export function PrivacyPage() {
  const { company, api } = useCompany()
  const isReader = useIsReader()
  const requests = usePages<PrivacyRequest>(`${api}/privacy-requests`, 'after')
  const [isNew, setIsNew] = useState(false)
  const [answering, setAnswering] = useState<{ request: PrivacyRequest; isDone: boolean } | null>(null)
  const file = useMutation({
    mutationFn: ({ export_path, employee_id }: PrivacyRequest) =>
      download(export_path ?? '', `employee-${employee_id}.zip`),
  })
  const columns: Column<PrivacyRequest>[] = [
    { id: 'who', title: 'Person', value: (row) => row.format_name },
    {
      id: 'kind',
      title: 'Wants to',
      value: (row) => KINDS[row.kind],
      cell: (row) => (
        <>
          {KINDS[row.kind]}
          {row.wish && <div className="soft wrap">{row.wish}</div>}
        </>
      ),
    },
    {
      id: 'due',
      title: 'Answer by',
      isShort: true,
      value: (row) => row.due_on,
      cell: (row) => (
        <>
          {day(row.due_on)} {row.is_late && <Badge text="Late" tone="bad" />}
        </>
      ),
    },
    { id: 'state', title: 'State', value: (row) => row.state, cell: (row) => <State row={row} /> },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) =>
        !isReader && (
          <div className="actions">
            {row.export_path && (
              <button
                type="button"
                className="small reads"
                aria-label={`Download the data of ${row.format_name}`}
                onClick={() => file.mutate(row)}
              >
                Download the data
              </button>
            )}
            {row.state === 'open' && (
              <>
                <button
                  type="button"
                  className="small"
                  aria-label={`Complete the request of ${row.format_name}`}
                  onClick={() => setAnswering({ request: row, isDone: true })}
                >
                  Complete
                </button>
                <button
                  type="button"
                  className="small danger"
                  aria-label={`Refuse the request of ${row.format_name}`}
                  onClick={() => setAnswering({ request: row, isDone: false })}
                >
                  Refuse
                </button>
              </>
            )}
          </div>
        ),
    },
  ]
  return (
    <Page
      title="Privacy requests"
      lead="Requests to see, correct or delete personal data"
      back={{ to: paths.requests(company.id), text: 'Requests' }}
      actions={
        <button type="button" className="main" onClick={() => setIsNew(true)}>
          Record a request
        </button>
      }
    >
      <ErrorNotice error={requests.error ?? file.error} />
      <Panel title="Requests">
        {requests.rows ? (
          <DataTable
            caption="Privacy requests"
            rows={requests.rows}
            columns={columns}
            rowKey={(row) => row.id}
            empty="None yet. Record a request on the day it arrives: its deadline starts then."
          />
        ) : (
          !requests.error && <Waiting />
        )}
        <ShowMore pages={requests} />
      </Panel>
      {isNew && <NewRequest onClose={() => setIsNew(false)} />}
      {answering && <Answer {...answering} onClose={() => setAnswering(null)} />}
    </Page>
  )
}

function State({ row }: { row: PrivacyRequest }) {
  if (row.state === 'open') return <Badge text="Open" tone="open" />
  return (
    <>
      <Badge
        text={row.state === 'done' ? 'Done' : 'Refused'}
        tone={row.state === 'done' ? 'good' : 'quiet'}
      />
      {row.answer && <div className="soft wrap">{row.answer}</div>}
      {row.state === 'done' && <Kept rows={row.kept} />}
    </>
  )
}

function Kept({ rows }: { rows: PrivacyRequest['kept'] }) {
  return rows.map(({ what, why, until }) => (
    <div key={what} className="soft wrap">
      {what} stay{until ? ` until ${day(until)}` : ''}: {why}
    </div>
  ))
}

function NewRequest({ onClose }: { onClose: () => void }) {
  const { company, api, today } = useCompany()
  const [employeeId, setEmployeeId] = useState(company.employees[0]?.id ?? 0)
  const [kind, setKind] = useState<string>('access')
  const [receivedOn, setReceivedOn] = useState(today)
  const [wish, setWish] = useState('')
  const write = useWrite<PrivacyRequest>(`${api}/privacy-requests`)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = { employee_id: employeeId, kind, received_on: receivedOn, ...(wish ? { wish } : {}) }
    write.mutate({ method: 'POST', path: `${api}/privacy-requests`, body }, { onSuccess: onClose })
  }
  return (
    <Dialog title="Record a privacy request" onClose={onClose}>
      <form className="form" onSubmit={send}>
        <Field label="Person" isRequired>
          {(control) => (
            <select
              value={employeeId}
              onChange={(event) => setEmployeeId(Number(event.target.value))}
              {...control}
            >
              {company.employees.map(({ id, format_name }) => (
                <option key={id} value={id}>
                  {format_name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Wants to" isRequired>
          {(control) => (
            <select value={kind} onChange={(event) => setKind(event.target.value)} {...control}>
              {Object.entries(KINDS).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Arrived on" isRequired help="The deadline is counted from this day.">
          {(control) => (
            <input
              type="date"
              required
              max={today}
              value={receivedOn}
              onChange={(event) => setReceivedOn(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Field label="What the person wrote">
          {(control) => (
            <textarea
              maxLength={2000}
              value={wish}
              onChange={(event) => setWish(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <ErrorNotice error={write.error} />
        <FormButtons text="Record the request" isBusy={write.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type AnswerProps = { request: PrivacyRequest; isDone: boolean; onClose: () => void }

function Answer({ request, isDone, onClose }: AnswerProps) {
  const { api } = useCompany()
  const [answer, setAnswer] = useState('')
  const write = useWrite<PrivacyRequest>(`${api}/privacy-requests`, '/api/employees', `${api}/employees`)
  const path = `${api}/privacy-requests/${request.id}/${isDone ? 'complete' : 'refuse'}`
  const send = (event: FormEvent) => {
    event.preventDefault()
    write.mutate({ method: 'POST', path, body: answer ? { answer } : {} }, { onSuccess: onClose })
  }
  const isDeletion = isDone && request.kind === 'deletion'
  return (
    <Dialog
      title={`${isDone ? 'Complete' : 'Refuse'} the request of ${request.format_name}`}
      onClose={onClose}
    >
      <form className="form" onSubmit={send}>
        {isDeletion && (
          <>
            <p>Phone numbers and next of kin are removed now. This cannot be undone.</p>
            <Kept rows={request.kept} />
          </>
        )}
        <Field
          label={isDone ? 'What was done' : 'Why not'}
          isRequired={!isDone || request.kind === 'correction'}
        >
          {(control) => (
            <textarea
              required={!isDone || request.kind === 'correction'}
              maxLength={2000}
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <ErrorNotice error={write.error} />
        <FormButtons
          text={isDone ? 'Complete the request' : 'Refuse the request'}
          isBusy={write.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
