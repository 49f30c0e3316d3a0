import type { Generated } from 'kysely'

export type SessionsTable = {
  id: Generated<number>
  customer_id: number
  token_hash: Buffer
  user_id: number
  verified_at: Date | null
  created_at: Date
  expires_at: Date
  /** Encrypted. */
  pending_totp_secret: string | null
  grant_id: number | null
  /** The mode that the session was opened in. It is not valid in any other. */
  mode: Generated<string>
  /** Encrypted. */
  access_token: string | null
  access_expires_at: Date | null
  /** The partner who opened the session; null when the person signed in. */
  opened_by_id: number | null
  /** The partner's user who opened the session. */
  opened_by_user_id: number | null
  /** The reason, in the officer's words. */
  opened_reason: Generated<string | null>
  ip: string | null
  user_agent: string | null
  last_seen_at: Date | null
  /** The organisation's identity provider signed the person in. */
  is_by_provider: Generated<boolean>
  /** When the person last entered the password or a second factor. */
  proved_at: Date | null
}

export type RecoveryCodesTable = {
  code_hash: Buffer
  customer_id: number
  user_id: number
  created_at: Date
  used_at: Date | null
}

export type SessionHandoffsTable = {
  token_hash: Buffer
  partner_id: number
  customer_id: number
  user_id: number
  created_by: number
  return_to: string
  reason: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type PasswordLinksTable = {
  customer_id: number
  token_hash: Buffer
  user_id: number
  /** The reseller's user who ordered the account; null when the person requested it. */
  given_by: number | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type SignInTriesTable = { key: string; tries: number; last_at: Date; blocked_until: Date | null }
