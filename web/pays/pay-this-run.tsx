import { useState } from 'react'
import { Link } from 'wouter'
import type { RunStages } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { LodgeDialog } from './lodge-run.tsx'
import { type PayStep, payStepsOf } from './pay-steps.ts'
import { MailDialog } from './run-payslips.tsx'
import type { RunWithPays } from './run-with-pays.ts'
import { usePayouts } from './use-payouts.ts'

type Props = { run: RunWithPays; stages: RunStages['stages']; onClose: () => void }

/** All steps after a processed run in order: their effect, what is done, and the button for the next one. */
export function PayThisRun({ run, stages, onClose }: Props) {
  const { api, company, wording } = useCompany()
  const runId = run.pay_run_id ?? 0
  const { bankFile, superFile, journal } = usePayouts(runId)
  const [asking, setAsking] = useState<'lodged' | 'payslips' | null>(null)
  const steps = payStepsOf(stages, wording)
  const next = steps.find(({ isOpen }) => isOpen)
  const isBusy = bankFile.isPending || superFile.isPending || journal.isPending
  const start: Record<PayStep['name'], () => void> = {
    paid: () => bankFile.mutate(),
    super: () => superFile.mutate(),
    lodged: () => setAsking('lodged'),
    payslips: () => setAsking('payslips'),
    journal: () => journal.mutate(),
  }
  const hasJournal = steps.some(({ name }) => name === 'journal')
  return (
    <Dialog title="Pay this run" onClose={onClose} isWide>
      <div className="form">
        <ol className="pay-steps">
          {steps.map((step) => (
            <li key={step.name} className={step.isOpen ? 'open' : 'done'}>
              <span className="pay-step-text">
                <strong>{step.title}</strong>
                <span className="unseen">{step.isOpen ? ': open. ' : ': done. '}</span>
                <span>{step.says}</span>
              </span>
              {step.isOpen && (
                <button
                  type="button"
                  className={step === next ? 'main' : ''}
                  disabled={isBusy}
                  onClick={start[step.name]}
                >
                  {step.act}
                </button>
              )}
            </li>
          ))}
        </ol>
        <ErrorNotice error={bankFile.error ?? superFile.error ?? journal.error} />
        {bankFile.data && <Notice kind="good">{bankFile.data} was downloaded.</Notice>}
        {superFile.data && <Notice kind="good">{superFile.data} was downloaded.</Notice>}
        {!next && <Notice kind="good">Everything is done. A correction reopens the steps it affects.</Notice>}
        {!hasJournal && (
          <p className="help">
            To post runs to your accounting system too,{' '}
            <Link href={paths.journals(company.id)}>choose the accounts</Link>.
          </p>
        )}
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
      {asking === 'lodged' && <LodgeDialog run={run} onClose={() => setAsking(null)} />}
      {asking === 'payslips' && (
        <MailDialog path={`${api}/pay-runs/${runId}/payslips/emails`} onClose={() => setAsking(null)} />
      )}
    </Dialog>
  )
}
