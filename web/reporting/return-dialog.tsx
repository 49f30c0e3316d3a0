import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { FileLine } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'

type Props = {
  line: FileLine
  path: string
  place: 'account' | 'fund'
  touches: string[]
  onClose: () => void
}

/** Records that the bank or the fund returned one line. */
export function ReturnDialog({ line, path, place, touches, onClose }: Props) {
  const { today } = useCompany()
  const [returnedOn, setReturnedOn] = useState(today)
  const [reason, setReason] = useState('')
  const [account, setAccount] = useState('')
  const canBeSplit = line.kind === 'net'
  const write = useWrite<unknown>(...touches)
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    // The bank gives back a credit, which may be of several pays.
    const item = account.trim()
      ? { employee_id: line.employee_id, kind: line.kind, account_number: account }
      : { pay_id: line.pay_id, kind: line.kind, party: line.party }
    const body = { returned_on: returnedOn, reason, items: [item] }
    write.mutate({ method: 'POST', path, body }, { onSuccess: onClose })
  }
  return (
    <Dialog title={`${money(line.amount)} of ${line.format_name} came back`} onClose={onClose}>
      <form className="form" onSubmit={send}>
        <p>
          Only this line is open again. Everyone else in the file stays paid. Enter the right {place}, then
          pay it there.
        </p>
        <Field label="Came back on" isRequired problem={problems.returned_on}>
          {(control) => (
            <input
              type="date"
              required
              max={today}
              value={returnedOn}
              onChange={(event) => setReturnedOn(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Field
          label="Reason"
          isRequired
          help={place === 'account' ? 'In the bank’s words.' : 'In the fund’s words.'}
          problem={problems.reason}
        >
          {(control) => (
            <input
              required
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              {...control}
            />
          )}
        </Field>
        {canBeSplit && (
          <Field
            label="Account"
            help="Only if the pay is split over accounts: the account whose credit was returned, or its last three digits."
            problem={problems.account_number}
          >
            {(control) => (
              <input
                maxLength={30}
                autoComplete="off"
                value={account}
                onChange={(event) => setAccount(event.target.value)}
                {...control}
              />
            )}
          </Field>
        )}
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            Record that it came back
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
