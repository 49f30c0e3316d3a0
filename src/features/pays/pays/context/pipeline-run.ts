import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { Service } from '../../../../service.ts'
import type { PayCountry } from '../country/types.ts'
import type { PayJob, PaySnapshot } from '../job/pay-job.ts'
import type { WholePay } from './loaded-pay.ts'

/** The context shared by all stages of one call. */
export type PipelineRun = {
  service: Service
  tx: Tx
  company: Company
  country: PayCountry
  /** The event recorded for each processed pay. */
  event: 'pay.created' | 'pay.updated'
  isDryRun: boolean
  /** The transaction will be rolled back. Events and the audit entry are skipped, and everything else is stored. */
  isTrial?: boolean
  isTaxRedistributed: boolean
  /** A recalculated pay uses the current details of employee and employer instead of those in its snapshot. */
  isSnapshotRenewed?: boolean
  /** The caller records whether the leave has changed. */
  isRebuild?: true
  /** The stored pays before the call, for the audit log. */
  before?: readonly WholePay[]
  /** Called after each batch with the number of pays in it. */
  onStored?: (count: number) => void
  /** Set by the pipeline when the read model is needed, not only its text. */
  isViewKept?: boolean
  /** Set by the pipeline. Finds the snapshot of a pay. */
  snapshots?: Promise<(job: PayJob) => PaySnapshot | null>
}
