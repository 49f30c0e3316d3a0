import type { Obligation } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { incomeYear } from '../format.ts'
import { ReportDialog } from './report-dialog.tsx'

type Lodged = Pick<Obligation, 'kind' | 'period_start' | 'period_end'>

/** Whether an obligation is met by sending a message from its own row. */
export const isLodged = ({ kind }: Pick<Obligation, 'kind'>): boolean =>
  ['stp-pay-event', 'stp-update', 'payday-filing', 'payday-amendment'].includes(kind)

/** Lodges an obligation, or a group of them, after showing what is sent. */
export function LodgeDialog({ title, row, onClose }: { title: string; row: Lodged; onClose: () => void }) {
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
