import { useState } from 'react'
import { useCompany } from '../current-company.tsx'
import { incomeYear } from '../format.ts'
import { ReportDialog } from '../reporting/report-dialog.tsx'
import type { RunWithPays } from './run-with-pays.ts'

/** Lodges a processed run with the tax authority, after a preview. */
export function LodgeRun({ run, isLodged }: { run: RunWithPays; isLodged: boolean }) {
  const { wording } = useCompany()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {isLodged ? `${wording.lodging}: look for changes` : wording.lodge}
      </button>
      {isOpen && <LodgeDialog run={run} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Lodges the run. In Australia this is an update event when every pay was lodged and one has changed since. */
export function LodgeDialog({ run, onClose }: { run: RunWithPays; onClose: () => void }) {
  const { company, wording, isNz } = useCompany()
  const changed = isNz ? undefined : run.pays.find((pay) => pay.stp_needs_update)
  const isUpdate = changed !== undefined && run.pays.every((pay) => pay.stp_status)
  const path = isNz
    ? `/api/payday-filing/${company.id}/submit`
    : `/api/single-touch/${company.id}/${isUpdate ? 'update' : 'submit-stp-pays'}`
  return (
    <ReportDialog
      title={isUpdate ? 'Report the changes to the ATO' : wording.lodge}
      path={path}
      body={isUpdate ? { year: incomeYear(changed.processed_date) } : { pay_run_id: run.pay_run_id ?? 0 }}
      nothing={
        isNz ? 'Everything is filed and up to date.' : 'Every pay of this run is lodged and up to date.'
      }
      onClose={onClose}
    />
  )
}
