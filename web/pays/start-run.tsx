import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { words } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'

type Values = { pay_period: PayRun['pay_period']; pay_date: string; period_end_date: string }

/** Asks for the period and the pay day, drafts the run and opens it. */
export function StartRun({ onClose }: { onClose: () => void }) {
  const { company, api, today } = useCompany()
  const [, navigate] = useLocation()
  const draft = useWrite<PayRun>(`${api}/pay-runs`, `${api}/pays`)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { pay_period: company.default_pay_period, pay_date: today, period_end_date: '' },
  })
  const problems = draft.error instanceof ApiError ? draft.error.fields : {}
  const submit = handleSubmit(({ period_end_date, ...rest }) =>
    draft.mutate(
      {
        method: 'POST',
        path: `${api}/pay-runs`,
        body: period_end_date ? { ...rest, period_end_date } : rest,
      },
      { onSuccess: (run) => navigate(paths.run(company.id, run.pay_run_id ?? 0)) },
    ),
  )
  return (
    <Dialog title="Start a pay run" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label="Pay period"
          help="Everybody who is paid in this period gets a draft from standard hours and standing items."
          problem={problems.pay_period}
        >
          {(control) => (
            <select {...control} {...register('pay_period')}>
              {(['WEEKLY', 'FORTNIGHTLY', 'MONTHLY'] as const).map((period) => (
                <option key={period} value={period}>
                  {words(period)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Pay date"
          help="The day people are paid. It chooses the tax tables."
          problem={problems.pay_date}
        >
          {(control) => <input type="date" required {...control} {...register('pay_date')} />}
        </Field>
        <Field
          label="Period ends on"
          help={
            company.days_in_arrears > 0
              ? `Left empty: the period that ends about ${company.days_in_arrears} days before the pay date.`
              : 'Left empty: the period that holds the pay date.'
          }
          problem={problems.period_end_date}
        >
          {(control) => <input type="date" {...control} {...register('period_end_date')} />}
        </Field>
        <ErrorNotice error={draft.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={draft.isPending}>
            {draft.isPending ? 'Drafting …' : 'Draft the run'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
