import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { PayCalendar } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, plural, words } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { payPeriodsOf } from '../pays/codes.ts'
import { plainWords } from '../plain-words.ts'
import { PeoplePicker } from './people-picker.tsx'
import { companyTabs } from './tabs.ts'

const RULES: Record<PayCalendar['payment_day_rule'], string> = {
  BEFORE: 'Paid on the business day before',
  AFTER: 'Paid on the business day after',
  NONE: 'Stays on that day',
}

/** The company's pay calendars: who is paid when, in addition to the company's own cycle. */
export function CalendarsPage() {
  const { company, api } = useCompany()
  const calendars = useApi<PayCalendar[]>(`${api}/pay-calendars`)
  const [editing, setEditing] = useState<PayCalendar | 'new' | null>(null)
  const columns = useMemo(
    (): Column<PayCalendar>[] => [
      { id: 'name', title: 'Calendar', value: (row) => row.name },
      { id: 'period', title: 'Paid', value: (row) => words(row.pay_period) },
      {
        id: 'anchor',
        title: 'A period ends on',
        isShort: true,
        value: (row) => row.anchor_date,
        cell: (row) => (row.pay_period === 'MONTHLY' ? 'the month’s last day' : day(row.anchor_date)),
      },
      {
        id: 'arrears',
        title: 'Paid after',
        isNumber: true,
        value: (row) => plural(row.days_in_arrears, 'day'),
      },
      { id: 'people', title: 'People', isNumber: true, value: (row) => row.employee_ids.length },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (row) => (
          <button
            type="button"
            className="small"
            onClick={() => setEditing(row)}
            aria-label={`Change ${row.name}`}
          >
            Change
          </button>
        ),
      },
    ],
    [],
  )
  return (
    <Page
      title="Company"
      lead={company.legal_name}
      tabs={companyTabs(company.id)}
      actions={
        <button type="button" className="main" onClick={() => setEditing('new')}>
          New pay calendar
        </button>
      }
    >
      <Panel title="Pay calendars">
        <p className="soft">
          People without a calendar are paid by the company’s own cycle:{' '}
          {words(company.default_pay_period).toLowerCase()}, periods counted from{' '}
          {day(company.pay_cycle_anchor)}.
        </p>
        <ErrorNotice error={calendars.error} />
        {calendars.data ? (
          <DataTable
            caption="Pay calendars"
            rows={calendars.data}
            columns={columns}
            rowKey={(row) => row.id}
            empty="No calendar yet. Add one if some people are paid on different days from the rest, such as monthly salaries next to weekly wages."
          />
        ) : (
          !calendars.error && <Waiting />
        )}
      </Panel>
      {editing && (
        <CalendarDialog calendar={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}

type Values = Record<'name' | 'pay_period' | 'anchor_date' | 'days_in_arrears' | 'payment_day_rule', string>

function CalendarDialog({ calendar, onClose }: { calendar: PayCalendar | null; onClose: () => void }) {
  const { company, isNz, api } = useCompany()
  const [people, setPeople] = useState(calendar?.employee_ids ?? [])
  const touched = [`${api}/pay-calendars`, `${api}/upcoming-pay-runs`]
  const save = useWrite<PayCalendar>(...touched)
  const members = useWrite<PayCalendar>(...touched)
  const remove = useWrite<void>(...touched)
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      name: calendar?.name ?? '',
      pay_period: calendar?.pay_period ?? 'MONTHLY',
      anchor_date: calendar?.anchor_date ?? company.pay_cycle_anchor,
      days_in_arrears: String(calendar?.days_in_arrears ?? 0),
      payment_day_rule: calendar?.payment_day_rule ?? 'BEFORE',
    },
  })
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  const known = calendar ?? save.data ?? null
  const submit = handleSubmit(async (values) => {
    const body = { ...values, days_in_arrears: Number(values.days_in_arrears) }
    const saved = await save
      .mutateAsync(
        known
          ? { method: 'PATCH', path: `${api}/pay-calendars/${known.id}`, body }
          : { method: 'POST', path: `${api}/pay-calendars`, body },
      )
      .catch(() => null)
    if (!saved) return
    const set = await members
      .mutateAsync({
        method: 'PUT',
        path: `${api}/pay-calendars/${saved.id}/employees`,
        body: { employee_ids: people },
      })
      .catch(() => null)
    if (set && !saved.warnings?.length) onClose()
  })
  return (
    <Dialog title={calendar ? `Change ${calendar.name}` : 'New pay calendar'} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field label="Name" problem={problems.name} isRequired>
          {(control) => <input type="text" required maxLength={60} {...control} {...register('name')} />}
        </Field>
        <Field label="Paid" problem={problems.pay_period}>
          {(control) => (
            <select {...control} {...register('pay_period')}>
              {payPeriodsOf(isNz).map((period) => (
                <option key={period} value={period}>
                  {words(period)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="A day on which a period ends"
          help="Weekly and fortnightly periods are counted from it; months end on their last day."
          problem={problems.anchor_date}
        >
          {(control) => <input type="date" required {...control} {...register('anchor_date')} />}
        </Field>
        <Field label="Days from the period’s end to the pay day" problem={problems.days_in_arrears}>
          {(control) => (
            <input type="number" min={0} max={62} required {...control} {...register('days_in_arrears')} />
          )}
        </Field>
        <Field label="A pay day on a weekend or holiday" problem={problems.payment_day_rule}>
          {(control) => (
            <select {...control} {...register('payment_day_rule')}>
              {Object.entries(RULES).map(([rule, text]) => (
                <option key={rule} value={rule}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <PeoplePicker legend="Who is paid by it" chosen={people} onChange={setPeople} />
        <FormProblem error={save.error} fields={problems} />
        <ErrorNotice error={members.error ?? remove.error} />
        {save.data?.warnings?.map((sentence) => (
          <Notice key={sentence} kind="warning">
            {plainWords(sentence)}
          </Notice>
        ))}
        <div className="buttons">
          <button type="submit" className="main" disabled={save.isPending || members.isPending}>
            Save
          </button>
          <button type="button" onClick={onClose}>
            {save.data?.warnings?.length ? 'Close' : 'Cancel'}
          </button>
          {calendar && (
            <button
              type="button"
              className="danger"
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { method: 'DELETE', path: `${api}/pay-calendars/${calendar.id}` },
                  { onSuccess: onClose },
                )
              }
            >
              Delete
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
