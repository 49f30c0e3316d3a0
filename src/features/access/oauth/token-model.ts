import OAuth2Server from '@node-oauth/oauth2-server'
import type { Tx } from '../../../database/connect.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { mayStillGive } from './authority.ts'
import { chooseScopes, isServiceClient, ownGrant } from './client-credentials.ts'
import { type ClientRow, findClient, isProven } from './clients.ts'
import type { SignedIn } from './id-token.ts'
import { storeTokens } from './issue-token.ts'
import { readSuccessor, type Successor, storeSuccessor } from './refresh-grace-queries.ts'

/**
 * The details of an exchange, filled in step by step. The audit log and the revocation after a replay use
 * them.
 */
export type Exchange = {
  clientId?: string
  grantId?: number
  userId?: number
  customerId?: number
  /** The grant must end even though the request fails. */
  mustRevoke?: boolean
  /** The application authenticated with a signed assertion. */
  provenClientId?: string | undefined
  /** The claims of the ID token. Undefined when there is none. */
  signedIn?: SignedIn
}

/** The grant of a refresh token. `tokenId` is the token's row. */
type RefreshUser = { grantId: number; scopes: string[]; tokenId?: number }

type GrantRow = {
  grant_id: number
  client_id: string
  user_id: number
  customer_id: number
  scopes: string[]
  revoked_at: Date | null
  access_ended_at: Date | null
  mode: string
  lead_ms: number | null
  authenticated_at: Date | null
}

/**
 * The library compares this with the system clock, so it is far in the future. Expiry is checked here by the
 * service's clock.
 */
const NOT_EXPIRED = new Date('9999-01-01T00:00:00Z')

/** The OAuth library's access to our tables at the token endpoint, inside one transaction. */
export function createTokenModel(service: Service, tx: Tx, about: Exchange) {
  const now = service.clock.now()
  const clientOf = (id: string) => ({ id, grants: ['authorization_code', 'refresh_token'] })
  let serviceClient: ClientRow | undefined
  /** The pair that this refresh token was exchanged for a moment ago. It is returned again. */
  let repeated: Successor | undefined
  const remember = (row: GrantRow) =>
    Object.assign(about, { grantId: row.grant_id, userId: row.user_id, customerId: row.customer_id })
  const isAlive = (row: GrantRow) =>
    row.revoked_at === null && row.access_ended_at === null && row.mode === service.settings.mode

  /** Ends the grant and fails when its giver may no longer give it. */
  const requireGiver = async (row: GrantRow) => {
    if (await mayStillGive(tx, row.user_id, { kind: 'application', scopes: row.scopes })) return
    about.mustRevoke = true
    throw new OAuth2Server.InvalidGrantError('The person who allowed this can no longer allow it')
  }

  const model: OAuth2Server.AuthorizationCodeModel &
    OAuth2Server.RefreshTokenModel &
    OAuth2Server.ClientCredentialsModel = {
    async getClient(clientId, clientSecret) {
      const row = await findClient(tx, service.settings, clientId)
      const isKnown = row && (about.provenClientId === row.client_id || isProven(row, clientSecret))
      if (!isKnown) return false
      about.clientId = row.client_id
      serviceClient = row
      const { id, grants } = clientOf(row.client_id)
      return { id, grants: isServiceClient(row) ? [...grants, 'client_credentials'] : grants }
    },

    async getAuthorizationCode(code) {
      const row = await lockCode(tx, hashToken(code))
      if (!row || row.client_id !== about.clientId) return false
      remember(row)
      // A code used twice may have been stolen, so the grant from its first use ends.
      if (row.used_at) about.mustRevoke = true
      if (row.used_at || !isAlive(row)) return false
      if (row.expires_at <= now)
        throw new OAuth2Server.InvalidGrantError('The authorization code has expired')
      await requireGiver(row)
      about.signedIn = {
        clientId: row.client_id,
        userId: row.user_id,
        customerId: row.customer_id,
        nonce: row.nonce,
        authenticatedAt: row.authenticated_at,
      }
      return {
        authorizationCode: code,
        expiresAt: NOT_EXPIRED,
        redirectUri: row.redirect_uri,
        scope: row.scopes,
        client: clientOf(row.client_id),
        user: { grantId: row.grant_id, scopes: row.scopes },
        ...(row.code_challenge ? { codeChallenge: row.code_challenge, codeChallengeMethod: 'S256' } : {}),
      }
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      // A wrong verifier or redirect URI rolls this back later, so the code then ends with its grant.
      about.mustRevoke = true
      const { numUpdatedRows } = await tx
        .updateTable('oauth_codes')
        .set({ used_at: now })
        .where('code_hash', '=', hashToken(authorizationCode))
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async getRefreshToken(refreshToken) {
      const row = await lockRefreshToken(tx, hashToken(refreshToken))
      if (!row || row.client_id !== about.clientId) return false
      remember(row)
      const hasGrace = service.settings.refreshGraceSeconds > 0
      if (row.refresh_used_at && hasGrace && isAlive(row)) repeated = await readSuccessor(service, tx, row.id)
      const isReplayed = row.refresh_used_at !== null && !repeated
      if (isReplayed) about.mustRevoke = true
      if (isReplayed || !isAlive(row)) return false
      // Sandbox tokens expire by the sandbox's clock. Codes expire by the system clock, because a person is
      // waiting.
      const sandboxNow = new Date(now.getTime() + (row.lead_ms ?? 0))
      if (row.refresh_expires_at && row.refresh_expires_at <= sandboxNow)
        throw new OAuth2Server.InvalidGrantError('The refresh token has expired')
      await requireGiver(row)
      return {
        refreshToken,
        refreshTokenExpiresAt: NOT_EXPIRED,
        scope: repeated?.scope ?? row.scopes,
        client: clientOf(row.client_id),
        user: { grantId: row.grant_id, scopes: row.scopes, tokenId: row.id },
      }
    },

    async revokeToken({ refreshToken }) {
      if (repeated) return true
      const { numUpdatedRows } = await tx
        .updateTable('oauth_tokens')
        .set({ refresh_used_at: now })
        .where('refresh_hash', '=', hashToken(refreshToken))
        .where('refresh_used_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async getUserFromClient() {
      if (!serviceClient || !isServiceClient(serviceClient)) return false
      const grant = await ownGrant(service, tx, serviceClient)
      Object.assign(about, { grantId: grant.grantId, userId: grant.userId, customerId: grant.customerId })
      return { grantId: grant.grantId, scopes: grant.scopes, isOwn: true }
    },

    // A code and a refresh token have the scopes of their grant.
    validateScope: async (user, _client, scope) =>
      user.isOwn ? chooseScopes(user.scopes, scope) : (scope ?? []),

    generateAccessToken: async () => repeated?.accessToken ?? randomToken(),
    generateRefreshToken: async () => repeated?.refreshToken ?? randomToken(),

    async saveToken(token, client, user: RefreshUser) {
      if (repeated) return { ...token, scope: repeated.scope, client, user }
      const grant = await tx
        .selectFrom('oauth_grants')
        .select('id')
        .where('id', '=', user.grantId)
        .where('revoked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!grant) throw new OAuth2Server.InvalidGrantError('The grant has been revoked')
      const isNarrowed = token.scope !== undefined && token.scope.length < user.scopes.length
      await storeTokens(tx, grant.id, token, now, { scopes: isNarrowed ? (token.scope ?? null) : null })
      const { accessToken, refreshToken, scope = [] } = token
      if (service.settings.refreshGraceSeconds > 0 && user.tokenId && refreshToken)
        await storeSuccessor(service, tx, user.tokenId, { accessToken, refreshToken, scope })
      about.mustRevoke = false
      return { ...token, client, user }
    },

    // `find-caller` looks up bearer tokens, and `authorize` saves codes.
    getAccessToken: async () => false,
    saveAuthorizationCode: async () => false,
  }
  return model
}

// Locks the row. Concurrent requests with the same code or token wait and then see that it is used.
function lockCode(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('oauth_codes as k')
    .innerJoin('oauth_grants as g', 'g.id', 'k.grant_id')
    .innerJoin('customers as c', 'c.id', 'g.customer_id')
    .select(['k.grant_id', 'k.redirect_uri', 'k.code_challenge', 'k.expires_at', 'k.used_at', 'k.nonce'])
    .select([
      'g.client_id',
      'g.user_id',
      'g.customer_id',
      'g.scopes',
      'g.revoked_at',
      'g.mode',
      'g.authenticated_at',
    ])
    .leftJoin('sandboxes as s', 's.customer_id', 'c.id')
    .select(['c.access_ended_at', 's.lead_ms'])
    .where('k.code_hash', '=', hash)
    .forUpdate('k')
    .executeTakeFirst()
}

function lockRefreshToken(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .innerJoin('customers as c', 'c.id', 'g.customer_id')
    .select(['t.id', 't.grant_id', 't.refresh_used_at', 't.refresh_expires_at'])
    .select([
      'g.client_id',
      'g.user_id',
      'g.customer_id',
      'g.scopes',
      'g.revoked_at',
      'g.mode',
      'g.authenticated_at',
    ])
    .leftJoin('sandboxes as s', 's.customer_id', 'c.id')
    .select(['c.access_ended_at', 's.lead_ms'])
    .where('t.refresh_hash', '=', hash)
    .forUpdate('t')
    .executeTakeFirst()
}
