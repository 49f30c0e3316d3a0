import type { Service } from '../../service.ts'

const DAY_MS = 86_400_000

/** Deletes what nobody can use any more: sessions, codes, links, tries, and tokens a month after their end. */
export async function forgetEnded(service: Service): Promise<void> {
  const { query } = service.database
  const yesterday = new Date(service.clock.now().getTime() - DAY_MS)
  const monthAgo = new Date(service.clock.now().getTime() - 31 * DAY_MS)
  await query.deleteFrom('sessions').where('expires_at', '<', yesterday).execute()
  await query.deleteFrom('oauth_codes').where('expires_at', '<', monthAgo).execute()
  await query.deleteFrom('password_links').where('expires_at', '<', monthAgo).execute()
  await query.deleteFrom('sign_in_tries').where('last_at', '<', yesterday).execute()
  await query
    .deleteFrom('oauth_tokens')
    .where('access_expires_at', '<', monthAgo)
    .where((where) =>
      where.or([where('refresh_expires_at', 'is', null), where('refresh_expires_at', '<', monthAgo)]),
    )
    .execute()
}
