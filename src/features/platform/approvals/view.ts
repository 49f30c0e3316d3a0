import { createHash } from 'node:crypto'
import { timestamp } from '../../../http/view.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { NamedApproval } from './queries.ts'
import type { Approval, WholeApproval } from './schema.ts'
import type { StoredRequest } from './stored-request.ts'

/** A digest of what the approver reads and of its effect. A decision that names another digest is refused. */
const digestOf = ({ id, summary, fingerprint }: Pick<NamedApproval, 'id' | 'summary' | 'fingerprint'>) =>
  createHash('sha256')
    .update(JSON.stringify([id, summary, fingerprint]))
    .digest('base64url')
    .slice(0, 22)

export const approvalTag = (row: Parameters<typeof digestOf>[0]): string => `"${digestOf(row)}"`

export function viewApproval(row: NamedApproval): Approval {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    company_id: row.company_id,
    summary: row.summary,
    digest: digestOf(row),
    prepared_by: {
      user_id: row.prepared_by,
      name: row.preparer_name,
      client_id: row.prepared_client,
      officer:
        row.prepared_officer === null ? null : { user_id: row.prepared_officer, name: row.officer_name },
    },
    prepared_at: timestamp(row.prepared_at),
    decided_by: row.decided_by === null ? null : { user_id: row.decided_by, name: row.decider_name },
    decided_at: row.decided_at === null ? null : timestamp(row.decided_at),
    reason: row.reason,
  }
}

/** The approval with its request, and with the response once the request was run. */
export function viewWhole(cipher: FieldCipher, row: NamedApproval, userId: number): WholeApproval {
  const { body, isBytes }: StoredRequest = JSON.parse(cipher.open('approvals.request', row.id, row.request))
  // The response for a new application contains its secret, so only the person who requested it sees it.
  const isShown = row.kind !== 'grant' || row.prepared_by === userId
  const answer = row.answer === null || !isShown ? null : cipher.open('approvals.answer', row.id, row.answer)
  return {
    ...viewApproval(row),
    request: { method: row.method, path: row.path, body: isBytes ? null : readJson(body) },
    answer: row.answer_status === null ? null : { status: row.answer_status, body: readJson(answer) },
  }
}

/** Parses JSON. Other content is returned as text. */
function readJson(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
