import { type Static, Type } from 'typebox'
import { PRIVACY_KINDS, PRIVACY_STATES } from '../../../database/tables/privacy-requests.ts'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

const Words = Type.String({ minLength: 1, maxLength: 2000, 'x-text': 'lines' })

export const PrivacyRequestCreate = component(
  'PrivacyRequestCreate',
  closed(
    {
      employee_id: Type.Integer(),
      kind: words(PRIVACY_KINDS),
      received_on: Type.Optional({ ...CivilDateText, description: 'The day it arrived. Default today.' }),
      wish: Type.Optional(nullable(Words, { description: 'The person’s message.' })),
    },
    { examples: [{ employee_id: 7, kind: 'access', received_on: '2026-07-06' }] },
  ),
)
export type PrivacyRequestCreate = Static<typeof PrivacyRequestCreate>

export const PrivacyAnswer = component(
  'PrivacyAnswer',
  closed(
    {
      answer: Type.Optional({
        ...Words,
        description: 'The action taken, or the reason for refusing. Required for refusals and corrections.',
      }),
    },
    { examples: [{ answer: 'The start date was corrected to 3 July 2024.' }] },
  ),
)
export type PrivacyAnswer = Static<typeof PrivacyAnswer>

export const PrivacyRequestQuery = closed({
  state: Type.Optional(words(PRIVACY_STATES)),
  after: Type.Optional(
    Type.Integer({ description: 'Only requests after this one: the last `id` of the page before.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 })),
})

export const PrivacyRequestView = component(
  'PrivacyRequest',
  closed({
    id: Type.Integer(),
    company_id: Type.Integer(),
    employee_id: Type.Integer(),
    format_name: Type.String(),
    kind: words(PRIVACY_KINDS),
    state: words(PRIVACY_STATES),
    received_on: CivilDateText,
    due_on: {
      ...CivilDateText,
      description: 'Twenty working days or thirty days after it arrived, whichever is earlier.',
    },
    is_late: Type.Boolean({ description: 'Open after the day it was due.' }),
    wish: nullable(Type.String()),
    answer: nullable(Type.String()),
    export_path: nullable(
      Type.String({ description: 'Access requests: where to download the person’s data.' }),
    ),
    kept: Type.Array(closed({ what: Type.String(), why: Type.String(), until: nullable(CivilDateText) }), {
      description: 'Deletion: what the law requires to be kept, why, and until when.',
    }),
    created_at: Timestamp,
    decided_at: nullable(Timestamp),
    ...WarningsMember,
  }),
)
export type PrivacyRequestView = Static<typeof PrivacyRequestView>
