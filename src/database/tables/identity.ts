import type { Generated } from 'kysely'

/** The identity provider of a customer's organisation. */
export type IdentityProvidersTable = {
  customer_id: number
  issuer: string
  client_id: string
  /** Sealed. */
  client_secret: string
  /** Passwords of everyone but the owners are refused. */
  is_required: Generated<boolean>
  updated_at: Date
}

/** Domains of e-mail addresses that sign in through it. */
export type IdentityDomainsTable = {
  customer_id: number
  domain: string
  /** What the TXT record of the domain must hold. */
  challenge: string
  verified_at: Date | null
}

/** Tokens with which an identity provider manages people. */
export type ScimTokensTable = {
  id: Generated<number>
  customer_id: number
  name: string
  token_hash: Buffer
  created_by: number
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}
