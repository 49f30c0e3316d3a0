import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { RunComparison, RunFinding, RunReadiness } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { inPlainLabels } from '../employees/labels.ts'
import { day, money, plural } from '../format.ts'
import { focusAtEnd } from '../parts/caret.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { FindingGroups } from './findings.tsx'
import { Readiness } from './run-check.tsx'
import { useDraftEdits } from './use-draft-edits.ts'

type Props = { runId: number; count: number; onStart: () => void; onClose: () => void }
const SHOWN = 5

/** The final check before a run is processed: likely rejections, items to confirm, and differences from the last run. */
export function ProcessDialog({ runId, count, onStart, onClose }: Props) {
  const { company, api } = useCompany()
  const edits = useDraftEdits(runId)
  const isSaved = edits.unsaved === 0 && !edits.open
  const check = useFreshCheck(runId, isSaved, edits.store.flush)
  // Returns the focus to the cell that is still open.
  useEffect(() => () => focusAtEnd(document.querySelector<HTMLInputElement>('.pay-grid td input')), [])
  const comparison = useApi<RunComparison>(`${api}/pay-runs/${runId}/comparison`).data
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const findings = check.data?.findings ?? []
  const blocking = (check.data?.groups ?? []).filter(({ severity }) => severity === 'blocks')
  const beyond = findings.filter((finding) => finding.needs_confirmation)
  const isConfirmed = beyond.every((finding) => confirmed.has(keyOf(finding)))
  const isReady = isSaved && !check.isPending && !check.isFetching && isConfirmed
  return (
    <Dialog title="Process this run?" onClose={onClose}>
      <div className="form">
        <p>
          {plural(count, 'pay')} of {company.legal_name}. They are calculated again with each person’s current
          details; leave balances and year-to-date figures then change.
        </p>
        {comparison?.previous_totals && (
          <p>
            Net {money(comparison.totals.net)}; the run to {day(comparison.previous_pay_run_end_date)} was{' '}
            {money(comparison.previous_totals.net)}.
          </p>
        )}
        {edits.open && (
          <Notice kind="warning">
            1 cell not saved yet: {edits.open.name}, “{edits.open.text}”. {edits.open.problem} Close this and
            finish the cell.
          </Notice>
        )}
        {edits.unsaved > 0 && (
          <Notice kind="warning">
            {plural(edits.unsaved, 'cell')} not saved yet.
            {edits.state === 'saving' ? ' Saving …' : ' Close this and check the notes above the grid.'}
          </Notice>
        )}
        <ErrorNotice error={check.error} />
        {check.isPending && isSaved && <Waiting text="Checking bank file, super and report …" />}
        {check.data && <Readiness readiness={check.data} />}
        <FindingGroups groups={blocking.slice(0, SHOWN)} />
        {blocking.length > SHOWN && (
          <Link href={`${paths.run(company.id, runId)}?show=check`} onClick={onClose}>
            All {blocking.length}
          </Link>
        )}
        {beyond.length > 0 && (
          <fieldset className="confirmations">
            <legend>Is this right?</legend>
            {beyond.map((finding) => (
              <Confirmation
                key={keyOf(finding)}
                finding={finding}
                isConfirmed={confirmed.has(keyOf(finding))}
                onChange={(is) => setConfirmed((all) => toggled(all, keyOf(finding), is))}
              />
            ))}
          </fieldset>
        )}
        <div className="buttons">
          <button type="button" className="main" disabled={!isReady} onClick={onStart}>
            Process now
          </button>
          <button type="button" onClick={onClose}>
            Not yet
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** The check of the saved run. Requested after all typed values are saved, and never from the cache. */
function useFreshCheck(runId: number, isSaved: boolean, save: () => Promise<void>) {
  const { api } = useCompany()
  const client = useQueryClient()
  const path = `${api}/pay-runs/${runId}/readiness`
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    if (!isSaved) {
      setIsAsked(false)
      void save()
      return
    }
    void client.invalidateQueries({ queryKey: ['api', path], exact: true, refetchType: 'none' })
    setIsAsked(true)
  }, [isSaved, save, client, path])
  return useApi<RunReadiness>(isAsked ? path : null)
}

/** Excess hours and probable duplicates are processed only after the user has confirmed them for each employee. */
function Confirmation(props: { finding: RunFinding; isConfirmed: boolean; onChange: (is: boolean) => void }) {
  const { finding, isConfirmed, onChange } = props
  return (
    <label className="check-line">
      <input type="checkbox" checked={isConfirmed} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <strong>{finding.format_name}:</strong> {inPlainLabels(finding.message)} This is right.
      </span>
    </label>
  )
}

/** The key includes the message with its figures, so a confirmation covers only these. */
const keyOf = ({ employee_id, message }: RunFinding) => `${employee_id} ${message}`

function toggled(all: ReadonlySet<string>, key: string, is: boolean): Set<string> {
  const next = new Set(all)
  if (is) next.add(key)
  else next.delete(key)
  return next
}
