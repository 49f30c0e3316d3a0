import { type Static, Type } from 'typebox'
import { closed, component, nullable, Timestamp, WarningsMember } from '../../../http/schema.ts'

export const NoteQuery = closed({
  employee_id: Type.Optional(Type.Integer({ description: 'Only notes on this employee.' })),
  pay_run_id: Type.Optional(Type.Integer({ description: 'Only notes on this pay run.' })),
  before: Type.Optional(
    Type.Integer({ description: 'Only entries before this one: the last `id` of the page before.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
})
export type NoteQuery = Static<typeof NoteQuery>

export const MentionQuery = closed({
  before: Type.Optional(
    Type.Integer({ description: 'Only entries before this one: the last `id` of the page before.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
})
export type MentionQuery = Static<typeof MentionQuery>

export const NoteInput = component(
  'NoteInput',
  closed(
    {
      employee_id: Type.Optional(Type.Integer()),
      pay_run_id: Type.Optional(Type.Integer()),
      text: Type.String({
        minLength: 1,
        maxLength: 2000,
        pattern: '\\S',
        'x-problem': 'must be 1 to 2,000 characters',
        'x-text': 'lines',
        description: 'A colleague whose full name follows an @ gets an e-mail.',
      }),
    },
    {
      examples: [
        { employee_id: 12, text: 'Back from leave on Monday. @Kim Payroll please check the hours.' },
      ],
    },
  ),
)
export type NoteInput = Static<typeof NoteInput>

const note = {
  id: Type.Integer(),
  employee_id: nullable(Type.Integer()),
  pay_run_id: nullable(Type.Integer()),
  about: Type.String({ description: 'The employee by name, or the pay run by its last day.' }),
  author: Type.String(),
  text: Type.String(),
  mentions: Type.Array(Type.String(), { description: 'The colleagues it names.' }),
  created_at: Timestamp,
}
const EXAMPLE = {
  id: 9,
  employee_id: 12,
  pay_run_id: null,
  about: 'Mia Nguyen',
  author: 'Ari Owner',
  text: 'Back from leave on Monday. @Kim Payroll please check the hours.',
  mentions: ['Kim Payroll'],
  created_at: '2026-11-18T00:00:00',
}

export const NoteView = component(
  'Note',
  closed(
    {
      ...note,
      can_delete: Type.Boolean({ description: 'You wrote it, or you manage the account.' }),
      ...WarningsMember,
    },
    { examples: [{ ...EXAMPLE, can_delete: true }] },
  ),
)
export type NoteView = Static<typeof NoteView>

export const MentionView = component(
  'Mention',
  closed(
    {
      ...note,
      company_id: Type.Integer(),
      company: Type.String(),
      is_seen: Type.Boolean(),
    },
    { examples: [{ ...EXAMPLE, company_id: 1, company: 'Harbour Cafe Pty Ltd', is_seen: false }] },
  ),
)
export type MentionView = Static<typeof MentionView>

export const Colleague = component(
  'Colleague',
  closed({ id: Type.Integer(), name: Type.String() }, { examples: [{ id: 3, name: 'Kim Payroll' }] }),
)
