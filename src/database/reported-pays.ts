import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { ReportedPaysTable } from './tables/reporting.ts'

/** The reporting state of a pay; empty if it was never reported. */
export type Reported = Pick<
  Selectable<ReportedPaysTable>,
  'told_hash' | 'stp_status' | 'stp_service_action' | 'stp_timestamp'
> & { stp_needs_update: boolean }

/** Joins `reported` to `pays`. */
export const REPORTED = sql`left join reported_pays reported on reported.pay_id = pays.id`

/** Whether a pay differs from the reported figures; needs `pays` joined with `reported`. */
export const NEEDS_UPDATE = sql<boolean>`(reported.told_hash is not null
  and reported.told_hash is distinct from pays.figures_hash)`
