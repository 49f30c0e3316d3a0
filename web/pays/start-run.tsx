import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { PayCalendar, PayRun, UpcomingRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { addDays, day, words } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { payPeriodsOf } from './codes.ts'
import { cycleOf, type RunStart, startOf } from './run-start.ts'

type Values = {
  /** `WEEKLY`, or with a calendar `WEEKLY 3`. */
  cycle: string
  pay_date: string
  period_end_date: string
  copy_from: 'STANDARD_HOURS' | 'LAST_PAY'
}
/** Asks for the period and the pay date, drafts the run and opens it. Proposes the next unpaid period of the cycle. */
export function StartRun({ start, onClose }: { start?: RunStart; onClose: () => void }) {
  const { company, api, today } = useCompany()
  const upcoming = useApi<UpcomingRun[]>(`${api}/upcoming-pay-runs`)
  const next = upcoming.data?.find(({ pay_run_id }) => pay_run_id === null) ?? upcoming.data?.[0]
  const proposed = start ?? (next && startOf(next))
  return (
    <Dialog title="Start a pay run" onClose={onClose}>
      {upcoming.isPending ? (
        <Waiting />
      ) : (
        <StartForm
          start={proposed ?? { cycle: company.default_pay_period, payDate: today, periodEnd: '' }}
          upcoming={upcoming.data ?? []}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** How many days late a pay date can be and still belong to its period. */
const NEAR_DAYS = 6

type FormProps = { start: RunStart; upcoming: UpcomingRun[]; onClose: () => void }

function StartForm({ start, upcoming, onClose }: FormProps) {
  const { company, isNz, api } = useCompany()
  const [, navigate] = useLocation()
  const calendars = useApi<PayCalendar[]>(`${api}/pay-calendars`)
  const draft = useWrite<PayRun>(`${api}/pay-runs`, `${api}/pays`, `${api}/upcoming`)
  const { register, handleSubmit, setValue, getValues, watch } = useForm<Values>({
    defaultValues: {
      cycle: start.cycle,
      pay_date: start.payDate,
      period_end_date: start.periodEnd,
      copy_from: 'STANDARD_HOURS',
    },
  })
  const ofCycle = (cycle: string) => upcoming.find((run) => cycleOf(run) === cycle)
  const propose = (cycle: string) => {
    const next = ofCycle(cycle)
    if (!next) return
    setValue('pay_date', next.pay_date)
    setValue('period_end_date', next.period_end_date)
  }
  /** A pay date near the proposed one keeps its period. For any other date the service finds the period. */
  const place = (payDate: string) => {
    const next = ofCycle(getValues('cycle'))
    if (!next || !['', next.period_end_date].includes(getValues('period_end_date'))) return
    const last = addDays(
      next.pay_date > next.period_end_date ? next.pay_date : next.period_end_date,
      NEAR_DAYS,
    )
    const isNear = payDate >= next.period_start_date && payDate <= last
    setValue('period_end_date', isNear ? next.period_end_date : '')
  }
  const [cycle, periodEnd] = watch(['cycle', 'period_end_date'])
  const drafted = ofCycle(cycle)
  const isDrafted = drafted?.pay_run_id && drafted.period_end_date === periodEnd
  // If the run already exists and is processed, the user decides whether to open it.
  const processed = draft.data?.status === 'processed' ? draft.data : null
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
      {
        onSuccess: (run) => {
          if (run.status !== 'processed') navigate(paths.run(company.id, run.pay_run_id ?? 0))
        },
      },
    )
  })
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label="Pay period"
        help="Everyone who is paid in this period gets a draft."
        problem={problems.pay_period}
      >
        {(control) => (
          <select
            key={calendars.data?.length ?? 0}
            {...control}
            {...register('cycle', { onChange: (event) => propose(event.target.value) })}
          >
            {payPeriodsOf(isNz).map((period) => (
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
        {(control) => (
          <input
            type="date"
            required
            {...control}
            {...register('pay_date', { onChange: (event) => place(event.target.value) })}
          />
        )}
      </Field>
      <Field
        label="Period ends on"
        help={
          company.days_in_arrears > 0
            ? `Without a date: the period that ends about ${company.days_in_arrears} days before the pay date.`
            : 'Without a date: the period that includes the pay date.'
        }
        problem={problems.period_end_date}
      >
        {(control) => <input type="date" {...control} {...register('period_end_date')} />}
      </Field>
      <Field
        label="Hours from"
        help="Standing items apply either way. Imported timesheets for the period are kept."
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
        for everyone else.
      </p>
      {draft.isPending && <JobProgress job="draft" text="Drafting the pays" of="pays" />}
      <ErrorNotice error={draft.error} />
      {isDrafted && (
        <Notice>
          The run to {day(drafted.period_end_date)} is already drafted.{' '}
          <Link href={paths.run(company.id, drafted.pay_run_id ?? 0)}>Open the draft</Link>
        </Notice>
      )}
      {processed && (
        <Notice kind="warning">
          The run to {day(processed.pay_run_end_date)} is already processed, and no one is left to pay in it.
          Choose another period, or{' '}
          <Link href={paths.run(company.id, processed.pay_run_id ?? 0)}>open the processed run</Link>.
        </Notice>
      )}
      <div className="buttons">
        <button type="submit" className="main" disabled={draft.isPending}>
          {draft.isPending ? 'Drafting …' : 'Draft the run'}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
