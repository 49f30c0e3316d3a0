import type { Generated } from 'kysely'
import type { Role } from './customers.ts'

/** What an account asks of its people when they sign in; without a row, nothing beyond the password. */
export type SignInPoliciesTable = {
  customer_id: number
  second_factor_roles: Role[]
  /** Null: sensitive work asks for nothing more. */
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
  /** Hash of the session, or of the browser before anyone signs in. */
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
