import type { Generated } from 'kysely'

export type SessionsTable = {
  id: Generated<number>
  token_hash: Buffer
  user_id: number
  verified_at: Date | null
  created_at: Date
  expires_at: Date
  /** Encrypted. */
  pending_totp_secret: string | null
  grant_id: number | null
  /** The mode it was opened in; it is good in no other. */
  mode: Generated<string>
  /** Encrypted. */
  access_token: string | null
  access_expires_at: Date | null
}

export type PasswordLinksTable = {
  token_hash: Buffer
  user_id: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type SignInTriesTable = { key: string; tries: number; last_at: Date; blocked_until: Date | null }

export type OutboxTable = {
  id: Generated<number>
  to_address: string
  subject: string
  text: string
  created_at: Date
}
