export type WaitingApproval = {
  id: number
  summary: string
  prepared_by: { user_id: number | null; name: string | null }
  prepared_at: string
}

/** The approvals that this person may decide: a second person approves, so not one's own. */
export const waitingFor = (
  person: number | undefined,
  approvals: readonly WaitingApproval[],
): WaitingApproval[] => approvals.filter(({ prepared_by: by }) => by.user_id !== person)
