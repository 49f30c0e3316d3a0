import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call, isChangedMeanwhile } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { EmployeePayRate, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { plainWords } from '../plain-words.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { Figure } from './figure.tsx'
import { Stopped, wrongHolidays } from './holiday-stop.tsx'
import { PayForm, useRates } from './pay-form.tsx'
import { type PayValues, requestOf, valuesOf } from './pay-values.ts'
import { useDraftEdits } from './use-draft-edits.ts'
import { usePayProblems } from './use-pay-problems.ts'
import { usePreview } from './use-preview.ts'

type Props = { pay: Pay; onClose: () => void }

/** Edits the items of a pay. Previews the result while the user types. */
export function PayEditor({ pay, onClose }: Props) {
  const { rates, error } = useRates(pay.employee_id)
  const { now, problem, take } = usePayNow(pay)
  return (
    <Dialog title={`Pay of ${pay.format_name}`} onClose={onClose} isWide>
      <ErrorNotice error={error ?? problem} />
      {rates && now ? (
        <Form key={now.version} pay={now} rates={rates} onClose={onClose} onTake={take} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

/** The saved pay when the editor opens. Unsaved cells are saved first. */
function usePayNow(pay: Pay) {
  const { api } = useCompany()
  const { store } = useDraftEdits(pay.pay_run_id ?? 0)
  const [taken, take] = useState<Pay | null>(null)
  const { data, error } = useQuery({
    queryKey: ['edited', pay.id],
    queryFn: async () => {
      await store.flush()
      return call<Pay>('GET', `${api}/pays/${pay.id}?include_version=true`)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { now: taken ?? data, problem: error, take }
}

function Form({
  pay,
  rates,
  onClose,
  onTake,
}: Props & { rates: EmployeePayRate[]; onTake: (now: Pay) => void }) {
  const { api, isNz } = useCompany()
  const form = useForm<PayValues>({ defaultValues: valuesOf(pay, rates) })
  const path = `${api}/pays/${pay.id}`
  const own = usePayProblems(form, pay, false)
  const preview = usePreview<Pay>(form, pay, {
    method: 'PUT',
    path: `${path}?dry_run=true`,
    when: own.canPreview,
  })
  const save = useWrite<Pay>(`${api}/pay`, '/api/employees')
  const isChanged = isChangedMeanwhile(save.error)
  const refusal = (isChanged ? null : save.error) ?? preview.error
  const problems = { ...(refusal instanceof ApiError ? refusal.fields : {}), ...own.problems }
  const [stopped, setStopped] = useState<string[]>([])
  const send = (version: string | undefined) =>
    form.handleSubmit(async (values) => {
      if (!own.check(values)) return
      const body = requestOf(pay, values)
      const wrong = isNz ? await wrongHolidays(path, body).catch(() => []) : []
      setStopped(wrong)
      if (wrong.length === 0) save.mutate({ method: 'PUT', path, body, version }, { onSuccess: onClose })
    })
  return (
    <form className="editor" onSubmit={send(pay.version)} onBlur={own.look} noValidate>
      <PayForm form={form} problems={problems} rates={rates} />
      <div className="preview">
        <h3>{preview.isChanged ? 'New totals' : 'Comes to'}</h3>
        <PreviewFigures before={pay} after={preview.answer ?? pay} />
        <p className="help" aria-live="polite">
          {preview.isWorking ? 'Calculating …' : preview.isChanged ? 'Calculated by the service.' : ''}
        </p>
        <ErrorNotice error={refusal} />
        {isChanged && (
          <ChangedMeanwhile
            path={path}
            before={pay}
            onKeep={(now) => void send(now.version)()}
            onTake={onTake}
          />
        )}
        <Stopped sentences={stopped} />
        {(preview.answer ?? pay).warnings
          .filter((warning) => !stopped.includes(warning))
          .map((warning) => (
            <Notice key={warning} kind="warning">
              {plainWords(warning)}
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
