import { type Static, Type } from 'typebox'
import { COUNTRY_CODES } from '../../../countries/index.ts'
import { CivilDateText, closed, component, nullable, words } from '../../../http/schema.ts'

const STATUSES = ['open', 'overdue', 'under-way', 'failed'] as const
const KINDS = [
  'obligation',
  'pay-run',
  'request',
  'lodgement',
  'held-back',
  'payslip-mail',
  'unusual',
  'esct-rates',
  'returned',
  'statement',
] as const

export const WorkQuery = closed({
  from_date: Type.Optional({ ...CivilDateText, description: 'Due on this day or later.' }),
  to_date: Type.Optional({ ...CivilDateText, description: 'Due on this day or earlier.' }),
  status: Type.Optional(words(STATUSES)),
  kind: Type.Optional(words(KINDS)),
  assignee: Type.Optional(
    Type.String({
      pattern: '^(me|none|\\d{1,9})$',
      'x-problem': 'must be me, none or the id of a person',
      description: 'The id of a person, `me`, or `none`: entries without an assignee.',
    }),
  ),
  company_id: Type.Optional(Type.Integer()),
  is_snoozed: Type.Optional(
    Type.Boolean({
      description: 'True: only snoozed entries. Otherwise they are hidden until their day.',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 300, description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
})
export type WorkQuery = Static<typeof WorkQuery>

const WorkItem = closed({
  key: Type.String({ description: 'Identifies the entry within its company; stable between calls.' }),
  kind: words(KINDS),
  what: Type.String({
    description:
      'An obligation: its kind. A pay run: `draft` or `due`. A request: what it asks for. An unusual figure: the rule. Returned money: `net`, `payee` or `super`. A statement: the months after which it is due.',
  }),
  status: words(STATUSES, { description: '`failed`: it was sent and refused, or could not be delivered.' }),
  due_date: CivilDateText,
  company_id: Type.Integer(),
  company: Type.String(),
  jurisdiction: words(COUNTRY_CODES),
  client_id: nullable(Type.Integer(), {
    description: 'The customer, for a client who lets you open the account; null: your own company.',
  }),
  title: Type.String(),
  people: Type.Integer({ description: 'How many people it is about; 0 where that does not apply.' }),
  amount: nullable(Type.Number()),
  pay_run_id: nullable(Type.Integer()),
  period_end_date: nullable(CivilDateText, { description: 'Of a pay run.' }),
  submission_id: nullable(Type.Integer()),
  assignee_id: nullable(Type.Integer()),
  note: nullable(Type.String()),
  snoozed_until: nullable(CivilDateText),
})
export type WorkItem = Static<typeof WorkItem>

export const WorkList = component(
  'WorkList',
  closed({
    items: Type.Array(WorkItem),
    next: nullable(
      Type.String({ description: 'Send it as `after` for the next page; null on the last page.' }),
    ),
    total: Type.Integer({ description: 'Entries that match the filters.' }),
    counts: closed({
      overdue: Type.Integer(),
      open: Type.Integer(),
      under_way: Type.Integer(),
      failed: Type.Integer(),
    }),
    companies_behind: Type.Integer({
      description:
        'Companies whose latest changes are not added up yet; the entries of these may be minutes old.',
    }),
    officers: Type.Array(closed({ id: Type.Integer(), name: Type.String() }), {
      description: 'People of your account to whom entries can be assigned.',
    }),
  }),
)
export type WorkList = Static<typeof WorkList>

export const WorkNoteInput = component(
  'WorkNoteInput',
  closed(
    {
      company_id: Type.Integer(),
      key: Type.String({ minLength: 1, maxLength: 120 }),
      assignee_id: Type.Optional(nullable(Type.Integer())),
      note: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
      snoozed_until: Type.Optional(nullable(CivilDateText)),
    },
    {
      examples: [
        { company_id: 12, key: 'obligation:super:2026-06-26', note: 'Asked the owner for the money.' },
      ],
    },
  ),
)
export type WorkNoteInput = Static<typeof WorkNoteInput>

export const WorkNoteView = component(
  'WorkNote',
  closed({
    company_id: Type.Integer(),
    key: Type.String(),
    assignee_id: nullable(Type.Integer()),
    note: nullable(Type.String()),
    snoozed_until: nullable(CivilDateText),
  }),
)
export type WorkNoteView = Static<typeof WorkNoteView>
