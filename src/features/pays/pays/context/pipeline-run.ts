import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { Service } from '../../../../service.ts'
import type { PayCountry } from '../country/types.ts'
import type { PayJob, PaySnapshot } from '../job/pay-job.ts'
import type { WholePay } from './pays.ts'

/** What the stages of one call share: in which transaction, for which company, and how. */
export type PipelineRun = {
  service: Service
  tx: Tx
  company: Company
  country: PayCountry
  /** What is recorded of each processed pay. */
  event: 'pay.created' | 'pay.updated'
  isDryRun: boolean
  /** The transaction will be rolled back and no one reads its events or its audit entry; everything else is stored. */
  isTrial?: boolean
  isTaxRedistributed: boolean
  /** A pay that is calculated again takes today's details of employee and employer instead of those in its snapshot. */
  isSnapshotRenewed?: boolean
  /** The caller records whether the leave differs from what it was before. */
  isRebuild?: true
  /** The pays as they are stored before the call, for the audit log. */
  before?: readonly WholePay[]
  /** Called after each batch with the number of pays in it. */
  onStored?: (count: number) => void
  /** Set by the pipeline: the read model is wanted, not only its text. */
  isViewKept?: boolean
  /** Set by the pipeline: finds the snapshots of a pay. */
  snapshots?: Promise<(job: PayJob) => PaySnapshot | null>
}
