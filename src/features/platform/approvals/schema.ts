import { type Static, Type } from 'typebox'
import { closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

const KINDS = ['run', 'account', 'file', 'role', 'rules', 'grant'] as const
const STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'voided'] as const

const MEMBERS = {
  id: Type.Integer(),
  kind: words(KINDS, {
    description:
      'The subject: pays, a bank account, a payment file, the role of owner or admin, the rules themselves, the access of an application.',
  }),
  state: words(STATES, {
    description:
      '`voided`: the prepared request has changed since, or the person who prepared it lost access.',
  }),
  company_id: nullable(Type.Integer()),
  summary: Type.String({ description: 'The effect, in words.' }),
  digest: Type.String({
    description:
      'Identifies the summary and its whole effect. Send it as `If-Match` (in double quotes) when you approve: the answer is 412 if the request would now do something else.',
  }),
  prepared_by: closed({
    user_id: nullable(Type.Integer({ description: 'Null: the operator of the service.' })),
    name: nullable(Type.String()),
    client_id: Type.String({
      description: 'The application; `tasman-web` is the web app, `operator` the operator of the service.',
    }),
    officer: nullable(
      closed(
        { user_id: Type.Integer(), name: nullable(Type.String()) },
        { description: 'The partner’s officer who prepared it, in an account that they opened.' },
      ),
    ),
  }),
  prepared_at: Timestamp,
  decided_by: nullable(closed({ user_id: Type.Integer(), name: nullable(Type.String()) })),
  decided_at: nullable(Timestamp),
  reason: nullable(Type.String()),
}

export const Approval = component('Approval', closed(MEMBERS))
export type Approval = Static<typeof Approval>

export const WholeApproval = component(
  'WholeApproval',
  closed({
    ...MEMBERS,
    request: closed({
      method: Type.String(),
      path: Type.String(),
      body: Type.Unknown({
        description: 'The request body as it was sent; null if there was none or it was a file.',
      }),
    }),
    answer: nullable(
      closed(
        { status: Type.Integer(), body: Type.Unknown() },
        {
          description: 'The response of the request, once it is done.',
        },
      ),
    ),
  }),
)
export type WholeApproval = Static<typeof WholeApproval>

export const ApprovalState = words(STATES)

export const Decision = component(
  'ApprovalDecision',
  closed(
    { reason: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 500 }))) },
    { examples: [{ reason: 'The account was confirmed by phone.' }] },
  ),
)
