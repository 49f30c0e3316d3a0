import type { Static } from 'typebox'
import { limitsOf, limitWindow } from '../../../http/limits.ts'
import { timestamp } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { listUse } from './queries.ts'
import type { ApplicationUse } from './schema.ts'

/** How much of their limits a customer's applications have used in this minute. */
export async function readUse(
  { settings, clock, database }: Service,
  customerId: number,
): Promise<Static<typeof ApplicationUse>[]> {
  const limits = limitsOf(settings)
  const { start, end } = limitWindow(clock)
  const rows = await listUse(database.query, customerId, start)
  return rows.flatMap(({ limit_class, hits, factor: raised, ...row }) => {
    const limitClass = Object.keys(limits).find((name) => name === limit_class) as
      | keyof typeof limits
      | undefined
    if (!limitClass) return []
    const factor = row.customer_id === null ? settings.limitApplicationFactor : 1
    const limit = limits[limitClass] * factor * raised
    return [
      { ...row, limit_class: limitClass, used: hits, limit, resets_at: timestamp(new Date(end * 1000)) },
    ]
  })
}
