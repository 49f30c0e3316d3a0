import { useCompany } from '../current-company.tsx'
import { incomeYear } from '../format.ts'
import { ReportDialog } from '../reporting/report-dialog.tsx'
import type { Due } from './group-due.ts'

/** Lodges the obligations of a group after showing what is sent. */
export function LodgeDialog({ title, row, onClose }: { title: string; row: Due; onClose: () => void }) {
  const { company, isNz, wording } = useCompany()
  const isUpdate = row.kind === 'stp-update'
  const path = isNz
    ? `/api/payday-filing/${company.id}/submit`
    : `/api/single-touch/${company.id}/${isUpdate ? 'update' : 'submit-stp-pays'}`
  return (
    <ReportDialog
      title={title}
      path={path}
      body={
        isUpdate
          ? { year: incomeYear(row.period_end) }
          : { from_date: row.period_start, to_date: row.period_end }
      }
      nothing={`${wording.authority.replace(/^t/, 'T')} has everything up to date.`}
      onClose={onClose}
    />
  )
}
