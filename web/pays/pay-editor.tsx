import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { EmployeePayRate, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Figure } from './figure.tsx'
import { PayForm, useRates } from './pay-form.tsx'
import { type PayValues, requestOf, valuesOf } from './pay-values.ts'
import { usePreview } from './use-preview.ts'

type Props = { pay: Pay; onClose: () => void }

/** Edits the items of a pay; while one types, the API says what the pay would come to. */
export function PayEditor({ pay, onClose }: Props) {
  const { rates, error } = useRates(pay.employee_id)
  return (
    <Dialog title={`Pay of ${pay.format_name}`} onClose={onClose} isWide>
      <ErrorNotice error={error} />
      {rates ? <Form pay={pay} rates={rates} onClose={onClose} /> : <Waiting />}
    </Dialog>
  )
}

function Form({ pay, rates, onClose }: Props & { rates: EmployeePayRate[] }) {
  const { api } = useCompany()
  const form = useForm<PayValues>({ defaultValues: valuesOf(pay, rates) })
  const path = `${api}/pays/${pay.id}`
  const preview = usePreview<Pay>(form, pay, { method: 'PUT', path: `${path}?dry_run=true` })
  const save = useWrite<Pay>(`${api}/pay`, '/api/employees')
  const refusal = save.error ?? preview.error
  const problems = refusal instanceof ApiError ? refusal.fields : {}
  const submit = form.handleSubmit((values) =>
    save.mutate({ method: 'PUT', path, body: requestOf(pay, values) }, { onSuccess: onClose }),
  )
  return (
    <form className="editor" onSubmit={submit}>
      <PayForm form={form} problems={problems} rates={rates} />
      <div className="preview">
        <h3>{preview.isChanged ? 'Would come to' : 'Comes to'}</h3>
        <PreviewFigures before={pay} after={preview.answer ?? pay} />
        <p className="help" aria-live="polite">
          {preview.isWorking ? 'Working it out …' : preview.isChanged ? 'Worked out by the service.' : ''}
        </p>
        <ErrorNotice error={refusal} />
        {(preview.answer ?? pay).warnings.map((warning) => (
          <Notice key={warning} kind="warning">
            {warning}
          </Notice>
        ))}
        <div className="buttons">
          <button type="submit" className="main" disabled={save.isPending}>
            {save.isPending ? 'Saving …' : 'Save'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  )
}

function PreviewFigures({ before, after }: { before: Pay; after: Pay }) {
  const { wording, isNz } = useCompany()
  return (
    <div className="figures">
      <Figure name="Gross" amount={after.gross} before={before.gross} />
      <Figure name={wording.tax} amount={after.tax} before={before.tax} />
      {isNz ? (
        <Figure
          name="KiwiSaver (employee)"
          amount={after.kiwisaver_employee_amount ?? 0}
          before={before.kiwisaver_employee_amount ?? 0}
        />
      ) : (
        <Figure name="Super" amount={after.super} before={before.super} />
      )}
      <Figure name="Net" amount={after.net} before={before.net} isMain />
    </div>
  )
}
