import { WEB_CLIENT_ID } from '../../http/limits.ts'
import { randomToken } from '../../security/tokens.ts'
import type { Service } from '../../service.ts'
import { ACCESS_SECONDS, createGrant, later, storeTokens } from './issue-token.ts'
import { PARTNER_SCOPES } from './scopes.ts'

const RENEW_BEFORE_SECONDS = 60

/**
 * The bearer token with which the web app's server side acts for a signed-in person. It is kept encrypted beside the
 * session, renewed shortly before it expires, and never sent to the browser.
 */
export async function tokenForSession(service: Service, sessionId: number): Promise<string> {
  const now = service.clock.now()
  return service.database.transaction(async (tx) => {
    const row = await tx
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin('customers as c', 'c.id', 'u.customer_id')
      .select(['s.grant_id', 's.access_token', 's.access_expires_at', 's.user_id', 'u.customer_id'])
      .select('c.is_reseller')
      .where('s.id', '=', sessionId)
      .where('s.verified_at', 'is not', null)
      .where('s.expires_at', '>', now)
      .forUpdate('s')
      .executeTakeFirstOrThrow()
    const isGood = row.access_expires_at && row.access_expires_at > later(now, RENEW_BEFORE_SECONDS)
    if (isGood && row.access_token) return service.cipher.decrypt(row.access_token)

    const scopes = ['openid', 'payroll.read', 'payroll.write', ...(row.is_reseller ? PARTNER_SCOPES : [])]
    const grant = { clientId: WEB_CLIENT_ID, userId: row.user_id, customerId: row.customer_id, scopes }
    const grantId = row.grant_id ?? (await createGrant(tx, grant, now))
    const accessToken = randomToken()
    await storeTokens(tx, grantId, { accessToken }, now)
    await tx
      .updateTable('sessions')
      .set({
        grant_id: grantId,
        access_token: service.cipher.encrypt(accessToken),
        access_expires_at: later(now, ACCESS_SECONDS),
      })
      .where('id', '=', sessionId)
      .execute()
    return accessToken
  })
}
