import { sql } from 'kysely'

/**
 * SQL for whether `change`, a row of `employee_terms`, is newer than `pays`, a draft, and applies to its period, `run`. The ids order
 * changes and drafts of the same second. A planned change affects the figures of earlier drafts again when it takes effect.
 */
export const CHANGED_AFTER_DRAFT = sql<boolean>`(
  pays.status = 'pending' and change.status <> 'refused' and change.effective_from <= run.end_date
  and (change.id > pays.last_terms_id or change.applied_at > pays.updated_at))`
