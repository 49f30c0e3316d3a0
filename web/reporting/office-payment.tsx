import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'
import { typedNumber } from '../typed-numbers.ts'
import { numberName } from './employer-number.ts'

/** Obligations that are paid to the tax office by period. */
export const isPaidToOffice = ({ kind }: Obligation): boolean =>
  kind === 'payg-withholding' || kind === 'paye' || kind === 'child-support'

/** Records the payment of a period to the tax office: date, amount and reference. */
export function OfficePayment({ obligation, onClose }: { obligation: Obligation; onClose: () => void }) {
  const { api, today } = useCompany()
  const { period_start: start, period_end: end, amount: open, payment, employer } = obligation
  const [paidOn, setPaidOn] = useState(today)
  const [amount, setAmount] = useState(String(open ?? ''))
  const [reference, setReference] = useState(payment?.usual_reference ?? '')
  const write = useWrite<unknown>(`${api}/obligations`, `${api}/reconciliation`)
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      kind: obligation.kind,
      period_end: end,
      paid_on: paidOn,
      amount: typedNumber(amount),
      ...(employer ? { identity_id: employer.identity_id } : {}),
      ...(reference ? { reference } : {}),
    }
    write.mutate({ method: 'POST', path: `${api}/obligations/payments`, body }, { onSuccess: onClose })
  }
  return (
    <Dialog title="Record a payment to the tax office" onClose={onClose}>
      <form className="form" onSubmit={send}>
        <p>
          {day(start)} to {day(end)}: {money(payment?.owed ?? 0)} owed, {money(payment?.paid ?? 0)} paid.
          {employer && ` For ${numberName(employer)}.`}
        </p>
        <Field label="Paid on" isRequired problem={problems.paid_on}>
          {(control) => (
            <input
              type="date"
              required
              max={today}
              value={paidOn}
              onChange={(event) => setPaidOn(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Field label="Amount" isRequired problem={problems.amount}>
          {(control) => (
            <input
              inputMode="decimal"
              required
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Field label="Payment reference" help="The one on your bank statement." problem={problems.reference}>
          {(control) => (
            <input value={reference} onChange={(event) => setReference(event.target.value)} {...control} />
          )}
        </Field>
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            Record the payment
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
