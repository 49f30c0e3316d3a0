import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useParams } from 'wouter'
import { ApiError, isChangedMeanwhile } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { CorrectionPreview, EmployeePayRate, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, moment, money, quantity } from '../format.ts'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { Stopped, wrongHolidays } from './holiday-stop.tsx'
import { PayForm, useRates } from './pay-form.tsx'
import { type PayValues, requestOf, valuesOf } from './pay-values.ts'
import { usePayProblems } from './use-pay-problems.ts'
import { usePreview } from './use-preview.ts'

/**
 * Corrects a processed pay. Before saving it shows the changes, the payments and reports already sent, and
 * the next steps.
 */
export function CorrectPage() {
  const { payId } = useParams<{ payId: string }>()
  const { company, api } = useCompany()
  const pay = useApi<Pay>(`${api}/pays/${payId}?include_version=true`)
  const { rates, error } = useRates(pay.data?.employee_id ?? null)
  const [done, setDone] = useState<CorrectionPreview | null>(null)
  // The pay when the form was opened. A later read would have another version.
  const [begun, setBegun] = useState<Pay | null>(null)
  const base = begun ?? pay.data ?? null
  if (base && !begun) setBegun(base)
  if (!pay.data) return pay.error ? <ErrorNotice error={pay.error} /> : <Waiting text="Loading the pay …" />
  return (
    <Page
      title={`Correct the pay of ${pay.data.format_name}`}
      lead={`Paid ${day(pay.data.processed_date)}, period to ${day(pay.data.pay_run_end_date)}`}
      back={{ to: paths.pay(company.id, pay.data.id ?? 0), text: 'The pay' }}
    >
      <ErrorNotice error={error} />
      {done ? (
        <Saved pay={pay.data} preview={done} />
      ) : rates && base ? (
        <Form
          key={`${base.id} ${base.version}`}
          pay={base}
          rates={rates}
          onSaved={setDone}
          onTake={setBegun}
        />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

type FormProps = {
  pay: Pay
  rates: EmployeePayRate[]
  onSaved: (preview: CorrectionPreview) => void
  onTake: (now: Pay) => void
}

function Form({ pay, rates, onSaved, onTake }: FormProps) {
  const { api, isNz } = useCompany()
  const [stopped, setStopped] = useState<string[]>([])
  const form = useForm<PayValues>({ defaultValues: valuesOf(pay, rates) })
  const path = `${api}/pays/${pay.id}`
  const own = usePayProblems(form, pay, true)
  const preview = usePreview<CorrectionPreview>(form, pay, {
    method: 'POST',
    path: `${path}/correction-preview`,
    when: own.canPreview,
  })
  const save = useWrite<Pay>(`${api}/pay`, '/api/employees', `${api}/obligations`)
  const isChanged = isChangedMeanwhile(save.error)
  const refusal = (isChanged ? null : save.error) ?? preview.error
  const problems = { ...(refusal instanceof ApiError ? refusal.fields : {}), ...own.problems }
  const send = (version: string | undefined) =>
    form.handleSubmit(async (values) => {
      const { answer } = preview
      if (!own.check(values) || !answer) return
      const body = requestOf(pay, values)
      const wrong = isNz ? await wrongHolidays(path, body).catch(() => []) : []
      setStopped(wrong)
      if (wrong.length > 0) return
      save.mutate({ method: 'PUT', path, body, version }, { onSuccess: () => onSaved(answer) })
    })
  const isReady = preview.answer !== undefined && !preview.isWorking && preview.answer.changes.length > 0
  return (
    <form className="editor correct" onSubmit={send(pay.version)} onBlur={own.look} noValidate>
      <Panel title="1. What it should have been">
        <PayForm form={form} problems={problems} rates={rates} />
      </Panel>
      <div className="preview">
        <Panel title="2. What changes">
          <p className="help" aria-live="polite">
            {preview.isWorking
              ? 'Calculating …'
              : preview.isChanged
                ? 'Calculated by the service. Nothing is saved yet.'
                : 'Change what was wrong: you see the consequences here before you save.'}
          </p>
          <ErrorNotice error={refusal} />
          <Stopped sentences={stopped} />
          {preview.answer && <Consequences preview={preview.answer} />}
          {isChanged && (
            <ChangedMeanwhile
              path={path}
              before={pay}
              onKeep={(now) => void send(now.version)()}
              onTake={onTake}
            />
          )}
          <div className="buttons">
            <button type="submit" className="main" disabled={!isReady || save.isPending}>
              {save.isPending ? 'Saving …' : 'Save the correction'}
            </button>
          </div>
        </Panel>
      </div>
    </form>
  )
}

const FIGURES: Record<CorrectionPreview['changes'][number]['figure'], string> = {
  hours: 'Hours',
  gross: 'Gross',
  tax: 'Tax',
  deductions: 'Deductions',
  net: 'Net pay',
  super: 'Super',
  student_loan: 'Student loan',
  kiwisaver_employee: 'KiwiSaver, employee',
  kiwisaver_employer: 'KiwiSaver, employer',
}

function Consequences({ preview: { changes, so_far, follows } }: { preview: CorrectionPreview }) {
  const { wording } = useCompany()
  return (
    <>
      <h3>What changes</h3>
      {changes.length === 0 ? (
        <p className="soft">No figure.</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Figure</span>
              </th>
              <th scope="col" className="number">
                Was
              </th>
              <th scope="col" className="number">
                Will be
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ figure, before, after }) => (
              <tr key={figure}>
                <td>{FIGURES[figure]}</td>
                <td className="number">{figure === 'hours' ? quantity(before) : money(before)}</td>
                <td className="number">{figure === 'hours' ? quantity(after) : money(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3>Paid and reported so far</h3>
      <ul className="told">
        <li>
          {so_far.paid > 0
            ? `${money(so_far.paid)} was paid${so_far.is_settled ? '' : ' (in a bank file)'}.`
            : 'Nothing was paid yet.'}
        </li>
        {so_far.super_sent > 0 && <li>{money(so_far.super_sent)} of super was sent.</li>}
        <li>
          {so_far.reported
            ? `Reported to ${wording.authority}${so_far.reported.at ? ` on ${moment(so_far.reported.at)}` : ''}.`
            : `Not reported to ${wording.authority} yet.`}
        </li>
        {so_far.payslip_mailed_at && <li>The payslip was e-mailed on {moment(so_far.payslip_mailed_at)}.</li>}
      </ul>
      <h3>What will follow</h3>
      <Follows follows={follows} />
    </>
  )
}

function Follows({ follows }: Pick<CorrectionPreview, 'follows'>) {
  return (
    <ol className="told">
      {follows.map(({ kind, message }) => (
        <li key={kind}>{message}</li>
      ))}
    </ol>
  )
}

/** The same list after saving, with links to the pages for each next step. */
function Saved({ pay, preview }: { pay: Pay; preview: CorrectionPreview }) {
  const { company } = useCompany()
  const kinds = new Set(preview.follows.map(({ kind }) => kind))
  const isReport = kinds.has('update-event') || kinds.has('amendment')
  return (
    <Panel title="The correction is saved">
      <Notice kind="good">
        Net pay is now {money(preview.pay.net)}
        {preview.changes.length > 0 && '; a new payslip is ready'}.
      </Notice>
      {preview.follows.length > 0 && (
        <>
          <h3>What is left to do</h3>
          <Follows follows={preview.follows} />
        </>
      )}
      <div className="buttons">
        <Link className="button" href={paths.run(company.id, pay.pay_run_id ?? 0)}>
          Bank file, super and payslips of the run
        </Link>
        {isReport && (
          <Link className="button" href={paths.reporting(company.id)}>
            Reporting
          </Link>
        )}
        <Link className="button" href={paths.pay(company.id, pay.id ?? 0)}>
          The pay
        </Link>
      </div>
    </Panel>
  )
}
