export type WaitingApproval = {
  id: number
  summary: string
  prepared_by: Preparer & { name: string | null }
  prepared_at: string
}

/** `officer` is a partner's officer, who prepared it in the session of the owner. */
type Preparer = { user_id: number | null; officer?: { name: string | null } | null }

/** The session of a person, or of a partner whom that person let in. */
type Signed = { id: number; opened_by: object | null }

/** Whether the person of this session prepared it. What a partner's officer prepared is not the owner's own. */
export const isPreparedBy = (session: Signed, { user_id: user, officer = null }: Preparer): boolean =>
  user === session.id && (officer === null) === (session.opened_by === null)

/** The approvals that this person may decide: a second person approves, so not one's own, and a partner never does. */
export const waitingFor = (
  session: Signed | undefined,
  approvals: readonly WaitingApproval[],
): WaitingApproval[] =>
  session && session.opened_by === null
    ? approvals.filter(({ prepared_by: by }) => !isPreparedBy(session, by))
    : []
