import type { Generated } from 'kysely'
import type { Role } from './customers.ts'

/** An account's sign-in requirements. Without a row, a password is enough. */
export type SignInPoliciesTable = {
  customer_id: number
  second_factor_roles: Role[]
  /** Null when sensitive actions need no further proof. */
  proof_minutes: number | null
  updated_at: Date
}

export type PasskeysTable = {
  id: Generated<number>
  customer_id: number
  user_id: number
  name: string
  /** In base64url. */
  credential_id: string
  public_key: Buffer
  counter: Generated<string>
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

export type ChallengePurpose = 'register' | 'sign-in' | 'prove'

export type PasskeyChallengesTable = {
  challenge_hash: Buffer
  purpose: ChallengePurpose
  /** Hash of the session, or of the browser before sign-in. */
  asked_by: Buffer
  expires_at: Date
}

export type KnownDevicesTable = {
  user_id: number
  device_hash: Buffer
  customer_id: number
  user_agent: string | null
  ip: string | null
  first_seen_at: Date
  last_seen_at: Date
}
