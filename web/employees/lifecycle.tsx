import { useState } from 'react'
import { useWrite } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Terminate } from './terminate.tsx'

type Ask = 'terminate' | 'reinstate' | 'delete' | 'restore'

/** Ends or resumes the employment, and hides or shows the record, as the employee's state allows. */
export function Lifecycle({ employee }: { employee: Employee }) {
  const [asked, setAsked] = useState<Ask | null>(null)
  const close = () => setAsked(null)
  if (employee.is_deleted)
    return (
      <>
        <button type="button" onClick={() => setAsked('restore')}>
          Restore
        </button>
        {asked === 'restore' && <Restore employee={employee} onClose={close} />}
      </>
    )
  return (
    <>
      {employee.is_terminated ? (
        <button type="button" onClick={() => setAsked('reinstate')}>
          Reinstate
        </button>
      ) : (
        <button type="button" onClick={() => setAsked('terminate')}>
          Terminate
        </button>
      )}
      <button type="button" className="danger" onClick={() => setAsked('delete')}>
        Delete
      </button>
      {asked === 'terminate' && <Terminate employee={employee} onClose={close} />}
      {asked === 'reinstate' && <Reinstate employee={employee} onClose={close} />}
      {asked === 'delete' && <Delete employee={employee} onClose={close} />}
    </>
  )
}

type Props = { employee: Employee; onClose: () => void }

function useLifecycle() {
  const { api } = useCompany()
  return useWrite<unknown>(`${api}/employees`, '/api/employees', '/api/company')
}

function Reinstate({ employee, onClose }: Props) {
  const { today } = useCompany()
  const [startDate, setStartDate] = useState(today)
  const [isContinuous, setIsContinuous] = useState(false)
  const write = useLifecycle()
  const go = () =>
    write.mutate(
      {
        method: 'POST',
        path: `/api/employees/${employee.id}/reinstate`,
        body: { start_date: startDate, is_continuous: isContinuous },
      },
      { onSuccess: onClose },
    )
  return (
    <Dialog title={`Reinstate ${employee.first_name} ${employee.last_name}`} onClose={onClose}>
      <div className="form">
        <Field label="New start date" help="Year-to-date figures, number and history are kept.">
          {(control) => (
            <input
              type="date"
              value={startDate}
              onChange={(event) => setStartDate(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <label className="check-line">
          <input
            type="radio"
            name="service"
            checked={!isContinuous}
            onChange={() => setIsContinuous(false)}
          />
          A new employment: leave and service start again
        </label>
        <label className="check-line">
          <input type="radio" name="service" checked={isContinuous} onChange={() => setIsContinuous(true)} />
          Service continues: reinstated, or the business was transferred
        </label>
        <ErrorNotice error={write.error} />
        <Buttons text="Reinstate" isBusy={write.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Delete({ employee, onClose }: Props) {
  const write = useLifecycle()
  const go = () =>
    write.mutate({ method: 'DELETE', path: `/api/employees/${employee.id}` }, { onSuccess: onClose })
  return (
    <Dialog title={`Delete ${employee.first_name} ${employee.last_name}?`} onClose={onClose}>
      <div className="form">
        <p>
          The record is hidden, not ended: nothing is reported, and it can be restored. To end the employment,
          terminate instead.
        </p>
        <ErrorNotice error={write.error} />
        <Buttons text="Delete" isDanger isBusy={write.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function Restore({ employee, onClose }: Props) {
  const write = useLifecycle()
  const go = () =>
    write.mutate({ method: 'POST', path: `/api/employees/${employee.id}/restore` }, { onSuccess: onClose })
  return (
    <Dialog title={`Restore ${employee.first_name} ${employee.last_name}?`} onClose={onClose}>
      <div className="form">
        <p>The record is shown again. An ended employment stays ended.</p>
        <ErrorNotice error={write.error} />
        <Buttons text="Restore" isBusy={write.isPending} onGo={go} onClose={onClose} />
      </div>
    </Dialog>
  )
}

type ButtonProps = {
  text: string
  isBusy: boolean
  isDanger?: boolean
  onGo: () => void
  onClose: () => void
}

/** The two buttons of a confirmation. */
export function Buttons({ text, isBusy, isDanger, onGo, onClose }: ButtonProps) {
  return (
    <div className="buttons">
      <button type="button" className={isDanger ? 'danger' : 'main'} disabled={isBusy} onClick={onGo}>
        {text}
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </div>
  )
}
