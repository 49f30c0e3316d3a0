import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { RunComparison, RunFinding, RunReadiness } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
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

/** The last look before a run is processed: what would be refused later, what must be confirmed, and what differs from the last run. */
export function ProcessDialog({ runId, count, onStart, onClose }: Props) {
  const { company, api } = useCompany()
  const edits = useDraftEdits(runId)
  const isSaved = edits.unsaved === 0 && !edits.open
  const check = useFreshCheck(runId, isSaved, edits.store.flush)
  // The cell that is still open is what the person goes back to.
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
          {plural(count, 'pay')} of {company.legal_name}. They are worked out once more on where each person
          stands now; leave balances and year-to-date figures then move.
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
            {edits.state === 'saving' ? ' Saving …' : ' Close this and look above the grid.'}
          </Notice>
        )}
        <ErrorNotice error={check.error} />
        {check.isPending && isSaved && <Waiting text="Trying bank file, super and report …" />}
        {check.data && <Readiness readiness={check.data} />}
        <FindingGroups groups={blocking.slice(0, SHOWN)} />
        {blocking.length > SHOWN && (
          <Link href={`${paths.run(company.id, runId)}?show=check`} onClick={onClose}>
            All {blocking.length}
          </Link>
        )}
        {beyond.length > 0 && (
          <fieldset className="confirmations">
            <legend>Are these hours right?</legend>
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

/** The check of the run as it is saved now: asked once everything typed is saved, never taken from before. */
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

/** Hours beyond the period are processed once a person has said, by name, that they are right. */
function Confirmation(props: { finding: RunFinding; isConfirmed: boolean; onChange: (is: boolean) => void }) {
  const { finding, isConfirmed, onChange } = props
  return (
    <label className="check-line">
      <input type="checkbox" checked={isConfirmed} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <strong>{finding.format_name}:</strong> {finding.message} These hours are right.
      </span>
    </label>
  )
}

/** With the hours: a confirmation is of these, and of no others. */
const keyOf = ({ employee_id, message }: RunFinding) => `${employee_id} ${message}`

function toggled(all: ReadonlySet<string>, key: string, is: boolean): Set<string> {
  const next = new Set(all)
  if (is) next.add(key)
  else next.delete(key)
  return next
}
