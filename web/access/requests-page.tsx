import { useState } from 'react'
import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeRequest } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { hours, moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { FormButtons } from './person-forms.tsx'
import { RequestWhat, STATE_TONES, STATE_WORDS } from './request-what.tsx'

/** Requests of employees: leave, and changes of their details. */
export function RequestsPage() {
  const { company, api } = useCompany()
  const requests = useApi<EmployeeRequest[]>(`${api}/requests`)
  const [deciding, setDeciding] = useState<{ request: EmployeeRequest; isApproved: boolean } | null>(null)
  const [said, setSaid] = useState<string[]>([])
  const open = requests.data?.filter(({ state }) => state === 'open') ?? []
  const past = requests.data?.filter(({ state }) => state !== 'open') ?? []
  return (
    <Page
      title="Requests"
      lead="Leave and changes of details that employees ask for in self-service."
      actions={
        <Link href={paths.privacy(company.id)} className="button reads">
          Privacy requests
        </Link>
      }
    >
      {said.length > 0 && <Notice kind="warning">{said.map(plainWords).join(' ')}</Notice>}
      <ErrorNotice error={requests.error} />
      {!requests.data && !requests.error && <Waiting />}
      {requests.data && (
        <>
          <Panel title="To decide">
            {open.length === 0 && (
              <p className="empty">Nothing to decide. Requests from self-service appear here.</p>
            )}
            <ul className="requests">
              {open.map((request) => (
                <li key={request.id}>
                  <Who request={request} />
                  <RequestWhat request={request} />
                  <div className="buttons">
                    <button
                      type="button"
                      className="main"
                      aria-label={`Approve the request of ${request.employee_name}`}
                      onClick={() => setDeciding({ request, isApproved: true })}
                    >
                      Approve
                    </button>
                    <button
                      type="button"
                      aria-label={`Decline the request of ${request.employee_name}`}
                      onClick={() => setDeciding({ request, isApproved: false })}
                    >
                      Decline
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
          {past.length > 0 && (
            <Panel title="Decided">
              <ul className="requests">
                {past.map((request) => (
                  <li key={request.id}>
                    <Who request={request} />
                    <RequestWhat request={request} />
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
      {deciding && (
        <Decide
          {...deciding}
          onClose={() => setDeciding(null)}
          onDone={(warnings) => {
            setDeciding(null)
            setSaid(warnings)
          }}
        />
      )}
    </Page>
  )
}

function Who({ request }: { request: EmployeeRequest }) {
  const { company } = useCompany()
  return (
    <p className="request-who">
      <Link href={paths.employee(company.id, request.employee_id)}>{request.employee_name}</Link>
      <span className="soft"> {moment(request.created_at)} </span>
      {request.state !== 'open' && (
        <Badge text={STATE_WORDS[request.state]} tone={STATE_TONES[request.state]} />
      )}
      {request.decided_by && request.state !== 'withdrawn' && (
        <span className="soft"> by {request.decided_by}</span>
      )}
    </p>
  )
}

function Decide(props: {
  request: EmployeeRequest
  isApproved: boolean
  onClose: () => void
  onDone: (warnings: string[]) => void
}) {
  const { request, isApproved, onClose, onDone } = props
  const { api } = useCompany()
  const [answer, setAnswer] = useState('')
  const decide = useWrite<EmployeeRequest>(`${api}/requests`, '/api/employees', `${api}/employees`)
  const word = isApproved ? 'approve' : 'decline'
  const go = () =>
    decide.mutate(
      {
        method: 'POST',
        path: `${api}/requests/${request.id}/${word}`,
        body: answer.trim() ? { answer } : {},
      },
      { onSuccess: ({ warnings = [] }) => onDone(warnings) },
    )
  return (
    <Dialog title={isApproved ? 'Approve this?' : 'Decline this?'} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <p>
          <strong>{request.employee_name}</strong>
        </p>
        <RequestWhat request={request} />
        {isApproved && <p className="soft">{followsOf(request)}</p>}
        <Field label="Answer" help="Goes to the employee by e-mail, with the decision.">
          {(control) => (
            <textarea
              rows={2}
              maxLength={500}
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <ErrorNotice error={decide.error} />
        <FormButtons text={isApproved ? 'Approve' : 'Decline'} isBusy={decide.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function followsOf({ leave, kind }: EmployeeRequest): string {
  if (leave)
    return `${hours(leave.hours)} hours replace ordinary hours on the next draft pay.${
      leave.balance_hours === null ? '' : ` The balance today is ${hours(leave.balance_hours)} hours.`
    }`
  return kind === 'bank'
    ? 'The next pay goes to the new account. Call the employee if you did not expect this.'
    : 'The record is changed at once.'
}
