import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { PayCalendar, PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { words } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'

type Values = {
  /** `WEEKLY`, or with a calendar `WEEKLY 3`. */
  cycle: string
  pay_date: string
  period_end_date: string
  copy_from: 'STANDARD_HOURS' | 'LAST_PAY'
}
export type RunStart = { cycle: string; payDate: string; periodEnd: string }

/** Asks for the period and the pay day, drafts the run and opens it. */
export function StartRun({ start, onClose }: { start?: RunStart; onClose: () => void }) {
  const { company, api, today } = useCompany()
  const [, navigate] = useLocation()
  const calendars = useApi<PayCalendar[]>(`${api}/pay-calendars`)
  const draft = useWrite<PayRun>(`${api}/pay-runs`, `${api}/pays`, `${api}/upcoming`)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      cycle: start?.cycle ?? company.default_pay_period,
      pay_date: start?.payDate ?? today,
      period_end_date: start?.periodEnd ?? '',
      copy_from: 'STANDARD_HOURS',
    },
  })
  const problems = draft.error instanceof ApiError ? draft.error.fields : {}
  const submit = handleSubmit(({ cycle, pay_date, period_end_date, copy_from }) => {
    const [pay_period, calendar] = cycle.split(' ')
    draft.mutate(
      {
        method: 'POST',
        path: `${api}/pay-runs`,
        body: {
          pay_period,
          pay_date,
          copy_from,
          ...(calendar ? { pay_calendar_id: Number(calendar) } : {}),
          ...(period_end_date ? { period_end_date } : {}),
        },
      },
      { onSuccess: (run) => navigate(paths.run(company.id, run.pay_run_id ?? 0)) },
    )
  })
  return (
    <Dialog title="Start a pay run" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label="Pay period"
          help="Everybody who is paid in this period gets a draft."
          problem={problems.pay_period}
        >
          {(control) => (
            <select key={calendars.data?.length ?? 0} {...control} {...register('cycle')}>
              {(['WEEKLY', 'FORTNIGHTLY', 'MONTHLY'] as const).map((period) => (
                <option key={period} value={period}>
                  {words(period)}
                </option>
              ))}
              {calendars.data?.map((calendar) => (
                <option key={calendar.id} value={`${calendar.pay_period} ${calendar.id}`}>
                  {calendar.name} ({words(calendar.pay_period).toLowerCase()})
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
        <Field
          label="Hours from"
          help="Standing items apply either way. Whoever has an imported timesheet for the period keeps it."
        >
          {(control) => (
            <select {...control} {...register('copy_from')}>
              <option value="STANDARD_HOURS">Standard hours</option>
              <option value="LAST_PAY">A copy of the last pay</option>
            </select>
          )}
        </Field>
        <p className="help">
          Timesheets come first: <Link href={paths.import(company.id)}>import them</Link>, then start the run
          for everybody else.
        </p>
        {draft.isPending && <JobProgress job="draft" text="Drafting the pays" of="pays" />}
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
