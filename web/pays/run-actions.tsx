import { useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import type { RunStages } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { dayOf, money as dollars, moment, plural } from '../format.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { LodgeRun } from './lodge-run.tsx'
import { PayThisRun } from './pay-this-run.tsx'
import { ProcessDialog } from './process-dialog.tsx'
import { RunPayslips } from './run-payslips.tsx'
import type { RunWithPays } from './run-with-pays.ts'
import { usePayouts } from './use-payouts.ts'

type Stage = RunStages['stages'][number]
const PROGRESS_MS = 400

/** The stages of the run as stored by the service, and the buttons for the next ones. */
export function RunActions({ run }: { run: RunWithPays }) {
  const { api } = useCompany()
  const [isAsking, setIsAsking] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const process = useWrite<RunWithPays>(`${api}/pay`, `${api}/employees`, '/api/employees', `${api}/upcoming`)
  const path = `${api}/pay-runs/${run.pay_run_id}`
  const stages = useApi<RunStages>(`${path}/stages`, { everyMs: process.isPending ? PROGRESS_MS : false })
  const pending = run.pays.filter(({ status }) => status === 'pending')
  const isProcessed = run.pays.length > 0 && pending.length === 0
  const stageOf = (name: Stage['stage']) => stages.data?.stages.find(({ stage }) => stage === name)
  const start = () => {
    setIsAsking(false)
    process.mutate({ method: 'POST', path: `${path}/process` })
  }
  return (
    <section className="panel next-steps" aria-label="What comes next">
      <StageList stages={stages.data?.stages ?? []} />
      {process.isPending && <Progress job={stages.data?.job ?? null} count={pending.length} />}
      <ErrorNotice error={process.error ?? stages.error} />
      {process.isSuccess && isProcessed && (
        <Notice kind="good">
          {plural(run.pays.length, 'pay')} processed: {dollars(run.totals.net)} net.
        </Notice>
      )}
      {isProcessed && <Money stages={stages.data?.stages ?? []} />}
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
          <button type="button" className="main" onClick={() => setIsPaying(true)}>
            Pay this run
          </button>
        )}
        {isProcessed && <AfterButtons run={run} stageOf={stageOf} />}
      </div>
      {isPaying && (
        <PayThisRun run={run} stages={stages.data?.stages ?? []} onClose={() => setIsPaying(false)} />
      )}
      {isAsking && (
        <ProcessDialog
          runId={run.pay_run_id ?? 0}
          count={pending.length}
          onStart={start}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}

function Progress({ job, count }: { job: RunStages['job']; count: number }) {
  return (
    <label className="progress">
      {job ? `Processing: ${job.done} of ${job.total} pays` : `Processing ${plural(count, 'pay')} …`}
      <progress aria-label="Processing the pays" {...(job ? { value: job.done, max: job.total } : {})} />
    </label>
  )
}

function StageList({ stages }: { stages: readonly Stage[] }) {
  const { wording } = useCompany()
  const names: Record<Stage['stage'], string> = {
    drafted: 'Drafted',
    reviewed: 'Looked over',
    processed: 'Processed',
    paid: 'Bank file',
    super: 'Super file',
    lodged: wording.lodging,
    payslips: 'Payslips',
    journal: 'Journal',
  }
  return (
    <ol className="stages">
      {stages
        .filter(({ status }) => status !== 'not-needed')
        .map((stage) => (
          <li key={stage.stage} className={stage.status}>
            <span>
              {names[stage.stage]}
              <span className="unseen">: {stage.status === 'done' ? 'done' : 'open'}</span>
              <small>{note(stage)}</small>
            </span>
          </li>
        ))}
    </ol>
  )
}

function note(stage: Stage): string {
  if (stage.status === 'done') {
    const by = stage.by ? ` by ${stage.by}` : ''
    return stage.at ? ` ${stage.by ? moment(stage.at) : dayOf(stage.at)}${by}` : ''
  }
  if (stage.status === 'under-way' && stage.done < stage.total) return ` ${stage.done} of ${stage.total}`
  return stage.status === 'under-way' ? ' waiting for the answer' : ''
}

/** Open and overpaid amounts of the run. */
function Money({ stages }: { stages: readonly Stage[] }) {
  const stageOf = (name: Stage['stage']) => stages.find(({ stage }) => stage === name)
  const [paid, contributions] = [stageOf('paid'), stageOf('super')]
  // The review stage has no effect on amounts owed.
  const isAllDone =
    stages.length > 0 &&
    stages.every(({ stage, status }) => stage === 'reviewed' || status === 'done' || status === 'not-needed')
  const open = [
    ...(paid?.open_amount ? [`${dollars(paid.open_amount)} of pay is in no bank file`] : []),
    ...(contributions?.open_amount ? [`${dollars(contributions.open_amount)} of super is in no file`] : []),
  ]
  return (
    <>
      {open.length > 0 && <p className="soft">Open: {open.join(', ')}.</p>}
      {isAllDone && <p className="soft">Nothing is open.</p>}
      {(paid?.overpaid_amount ?? 0) > 0 && (
        <Notice kind="warning">
          {dollars(paid?.overpaid_amount ?? 0)} was paid but is no longer owed. Agree with the employee how it
          is repaid; it is never deducted from a later pay automatically.
        </Notice>
      )}
      {(contributions?.overpaid_amount ?? 0) > 0 && (
        <Notice kind="warning">
          {dollars(contributions?.overpaid_amount ?? 0)} of super was sent but is no longer owed.
        </Notice>
      )}
    </>
  )
}

function AfterButtons({
  run,
  stageOf,
}: {
  run: RunWithPays
  stageOf: (name: Stage['stage']) => Stage | undefined
}) {
  const { isNz } = useCompany()
  const runId = run.pay_run_id ?? 0
  const { bankFile, superFile } = usePayouts(runId)
  const paid = stageOf('paid')
  const isPartlyPaid = paid !== undefined && paid.done > 0 && (paid.open_amount ?? 0) > 0
  return (
    <>
      <button type="button" disabled={bankFile.isPending} onClick={() => bankFile.mutate()}>
        {isPartlyPaid ? 'Bank file for open amounts' : 'Bank file'}
      </button>
      {!isNz && (
        <button
          type="button"
          disabled={superFile.isPending || stageOf('super')?.status === 'done'}
          onClick={() => superFile.mutate()}
        >
          Super file
        </button>
      )}
      <RunPayslips runId={runId} isDone={stageOf('payslips')?.status === 'done'} />
      <LodgeRun run={run} isLodged={stageOf('lodged')?.done === stageOf('lodged')?.total} />
      <ErrorNotice error={bankFile.error ?? superFile.error} />
      {bankFile.data && <Notice kind="good">{bankFile.data} was downloaded.</Notice>}
      {superFile.data && <Notice kind="good">{superFile.data} was downloaded.</Notice>}
    </>
  )
}
