import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, download } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { money as dollars, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { LodgeRun } from './lodge-run.tsx'
import { RunMoney, readAnew, useRunMoney } from './run-money.tsx'
import { RunPayslips } from './run-payslips.tsx'
import type { RunWithPays } from './run-with-pays.ts'

/** What comes next for a run: process, pay, lodge. Each stage says when it is done. */
export function RunActions({ run }: { run: RunWithPays }) {
  const { api, company, wording, isNz } = useCompany()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const process = useWrite<RunWithPays>(`${api}/pay`, `${api}/employees`, '/api/employees')
  const pending = run.pays.filter(({ status }) => status === 'pending')
  const isProcessed = run.pays.length > 0 && pending.length === 0
  const money = useRunMoney(run, isProcessed)
  const bankFile = useMutation({
    mutationFn: () =>
      download(`${api}/pay-runs/${run.pay_run_id}/bank-file`, `bank-file-${run.pay_run_id}.txt`),
    onSuccess: () => readAnew(client, `${api}/pay`, `${api}/reconciliation`),
  })
  const superFile = useMutation({
    mutationFn: async () => {
      const path = `/api/super-payments/${company.id}/files`
      const { id } = await call<{ id: number }>('POST', path, { pay_run_id: run.pay_run_id })
      return download(`${path}/${id}`, `super-${id}.csv`)
    },
    onSuccess: () => readAnew(client, `/api/super-payments/${company.id}`, `${api}/reconciliation`),
  })
  const lodged = run.pays.filter(
    ({ stp_status, stp_needs_update }) =>
      stp_status !== null && stp_status !== 'rejected' && !stp_needs_update,
  ).length
  const isLodged = isProcessed && lodged === run.pays.length
  const start = () => {
    setIsAsking(false)
    process.mutate({ method: 'POST', path: `${api}/pay-runs/${run.pay_run_id}/process` })
  }
  return (
    <section className="panel" aria-label="What comes next">
      <ol className="stages">
        <li className="done">Drafted</li>
        <li className={isProcessed ? 'done' : ''}>Processed</li>
        <li className={money.isPaid ? 'done' : ''}>Bank file</li>
        {!isNz && <li className={money.isSuperFiled ? 'done' : ''}>Super file</li>}
        <li className={isLodged ? 'done' : ''}>{wording.lodging}</li>
      </ol>
      {process.isPending && (
        <label>
          Processing {plural(pending.length, 'pay')} …
          <progress aria-label="Processing the pays" />
        </label>
      )}
      <ErrorNotice error={process.error} />
      <ErrorNotice error={bankFile.error ?? superFile.error} />
      {bankFile.data && <Notice kind="good">{bankFile.data} was downloaded.</Notice>}
      {superFile.data && <Notice kind="good">{superFile.data} was downloaded.</Notice>}
      {process.isSuccess && isProcessed && (
        <Notice kind="good">
          {plural(run.pays.length, 'pay')} processed: {dollars(run.totals.net)} net.
          <progress aria-label="Pays processed" value={run.pays.length} max={run.pays.length} />
        </Notice>
      )}
      {isProcessed && <RunMoney money={money} />}
      <div className="buttons">
        {pending.length > 0 && (
          <button
            type="button"
            className="main"
            disabled={process.isPending}
            onClick={() => setIsAsking(true)}
          >
            Process {plural(pending.length, 'pay')}
          </button>
        )}
        {isProcessed && (
          <>
            <button type="button" disabled={bankFile.isPending} onClick={() => bankFile.mutate()}>
              {money.bankLabel}
            </button>
            {!isNz && (
              <button
                type="button"
                disabled={superFile.isPending || money.isSuperFiled}
                onClick={() => superFile.mutate()}
              >
                Super file
              </button>
            )}
            <RunPayslips runId={run.pay_run_id ?? 0} />
            <LodgeRun runId={run.pay_run_id ?? 0} isLodged={isLodged} />
          </>
        )}
      </div>
      {isAsking && (
        <Dialog title="Process this run?" onClose={() => setIsAsking(false)}>
          <p>
            {plural(pending.length, 'pay')} of {company.legal_name}. They are worked out once more on where
            each person stands now; leave balances and year-to-date figures then move.
          </p>
          <div className="buttons">
            <button type="button" className="main" onClick={start}>
              Process now
            </button>
            <button type="button" onClick={() => setIsAsking(false)}>
              Not yet
            </button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
