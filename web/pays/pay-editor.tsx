import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, call } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeePayRate, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Figure } from './figure.tsx'
import { AllowanceList, BonusList, DeductionList, HoursList, LeaveList, SacrificeList } from './pay-lists.tsx'
import { type PayValues, requestOf, valuesOf } from './pay-values.ts'

const TYPING_MS = 350

type Props = { pay: Pay; onClose: () => void }

/** Edits the items of a pay; while one types, the API says what the pay would come to. */
export function PayEditor({ pay, onClose }: Props) {
  const rates = useApi<EmployeePayRate[]>(`/api/employees/${pay.employee_id}/pay-rates`)
  return (
    <Dialog title={`Pay of ${pay.format_name}`} onClose={onClose} isWide>
      <ErrorNotice error={rates.error} />
      {rates.data ? <Form pay={pay} rates={rates.data} onClose={onClose} /> : <Waiting />}
    </Dialog>
  )
}

function Form({ pay, rates, onClose }: Props & { rates: EmployeePayRate[] }) {
  const { api, isNz } = useCompany()
  const form = useForm<PayValues>({ defaultValues: valuesOf(pay, rates) })
  const path = `${api}/pays/${pay.id}`
  const preview = usePreview(form, pay, path)
  const save = useWrite<Pay>(`${api}/pay`, '/api/employees')
  const refusal = save.error ?? preview.error
  const problems = refusal instanceof ApiError ? refusal.fields : {}
  const submit = form.handleSubmit((values) =>
    save.mutate({ method: 'PUT', path, body: requestOf(pay, values) }, { onSuccess: onClose }),
  )
  return (
    <form className="editor" onSubmit={submit}>
      <div className="editor-lists">
        <HoursList form={form} problems={problems} rates={rates} />
        <LeaveList form={form} problems={problems} />
        <AllowanceList form={form} problems={problems} />
        <BonusList form={form} problems={problems} />
        <DeductionList form={form} problems={problems} />
        {!isNz && <SacrificeList form={form} problems={problems} />}
      </div>
      <div className="preview">
        <h3>{preview.isChanged ? 'Would come to' : 'Comes to'}</h3>
        <PreviewFigures before={pay} after={preview.pay ?? pay} />
        <p className="help" aria-live="polite">
          {preview.isWorking ? 'Working it out …' : preview.isChanged ? 'Worked out by the service.' : ''}
        </p>
        <ErrorNotice error={refusal} />
        {(preview.pay ?? pay).warnings.map((warning) => (
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

/** What the API says the pay would be with the rows as they stand; asked once the typing pauses. */
function usePreview(form: UseFormReturn<PayValues>, pay: Pay, path: string) {
  const [first] = useState(() => JSON.stringify(requestOf(pay, form.getValues())))
  const [wanted, setWanted] = useState(first)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer)
        timer = setTimeout(() => setWanted(JSON.stringify(requestOf(pay, values))), TYPING_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form, pay])
  const isChanged = wanted !== first
  const asked = useQuery({
    queryKey: ['preview', path, wanted],
    queryFn: () => call<Pay>('PUT', `${path}?dry_run=true`, JSON.parse(wanted)),
    enabled: isChanged,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  })
  return {
    pay: isChanged && !asked.error ? asked.data : undefined,
    isChanged,
    isWorking: asked.isFetching,
    error: isChanged ? asked.error : null,
  }
}
