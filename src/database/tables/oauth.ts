import type { Generated } from 'kysely'

export type OauthClientsTable = {
  client_id: string
  customer_id: number | null
  name: string
  secret_hash: string | null
  redirect_uris: string[]
  allows_loopback: Generated<boolean>
  is_public: Generated<boolean>
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
  /** The mode it was made in; it is good in no other. */
  mode: Generated<string>
  /** The partner for whose session of the web app it was made. */
  opened_by_id: number | null
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
  expires_at: Date
  used_at: Date | null
}
