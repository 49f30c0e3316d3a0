import type { Service } from '../../../service.ts'
import { deleteRequests } from './queries.ts'

const KEPT_DAYS = 7
const MOST_EACH = 20_000

/** Deletes requests after a week, and all but the newest ones of a busy application. */
export function forgetOldRequests({ database, systemClock }: Service): Promise<void> {
  const before = new Date(systemClock.now().getTime() - KEPT_DAYS * 86_400_000)
  return deleteRequests(database.query, before, MOST_EACH)
}
