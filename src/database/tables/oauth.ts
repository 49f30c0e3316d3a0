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
  /** The role for client credentials on the owner's own account; null: it has none. */
  service_role: Generated<'admin' | 'member' | 'reader' | null>
  service_user_id: Generated<number | null>
  /** Public keys that authenticate the application instead of a secret. */
  public_keys: ColumnType<JWK[], string | undefined, string>
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
  /** The mode it was made in; it is valid in no other. */
  mode: Generated<string>
  /** The partner for whose session of the web app it was made. */
  opened_by_id: number | null
  authenticated_at: Generated<Date | null>
  /** The most it may do, where that is less than its giver may. */
  role: Generated<'admin' | 'member' | 'reader' | null>
  /** Of a personal token. */
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
  /** The pair that replaced it, within the grace time. Encrypted. */
  successor: string | null
  successor_until: Date | null
  revoked_at: Date | null
  /** Null: all scopes of the grant. */
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
  /** The id of the encryption key that was the first when it was made. */
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
