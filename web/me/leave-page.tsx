import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormButtons } from '../access/person-forms.tsx'
import { ApiError, call } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeRequest } from '../api/types.ts'
import { LeaveLedgerPanel } from '../employees/leave-ledger.tsx'
import { addDays, day, hours, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, FormProblem, Notice } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { plainWords } from '../plain-words.ts'
import { AS_HOURS, numberOrText } from '../typed-numbers.ts'
import { OwnRequests } from './own-requests.tsx'
import type { LeaveTaken, Me } from './types.ts'

/** Leave balances, requests and leave taken. */
export function LeavePage({ me }: { me: Me }) {
  const [isAsking, setIsAsking] = useState(false)
  const [said, setSaid] = useState<string[]>([])
  const taken = useApi<LeaveTaken[]>('/api/me/leave')
  return (
    <Page
      title="Leave"
      actions={
        me.asks_for_leave && (
          <button type="button" className="main" onClick={() => setIsAsking(true)}>
            Ask for leave
          </button>
        )
      }
    >
      {said.length > 0 && <Notice kind="good">{said.map(plainWords).join(' ')}</Notice>}
      {me.balances.length > 0 && (
        <ul className="balances">
          {me.balances.map(({ name, amount, unit }) => (
            <li key={name} className="panel">
              <span className="soft">{name}</span>
              <span>
                <strong>{hours(amount)}</strong> {unit}
              </span>
            </li>
          ))}
        </ul>
      )}
      <OwnRequests
        kinds={['leave']}
        title="Your requests"
        empty={`You have not asked for leave.${me.asks_for_leave ? ' “Ask for leave” above starts a request.' : ''}`}
      />
      {me.country === 'NZ' && <LeaveLedgerPanel path="/api/me/leave-ledger" />}
      <Panel title="Leave you took">
        <ErrorNotice error={taken.error} />
        {taken.data?.length === 0 && (
          <p className="empty">None yet. Leave appears here once it is on a pay.</p>
        )}
        <ul className="lines">
          {taken.data?.map((row) => (
            <li key={`${row.pay_id}/${row.date}/${row.description}`}>
              <span>{day(row.date)}</span>
              <span>{row.description}</span>
              <span className="amount">{hours(row.hours)} h</span>
            </li>
          ))}
        </ul>
      </Panel>
      {isAsking && (
        <AskForLeave
          me={me}
          onClose={() => setIsAsking(false)}
          onDone={(warnings) => {
            setIsAsking(false)
            setSaid(['Your request is on its way to your payroll officer.', ...warnings])
          }}
        />
      )}
    </Page>
  )
}

type Values = {
  leave_type: string
  start_date: string
  end_date: string
  hours_per_day: string
  message: string
}

type Preview = {
  days: number
  hours: number
  balance_hours: number | null
  waiting_hours: number
  balance_on_day: number | null
  balance_after: number | null
}

/** The effect of the request in words. */
function outlookText(preview: Preview, mayGoBelowZero: boolean): string {
  const { days, hours: asked, balance_on_day: onDay, balance_after: after } = preview
  const what = `${plural(days, 'working day')}, ${hours(asked)} hours.`
  if (onDay === null || after === null) return what
  if (after < 0 && !mayGoBelowZero)
    return `${what} You will have about ${hours(onDay)} hours on the first day, which is not enough.`
  return `${what} You will have about ${hours(onDay)} hours on the first day, and ${hours(after)} after it.`
}

const perDay = (hours: string) => (hours === '' ? {} : { hours_per_day: numberOrText(hours) })

function AskForLeave(props: { me: Me; onClose: () => void; onDone: (warnings: string[]) => void }) {
  const { me, onClose, onDone } = props
  const ask = useWrite<EmployeeRequest>('/api/me')
  const tomorrow = addDays(me.today, 1)
  const { register, handleSubmit, watch } = useForm<Values>({
    defaultValues: {
      leave_type: Object.keys(me.leave_types)[0] ?? '',
      start_date: tomorrow,
      end_date: tomorrow,
      hours_per_day: '',
      message: '',
    },
  })
  const submit = handleSubmit(({ hours_per_day, message, ...values }) =>
    ask.mutate(
      {
        method: 'POST',
        path: '/api/me/leave-requests',
        body: {
          ...values,
          ...perDay(hours_per_day),
          ...(message.trim() ? { message } : {}),
        },
      },
      { onSuccess: ({ warnings = [] }) => onDone(warnings) },
    ),
  )
  const isOneDay = watch('start_date') === watch('end_date')
  const [type, from, to, partly] = watch(['leave_type', 'start_date', 'end_date', 'hours_per_day'])
  const outlook = useQuery({
    queryKey: ['leave-preview', type, from, to, partly],
    queryFn: () =>
      call<Preview>('POST', '/api/me/leave-preview', {
        leave_type: type,
        start_date: from,
        end_date: to,
        ...perDay(partly),
      }),
    enabled: from !== '' && to >= from,
    retry: false,
  })
  // A wrong input is named at the input, once.
  const wrong = outlook.error instanceof ApiError ? outlook.error.fields : {}
  const problems = { ...wrong, ...(ask.error instanceof ApiError ? ask.error.fields : {}) }
  return (
    <Dialog title="Ask for leave" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="What kind" problem={problems.leave_type}>
          {(control) => (
            <select {...control} {...register('leave_type')}>
              {Object.entries(me.leave_types).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="fields">
          <Field label="First day" problem={problems.start_date}>
            {(control) => <input type="date" {...control} {...register('start_date')} />}
          </Field>
          <Field label="Last day" problem={problems.end_date}>
            {(control) => (
              <input type="date" min={watch('start_date')} {...control} {...register('end_date')} />
            )}
          </Field>
        </div>
        {/* Always there and high enough: a text that arrives late must not move the button below under a click. */}
        <p role="status" className="outlook">
          {to !== '' && to < from && 'The last day is before the first.'}
          {outlook.data && outlookText(outlook.data, me.asks_below_zero)}
          {outlook.error && Object.keys(wrong).length === 0 && plainWords(outlook.error.message)}
        </p>
        {isOneDay && (
          <Field
            label="Hours"
            help={`For part of the day. Empty: the whole day of ${hours(me.standard_hours_per_day)} hours.`}
            problem={problems.hours_per_day}
          >
            {(control) => (
              <input
                inputMode="decimal"
                autoComplete="off"
                {...control}
                {...register('hours_per_day', AS_HOURS)}
              />
            )}
          </Field>
        )}
        <Field label="Message" problem={problems.message}>
          {(control) => <textarea rows={2} maxLength={500} {...control} {...register('message')} />}
        </Field>
        <FormProblem error={ask.error} fields={problems} />
        <FormButtons text="Ask for leave" isBusy={ask.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
