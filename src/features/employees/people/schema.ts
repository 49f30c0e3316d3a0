import { type Static, Type } from 'typebox'
import {
  closed,
  component,
  nullable,
  PersonName,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

/** The roles that can be given to a person. Employees get theirs through the self-service invitation. */
const GIVEN_ROLES = ['owner', 'admin', 'member', 'reader'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

const GivenRole = words(GIVEN_ROLES, {
  description:
    '`owner`: everything. `admin`: everything but owners and the audit log. `member`: payroll officer. `reader`: reads, changes nothing.',
})

export const InvitationCreate = component(
  'InvitationCreate',
  closed(
    {
      email: Type.String({ format: 'email', maxLength: 254, 'x-problem': 'must be an e-mail address' }),
      name: PersonName,
      role: GivenRole,
    },
    { examples: [{ email: 'rosa@client.example', name: 'Rosa Tan', role: 'reader' }] },
  ),
)
export type InvitationCreate = Static<typeof InvitationCreate>

export const ResendQuery = closed({
  resend: Type.Optional(
    Type.Boolean({
      description:
        'True: revokes the open invitation and e-mails a new link. Without it, an open invitation returns 409.',
    }),
  ),
})

export const PersonUpdate = component(
  'PersonUpdate',
  closed({ role: GivenRole }, { examples: [{ role: 'admin' }] }),
)

export const Person = component(
  'Person',
  closed({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    role: words([...GIVEN_ROLES, 'employee'] as const),
    employee_id: nullable(Type.Integer(), { description: 'The employee who uses self-service.' }),
    has_second_factor: Type.Boolean(),
    last_seen_at: nullable(Timestamp),
    created_at: Timestamp,
    is_self: Type.Boolean({ description: 'Whoever asks.' }),
    ...WarningsMember,
  }),
)
export type Person = Static<typeof Person>

export const Invitation = component(
  'Invitation',
  closed({
    id: Type.Integer(),
    email: Type.String(),
    name: Type.String(),
    role: words([...GIVEN_ROLES, 'employee'] as const),
    employee_id: nullable(Type.Integer()),
    invited_by: Type.String({ description: 'The name of the inviter.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
    is_expired: Type.Boolean(),
    ...WarningsMember,
  }),
)
export type Invitation = Static<typeof Invitation>

export const People = component(
  'People',
  closed({ people: Type.Array(Person), invitations: Type.Array(Invitation) }),
)

export const SelfServiceAccess = component(
  'SelfServiceAccess',
  closed(
    {
      state: words(['none', 'invited', 'active'] as const, {
        description: '`invited`: the link was mailed and not used yet.',
      }),
      is_open: Type.Boolean({ description: '`employee_portal_active` of the employee.' }),
      email: nullable(Type.String(), { description: 'The address that was invited or signs in.' }),
      invited_at: nullable(Timestamp),
      expires_at: nullable(Timestamp),
      last_seen_at: nullable(Timestamp),
      ...WarningsMember,
    },
    {
      examples: [
        {
          state: 'invited',
          is_open: true,
          email: 'mia@client.example',
          invited_at: '2026-07-01T00:00:00',
          expires_at: '2026-07-08T00:00:00',
          last_seen_at: null,
        },
      ],
    },
  ),
)
export type SelfServiceAccess = Static<typeof SelfServiceAccess>

export const OwnDetailsInvitations = component(
  'OwnDetailsInvitations',
  closed(
    { employee_ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 200 }) },
    { examples: [{ employee_ids: [12, 13] }] },
  ),
)

export const OwnDetailsInvitation = component(
  'OwnDetailsInvitation',
  closed(
    {
      employee_id: Type.Integer(),
      format_name: nullable(Type.String()),
      state: words(['invited', 'signs_in', 'not_invited'] as const, {
        description: '`signs_in`: they have a sign-in and find it under Details.',
      }),
      reason: nullable(Type.String({ description: 'Why there is no invitation.' })),
    },
    { examples: [{ employee_id: 12, format_name: 'Mia Nguyen', state: 'invited', reason: null }] },
  ),
)
export type OwnDetailsInvitation = Static<typeof OwnDetailsInvitation>
