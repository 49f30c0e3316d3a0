import { useState } from 'react'
import { useCompany } from '../current-company.tsx'
import { ReportDialog } from '../reporting/report-dialog.tsx'

/** Sends a processed run to the tax authority, after a look at what would be sent. */
export function LodgeRun({ runId, isLodged }: { runId: number; isLodged: boolean }) {
  const { company, wording, isNz } = useCompany()
  const [isOpen, setIsOpen] = useState(false)
  const path = isNz
    ? `/api/payday-filing/${company.id}/submit`
    : `/api/single-touch/${company.id}/submit-stp-pays`
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {isLodged ? `${wording.lodging}: look for changes` : wording.lodge}
      </button>
      {isOpen && (
        <ReportDialog
          title={wording.lodge}
          path={path}
          body={{ pay_run_id: runId }}
          nothing={
            isNz
              ? 'Everything is filed as it is.'
              : 'Every pay of this run is lodged. A pay that changed since is corrected by an update event: see Reporting.'
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
