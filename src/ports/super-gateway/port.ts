import type { Gateway } from '../lodgement/gateway.ts'

/** A contribution file on its way to the funds. The answer's notes name rows by their position. */
export type ContributionMessage = {
  messageId: string
  /** The employer's ABN. */
  abn: string
  contributions: number
  total: string
  /** The file in the alternative file format (SAFF 1.0). */
  file: string
}

/** A row that a fund accepted first and then sent back. */
export type ReturnedRow = { document: number; returnedOn: string; reason: string }

export type MemberQuestion = {
  requestId: string
  abn: string
  /** The fund: its USI, or the ABN of a self-managed fund. */
  fund: string
  memberNumber: string | null
  taxFileNumber: string | null
  dateOfBirth: string | null
  firstName: string
  lastName: string
}

export const MEMBER_ANSWERS = ['matched', 'not-matched', 'closed', 'unavailable'] as const
/** `closed`: the fund takes no more contributions for the member. */
export type MemberAnswer = { answer: (typeof MEMBER_ANSWERS)[number]; reason: string | null }

/** Connects to super funds: sends contributions, fetches returned rows, and asks about members. */
export type SuperGateway = Gateway<ContributionMessage> & {
  /** Every row of a message that has come back so far. */
  returned(messageId: string): Promise<ReturnedRow[]>
  /** Never throws. When the fund cannot be asked, the answer is `unavailable`. */
  verify(question: MemberQuestion): Promise<MemberAnswer>
}
