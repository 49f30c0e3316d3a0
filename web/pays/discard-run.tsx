import { useState } from 'react'
import { useLocation } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { day, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import type { RunWithPays } from './run-with-pays.ts'

/** Throws a run away of which nothing is processed, after a question. */
export function DiscardRun({ run }: { run: RunWithPays }) {
  const { company, api } = useCompany()
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useWrite<void>(`${api}/pay-runs`, `${api}/upcoming-pay-runs`)
  const go = () =>
    discard.mutate(
      { method: 'DELETE', path: `${api}/pay-runs/${run.pay_run_id}` },
      { onSuccess: () => navigate(paths.pays(company.id), { replace: true }) },
    )
  return (
    <>
      <button type="button" className="danger" onClick={() => setIsAsking(true)}>
        Discard the run
      </button>
      {isAsking && (
        <Dialog title={`Discard the run to ${day(run.pay_run_end_date)}?`} onClose={() => setIsAsking(false)}>
          <p>
            {plural(run.pays.length, 'draft')} and everything typed into them are gone for good. Nothing was
            paid or reported.
          </p>
          <ErrorNotice error={discard.error} />
          <div className="buttons">
            <button type="button" className="danger" disabled={discard.isPending} onClick={go}>
              Discard
            </button>
            <button type="button" onClick={() => setIsAsking(false)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
