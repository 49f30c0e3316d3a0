import { isActiveGrant } from '../../../database/active-grants.ts'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import type { Service } from '../../../service.ts'
import { deleteSpentAssertions } from './service-client-queries.ts'
import { forgetSigningKeys } from './signing-keys.ts'

const DAY_MS = 86_400_000

/**
 * Deletes ended records: sessions, codes, links and sign-in attempts. Tokens are kept for a month after they
 * expire.
 */
export async function forgetEnded(service: Service): Promise<void> {
  const { query } = service.database
  const yesterday = new Date(service.clock.now().getTime() - DAY_MS)
  const twoYearsAgo = new Date(service.clock.now().getTime() - 730 * DAY_MS)
  const monthAgo = new Date(service.clock.now().getTime() - 31 * DAY_MS)
  await query.deleteFrom('session_handoffs').where('expires_at', '<', yesterday).execute()
  await query.deleteFrom('passkey_challenges').where('expires_at', '<', yesterday).execute()
  await query.deleteFrom('known_devices').where('last_seen_at', '<', twoYearsAgo).execute()
  await query.deleteFrom('sessions').where('expires_at', '<', yesterday).execute()
  await endDeadGrants(service)
  await query.deleteFrom('oauth_codes').where('expires_at', '<', monthAgo).execute()
  await query.deleteFrom('password_links').where('expires_at', '<', monthAgo).execute()
  await query.deleteFrom('sign_in_tries').where('last_at', '<', yesterday).execute()
  await forgetSigningKeys(service)
  await deleteSpentAssertions(query, service.systemClock.now())
  await query
    .deleteFrom('oauth_tokens')
    .where('access_expires_at', '<', monthAgo)
    .where((where) =>
      where.or([where('refresh_expires_at', 'is', null), where('refresh_expires_at', '<', monthAgo)]),
    )
    .execute()
}

/**
 * Ends grants that can no longer be used. Either the code was never exchanged in time, or all tokens have
 * expired.
 */
async function endDeadGrants({ database, clock }: Service): Promise<void> {
  const now = clock.now()
  await database.query
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    // The web app's grants belong to a session, which renews their token.
    .where('client_id', '<>', WEB_CLIENT_ID)
    .where((where) => where.not(isActiveGrant('oauth_grants', now)))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('oauth_codes as code')
            .select('code.grant_id')
            .whereRef('code.grant_id', '=', 'oauth_grants.id')
            .where('code.used_at', 'is', null)
            .where('code.expires_at', '>', now),
        ),
      ),
    )
    .execute()
}
