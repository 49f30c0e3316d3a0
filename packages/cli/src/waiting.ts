import { isWaiting, type TasmanClient, type Waiting } from '@tasman/client'

/** Thrown when a write was not carried out, because a second person has to approve it first. */
export class WaitsForApproval extends Error {
  readonly waiting: Waiting

  constructor(waiting: Waiting) {
    super(sentenceOf(waiting))
    this.waiting = waiting
  }
}

const sentenceOf = ({ approval_id: id, summary }: Waiting) =>
  `Nothing was done yet: a second person has to approve it. Approval ${id}, in the web app under Approvals: ${summary}`

const WRITES = ['put', 'post', 'patch', 'delete'] as const

/**
 * A client whose writes return the answer of the work. A write that waits for approval has no such answer, so every
 * command ends there.
 */
export function endingAtApprovals(api: TasmanClient): TasmanClient {
  const writes = WRITES.map((method) => {
    const send = api[method] as (...call: unknown[]) => Promise<unknown>
    const sendOrWait = async (...call: unknown[]) => {
      const answer = await send(...call)
      if (isWaiting(answer)) throw new WaitsForApproval(answer)
      return answer
    }
    return [method, sendOrWait] as const
  })
  return { ...api, ...Object.fromEntries(writes) }
}
