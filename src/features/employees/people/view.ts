import { timestamp } from '../../../http/view.ts'
import type { listInvitations, listPeople } from './queries.ts'
import type { Invitation, Person } from './schema.ts'

type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]
type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

export function viewPerson(row: PersonRow, selfId: number): Person {
  return {
    ...row,
    last_seen_at: row.last_seen_at && timestamp(row.last_seen_at),
    created_at: timestamp(row.created_at),
    is_self: row.id === selfId,
  }
}

export function viewInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    ...row,
    created_at: timestamp(row.created_at),
    expires_at: timestamp(row.expires_at),
    is_expired: row.expires_at <= now,
  }
}
