import type { CivilDate } from '../../kernel/values/dates.ts'

/** A balanced journal on its way into an accounting system. */
export type ManualJournal = {
  /** The same at every try: the system takes it once. */
  idempotencyKey: string
  country: string
  date: CivilDate
  narration: string
  /** Debits are positive, credits negative; decimals as text. */
  lines: readonly { accountCode: string; description: string; department: string | null; amount: string }[]
}

/** Where a company's books are and what opens them; null: only a simulator can take its journals. */
export type AccountingConnection = { tenantId: string; accessToken: string }

export type PostAnswer =
  | { state: 'posted'; externalId: string }
  /** `isTokenRefused`: the token is not good any more; another may be. */
  | { state: 'refused'; reason: string; isTokenRefused?: true }

export type RenewAnswer =
  | { state: 'renewed'; accessToken: string; refreshToken: string; seconds: number }
  | { state: 'refused'; reason: string }

/** Takes journals into a company's books. */
export type AccountingPort = {
  /** Whether it needs a connection, or only pretends to have one. */
  isSimulated: boolean
  post(journal: ManualJournal, connection: AccountingConnection | null): Promise<PostAnswer>
  /** Renews an access token by its refresh token; left out where no token endpoint is set up. */
  renew?(refreshToken: string): Promise<RenewAnswer>
}

/** The system cannot be reached: the journal may or may not have arrived, and is sent again under the same key. */
export class AccountingDown extends Error {
  override readonly name = 'AccountingDown'
}
