import type { Generated } from 'kysely'

/** The identity provider of a customer's organisation. */
export type IdentityProvidersTable = {
  customer_id: number
  issuer: string
  client_id: string
  /** Encrypted. */
  client_secret: string
  /** Everyone except the owners must use the identity provider; their passwords are refused. */
  is_required: Generated<boolean>
  updated_at: Date
}

/** E-mail domains whose users sign in through the provider. */
export type IdentityDomainsTable = {
  customer_id: number
  domain: string
  /** The required content of the domain's TXT record. */
  challenge: string
  verified_at: Date | null
}

/** Tokens that an identity provider uses to manage people. */
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
