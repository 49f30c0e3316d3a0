import type { CivilDate } from '../../kernel/values/dates.ts'

/** A balanced journal for an accounting system. */
export type ManualJournal = {
  /** The same for every attempt, so the system accepts the journal once. */
  idempotencyKey: string
  country: string
  date: CivilDate
  narration: string
  /** Debits are positive, credits negative. Decimals are text. */
  lines: readonly { accountCode: string; description: string; department: string | null; amount: string }[]
}

/** The tenant and access token of a company's books. Null when only a simulator can accept its journals. */
export type AccountingConnection = { tenantId: string; accessToken: string }

export type PostAnswer =
  | { state: 'posted'; externalId: string }
  /** `isTokenRefused` means that the token is no longer valid and a new one may work. */
  | { state: 'refused'; reason: string; isTokenRefused?: true }

export type RenewAnswer =
  | { state: 'renewed'; accessToken: string; refreshToken: string; seconds: number }
  | { state: 'refused'; reason: string }

/** Posts journals to a company's books. */
export type AccountingPort = {
  /** Whether the port only simulates a connection. */
  isSimulated: boolean
  post(journal: ManualJournal, connection: AccountingConnection | null): Promise<PostAnswer>
  /** Renews an access token with its refresh token. Omitted when no token endpoint is set up. */
  renew?(refreshToken: string): Promise<RenewAnswer>
}

/**
 * The system cannot be reached. The journal may or may not have arrived, and is sent again under the same
 * key.
 */
export class AccountingDown extends Error {
  override readonly name = 'AccountingDown'
}
