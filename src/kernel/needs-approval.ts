import { isRecord } from './is-record.ts'

export type ApprovalKind = 'run' | 'account' | 'file' | 'role' | 'rules'

/** Something that needs a second person: for whom, what it would do in words, and a fingerprint of that. */
export type NeededApproval = {
  kind: ApprovalKind
  customerId: number
  /** Null: it is about the account. */
  companyId: number | null
  summary: string
  fingerprint: string
}

const NAME = 'NeedsApproval'

/** The work is rolled back by it; the request is stored and waits for a second person. */
export class NeedsApproval extends Error {
  override readonly name = NAME
  readonly needed: NeededApproval

  constructor(needed: NeededApproval) {
    super('This needs the approval of a second person.')
    this.needed = needed
  }
}

/** By its name: from a worker thread it comes back as another class. */
export function neededApproval(error: unknown): NeededApproval | undefined {
  if (!(error instanceof Error && error.name === NAME && 'needed' in error)) return undefined
  return isNeeded(error.needed) ? error.needed : undefined
}

const isNeeded = (value: unknown): value is NeededApproval => isRecord(value) && 'fingerprint' in value
