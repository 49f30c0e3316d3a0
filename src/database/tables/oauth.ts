import type { JWK } from 'jose'
import type { ColumnType, Generated } from 'kysely'

export type OauthClientsTable = {
  client_id: string
  customer_id: number | null
  name: string
  secret_hash: string | null
  redirect_uris: string[]
  allows_loopback: Generated<boolean>
  is_public: Generated<boolean>
  /** The role for client credentials on the owner's own account; null when there is none. */
  service_role: Generated<'admin' | 'member' | 'reader' | null>
  service_user_id: Generated<number | null>
  /** Public keys that authenticate the application instead of a secret. */
  public_keys: ColumnType<JWK[], string | undefined, string>
  /** The people who registered it, had its secret, or changed its keys or redirect addresses. They never become fewer. */
  keeper_ids: Generated<number[]>
  created_at: Date
  deleted_at: Date | null
}

export type OauthGrantsTable = {
  id: Generated<number>
  client_id: string
  user_id: number
  customer_id: number
  scopes: string[]
  created_at: Date
  revoked_at: Date | null
  /** The mode that the grant was created in. It is not valid in any other. */
  mode: Generated<string>
  /** The partner for whose web app session the grant was created. */
  opened_by_id: number | null
  authenticated_at: Generated<Date | null>
  /** The maximum role, if it is lower than that of the user who granted it. */
  role: Generated<'admin' | 'member' | 'reader' | null>
  /** The name of a personal token. */
  name: Generated<string | null>
}

export type OauthTokensTable = {
  id: Generated<number>
  customer_id: number
  grant_id: number
  access_hash: Buffer
  access_expires_at: Date
  refresh_hash: Buffer | null
  refresh_expires_at: Date | null
  refresh_used_at: Date | null
  /** The token pair that replaced this one, during the grace period. Encrypted. */
  successor: string | null
  successor_until: Date | null
  revoked_at: Date | null
  /** Null for all scopes of the grant. */
  scopes: string[] | null
  created_at: Date
}

export type OauthCodesTable = {
  customer_id: number
  code_hash: Buffer
  grant_id: number
  redirect_uri: string
  code_challenge: string | null
  nonce: Generated<string | null>
  expires_at: Date
  used_at: Date | null
}

export type SigningKeysTable = {
  kid: string
  public_key: ColumnType<object, string, never>
  private_key: string
  /** The id of the primary encryption key when this key was created. */
  made_under: string
  created_at: Date
  retired_at: Date | null
}

export type UsedAssertionsTable = {
  customer_id: number
  client_id: string
  jti_hash: Buffer
  expires_at: Date
}
