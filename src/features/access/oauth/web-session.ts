import type { Queryable, Tx } from '../../../database/connect.ts'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import { randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { ACCESS_SECONDS, createGrant, later, storeTokens } from './issue-token.ts'
import { PARTNER_SCOPES } from './scopes.ts'

const RENEW_BEFORE_SECONDS = 60

/**
 * The bearer token with which the web app's server acts for a signed-in person. It is stored encrypted with
 * the session, renewed shortly before it expires, and never sent to the browser.
 */
export async function tokenForSession(service: Service, sessionId: number): Promise<string> {
  const { database, cipher } = service
  const now = service.clock.now()
  const known = await readSession(database.query, sessionId, now).executeTakeFirstOrThrow()
  if (known.access_token && isGood(known, now))
    return cipher.open('sessions.access_token', sessionId, known.access_token)

  return database.transaction(async (tx) => {
    // Locks the row and checks again. Of concurrent requests, one renews the token and the others use it.
    const row = await readSession(tx, sessionId, now).forUpdate('s').executeTakeFirstOrThrow()
    if (row.access_token && isGood(row, now))
      return cipher.open('sessions.access_token', sessionId, row.access_token)
    const isOwn = row.opened_by_id === null
    const scopes = [
      'openid',
      'payroll.read',
      'payroll.write',
      ...(row.is_reseller && isOwn ? PARTNER_SCOPES : []),
    ]
    const grant = {
      clientId: WEB_CLIENT_ID,
      userId: row.user_id,
      customerId: row.customer_id,
      scopes,
      openedById: row.opened_by_id,
    }
    const grantId = row.grant_id ?? (await createGrant(tx, grant, now))
    const accessToken = randomToken()
    await storeTokens(tx, grantId, { accessToken }, now)
    await tx
      .updateTable('sessions')
      .set({
        grant_id: grantId,
        access_token: cipher.seal('sessions.access_token', sessionId, accessToken),
        access_expires_at: later(now, ACCESS_SECONDS + (row.lead_ms ?? 0) / 1000),
      })
      .where('id', '=', sessionId)
      .execute()
    return accessToken
  })
}

function readSession(query: Queryable | Tx, sessionId: number, now: Date) {
  return query
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['s.grant_id', 's.access_token', 's.access_expires_at', 's.user_id', 'u.customer_id'])
    .leftJoin('sandboxes as b', 'b.customer_id', 'c.id')
    .select(['c.is_reseller', 's.opened_by_id', 'b.lead_ms'])
    .where('s.id', '=', sessionId)
    .where('s.verified_at', 'is not', null)
    .where('s.expires_at', '>', now)
}

/** A sandbox token expires by the sandbox's clock, so it is renewed after the clock was moved. */
function isGood(session: { access_expires_at: Date | null; lead_ms: number | null }, now: Date): boolean {
  const seconds = RENEW_BEFORE_SECONDS + (session.lead_ms ?? 0) / 1000
  return session.access_expires_at !== null && session.access_expires_at > later(now, seconds)
}
