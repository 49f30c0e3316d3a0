export type ApprovalKind = 'run' | 'account' | 'file' | 'role' | 'rules' | 'grant'

/** An action that needs a second person: the customer, a summary of its effect, and a fingerprint of it. */
export type NeededApproval = {
  kind: ApprovalKind
  customerId: number
  /** Null when it concerns the whole account. */
  companyId: number | null
  summary: string
  /** The people who decided on it before, besides the preparer. */
  authors?: readonly number[]
  fingerprint: string
}

/** Thrown to roll the work back. The request is stored and waits for a second person. */
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
