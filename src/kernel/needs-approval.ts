export type ApprovalKind = 'run' | 'account' | 'file' | 'role' | 'rules' | 'grant'

/** Something that needs a second person: for whom, what it would do in words, and a fingerprint of that. */
export type NeededApproval = {
  kind: ApprovalKind
  customerId: number
  /** Null: it is about the account. */
  companyId: number | null
  summary: string
  fingerprint: string
}

/** The work is rolled back by it; the request is stored and waits for a second person. */
export class NeedsApproval extends Error {
  override readonly name = 'NeedsApproval'
  readonly needed: NeededApproval

  constructor(needed: NeededApproval) {
    super('This needs the approval of a second person.')
    this.needed = needed
  }
}

export function neededApproval(error: unknown): NeededApproval | undefined {
  return error instanceof NeedsApproval ? error.needed : undefined
}
