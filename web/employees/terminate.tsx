import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { ApiError, call } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee, Pay, UpcomingRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { usePreviewed } from '../parts/use-previewed.ts'
import { paths } from '../paths.ts'
import { OwedAtTheEnd } from './owed-at-the-end.tsx'
import { AuTermination, CommonTermination, NzTermination } from './termination-fields.tsx'
import { StatementButton } from './termination-panel.tsx'
import { FinalPay, type Termination, TerminationResult } from './termination-result.tsx'
import { requestOf, type TerminationValues } from './termination-values.ts'

/** Ends an employment: asks for the details, previews the final pay, and only then saves. */
export function Terminate({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const { api, company, isNz, today } = useCompany()
  const path = `/api/employees/${employee.id}/terminate`
  const form = useForm<TerminationValues>({
    defaultValues: {
      termination_date: today,
      pay_date: today,
      period_end_date: '',
      reason: 'TERMINATION',
      cessation_type_code: 'V',
      notice: 'none',
      notice_amount: '',
      redundancy_amount: '',
      etp_amount: '',
      nz_ytd_taxable: '',
      is_unused_lsl_paid: '',
      is_unused_rdo_paid: '',
      is_unused_toil_paid: '',
    },
  })
  usePresetPeriod(form, employee)
  const body = requestOf(form.watch(), isNz)
  const preview = usePreviewed<Termination>(body, (asked) => call('POST', `${path}?dry_run=true`, asked))
  const terminate = useWrite<Termination>(`${api}/pay`, `${api}/employees`, '/api/employees', '/api/company')
  const payId = terminate.data?.pay_id ?? null
  const final = useApi<Pay>(payId === null ? null : `${api}/pays/${payId}`)
  const refusal = terminate.error ?? preview.error
  const problems = refusal instanceof ApiError ? refusal.fields : {}
  const look = form.handleSubmit(() => {
    terminate.reset()
    preview.look().catch(() => {})
  })
  const go = () => terminate.mutate({ method: 'POST', path, body })
  if (terminate.data)
    return (
      <Dialog title={`${employee.first_name} ${employee.last_name}: terminated`} onClose={onClose} isWide>
        <div className="form">
          <Notice kind="good">
            {terminate.data.is_pay_processed
              ? 'The final pay is processed.'
              : 'The final pay is staged and will be processed on its date.'}{' '}
            {typeof terminate.data.pay_id === 'number' && (
              <Link href={paths.pay(company.id, terminate.data.pay_id)}>Open the final pay</Link>
            )}
          </Notice>
          {final.data && <FinalPay pay={final.data} />}
          <TerminationResult result={terminate.data} />
          <div className="buttons">
            {terminate.data.is_pay_processed && <StatementButton employee={employee} />}
            <button type="button" onClick={onClose}>
              Close
            </button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={`Terminate ${employee.first_name} ${employee.last_name}`} onClose={onClose} isWide>
      <form className="form" onSubmit={look}>
        <div className="fields">
          <CommonTermination form={form} problems={problems} />
          {isNz ? (
            <NzTermination form={form} problems={problems} />
          ) : (
            <AuTermination form={form} problems={problems} />
          )}
        </div>
        {!isNz && (
          <OwedAtTheEnd
            employeeId={employee.id}
            terminationDate={form.watch('termination_date')}
            reason={form.watch('reason')}
            cessation={form.watch('cessation_type_code')}
          />
        )}
        <ErrorNotice error={refusal} />
        {preview.isOutdated && (
          <Notice kind="warning">
            Something changed since the preview. Preview it again before you terminate.
          </Notice>
        )}
        {preview.data && !refusal && (
          <>
            <p className="soft">What the final pay would be. Nothing has been saved yet.</p>
            <TerminationResult result={preview.data} />
          </>
        )}
        <div className="buttons">
          <button type="submit" className={preview.data ? '' : 'main'} disabled={preview.isPending}>
            {preview.isPending ? 'Calculating …' : 'Preview'}
          </button>
          {(preview.data || preview.isOutdated) && (
            <button
              type="button"
              className="danger"
              disabled={!preview.data || terminate.isPending}
              onClick={go}
            >
              {terminate.isPending ? 'Terminating …' : 'Terminate now'}
            </button>
          )}
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * Fills in the last day and the pay date of the next period, which is usual for an employer who pays in
 * arrears.
 */
function usePresetPeriod(form: UseFormReturn<TerminationValues>, employee: Employee): void {
  const { api } = useCompany()
  const upcoming = useApi<UpcomingRun[]>(`${api}/upcoming-pay-runs`).data
  useEffect(() => {
    const own = (upcoming ?? []).filter((run) => run.pay_period === employee.pay_period)
    const [next] = own
    const isTouched = form.formState.dirtyFields.pay_date || form.formState.dirtyFields.period_end_date
    if (own.length !== 1 || !next || next.period_end_date >= next.pay_date || isTouched) return
    form.setValue('period_end_date', next.period_end_date)
    form.setValue('pay_date', next.pay_date)
  }, [upcoming, employee.pay_period, form])
}
