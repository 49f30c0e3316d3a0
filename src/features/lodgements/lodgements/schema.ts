import { type Static, Type } from 'typebox'
import { SHIPPED } from '../../../countries/index.ts'
import { CivilDateText, closed, component, Id, nullable, Timestamp, words } from '../../../http/schema.ts'
import { invalid } from '../../../kernel/problem.ts'

const DryRun = Type.Optional(
  Type.Boolean({ default: false, description: 'Build and check only: nothing is stored or sent.' }),
)

const HOLD_BACK = {
  hold_back: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 1,
      maxItems: 100_000,
      description: 'Employees to leave out this time. Their pays stay open, and the obligations name them.',
    }),
  ),
  is_strict: Type.Optional(
    Type.Boolean({
      description:
        'Refuse the whole request when the authority would refuse any employee in it. Default: those employees are left out, the others are lodged, and `held_back` lists them with the reason. A replacement is always strict.',
    }),
  ),
  hold_back_faulty: Type.Optional(
    Type.Boolean({ description: '`false` means the same as `is_strict: true`; `true` is the default.' }),
  ),
}

/** Whether the whole request is refused when one employee cannot be included. */
export const isStrict = (body: { is_strict?: boolean; hold_back_faulty?: boolean }): boolean =>
  body.is_strict ?? body.hold_back_faulty === false

/** Selects pays by run, by id or by a range of pay dates. */
export const PaySelection = component(
  'PaySelection',
  closed(
    {
      pay_run_id: Type.Optional(Id),
      pay_ids: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 100_000 })),
      from_date: Type.Optional(CivilDateText),
      to_date: Type.Optional(CivilDateText),
      ...HOLD_BACK,
      dry_run: DryRun,
    },
    {
      description:
        'Exactly one of `pay_run_id`, `pay_ids`, or `from_date` with `to_date` (pay dates, both included).',
      examples: [{ pay_run_id: 12 }, { from_date: '2026-07-01', to_date: '2026-07-07', dry_run: true }],
    },
  ),
)
export type PaySelection = Static<typeof PaySelection>

/** Checks the rule between the fields that the schema cannot express. */
export function checkSelection(body: PaySelection): void {
  const hasDates = body.from_date !== undefined || body.to_date !== undefined
  const ways = [body.pay_run_id !== undefined, body.pay_ids !== undefined, hasDates].filter(Boolean)
  if (ways.length !== 1)
    throw invalid(['body'], 'Send exactly one of pay_run_id, pay_ids, or from_date with to_date')
  if (!hasDates) return
  if (body.from_date === undefined) throw invalid(['body', 'from_date'], 'from_date is required', 'missing')
  if (body.to_date === undefined) throw invalid(['body', 'to_date'], 'to_date is required', 'missing')
  if (body.from_date > body.to_date)
    throw invalid(['body', 'to_date'], 'to_date must not be before from_date')
}

export const YearSelection = component(
  'ReportingYear',
  closed(
    {
      year: Type.Optional(
        Type.Integer({
          minimum: 2018,
          maximum: 2100,
          description: 'The income year by the year it ends in: 2027 is 2026-27. Default: the current one.',
        }),
      ),
      employee_ids: Type.Optional(
        Type.Array(Type.Integer(), {
          minItems: 1,
          maxItems: 100_000,
          description: 'Only these employees. Default: everyone it concerns.',
        }),
      ),
      ...HOLD_BACK,
      dry_run: DryRun,
    },
    { examples: [{ year: 2027 }] },
  ),
)
export type YearSelection = Static<typeof YearSelection>

export const Finalisation = component(
  'Finalisation',
  closed(
    {
      year: Type.Integer({
        minimum: 2018,
        maximum: 2100,
        description: 'The income year by the year it ends in: 2027 is 2026-27.',
      }),
      employee_ids: YearSelection.properties.employee_ids,
      is_final: Type.Optional(
        Type.Boolean({ default: true, description: '`false` reverses a finalisation.' }),
      ),
      ...HOLD_BACK,
      dry_run: DryRun,
    },
    { examples: [{ year: 2027 }] },
  ),
)
export type Finalisation = Static<typeof Finalisation>

export const ReportError = component(
  'ReportError',
  closed({
    employee_id: nullable(Type.Integer({ description: 'Null: the company.' })),
    employee: nullable(Type.String()),
    field: Type.String({ description: 'The field by its name in the document.' }),
    rule: Type.String({ description: 'The rule that is broken.' }),
    code: Type.String({ description: 'The message code in the authority’s reply.' }),
    message: Type.String(),
  }),
)
export type ReportError = Static<typeof ReportError>

const HeldBack = component(
  'HeldBackPayee',
  closed({
    employee_id: Type.Integer(),
    employee: Type.String(),
    reason: Type.String({ description: 'The problem, in a sentence.' }),
    errors: Type.Array(ReportError),
  }),
)

/** Employees who were left out, and fields that were left out of the message. */
const LEFT_OUT = {
  held_back: Type.Array(HeldBack, {
    description: 'People left out, with the reason. Their pays stay open.',
  }),
  warnings: Type.Array(ReportError, {
    description: 'Optional fields that the authority would refuse: they were left out.',
  }),
}

const Note = closed({
  code: Type.String({ description: 'The authority’s message code.' }),
  message: Type.String(),
  employee_id: nullable(Type.Integer({ description: 'The employee it is about; null: the whole message.' })),
})

const FIELDS = {
  id: Type.Integer(),
  company_id: Type.Integer(),
  authority: words(SHIPPED.map(({ authority }) => authority.code)),
  kind: words(['submit', 'update', 'full-file-replacement', 'finalise', 'amend'] as const),
  status: words(
    ['queued', 'sent', 'accepted', 'partial', 'rejected', 'lodged-by-hand', 'withdrawn'] as const,
    {
      description:
        '`queued` waits to be sent (again), or with the transport `manual` to be lodged by hand; `sent` waits for the answer; `partial`: some payees were refused; `lodged-by-hand`: someone lodged the file and recorded the receipt.',
    },
  ),
  transport: words(['simulator', 'manual', 'https', 'as4', 'gateway-services'] as const, {
    description: 'How the message is sent. A message to a simulator reaches no authority.',
  }),
  pay_date: CivilDateText,
  year: Type.Integer({ description: 'Income year (AU) or tax year (NZ), by the year it ends in.' }),
  due_date: CivilDateText,
  transaction_id: Type.String({ description: 'Submission id inside the document.' }),
  message_id: Type.String({ description: 'The message’s own id; a message sent again keeps it.' }),
  replaces_id: nullable(Type.Integer()),
  waits_for_id: nullable(
    Type.Integer({
      description:
        'An earlier submission about the same people has no answer yet: this one is sent after it.',
    }),
  ),
  failed_with_id: nullable(
    Type.Integer({
      description:
        'The failed submission that this one was built on. Both were withdrawn. The service plans the remaining reports again.',
    }),
  ),
  is_final: Type.Boolean(),
  pay_count: Type.Integer(),
  payee_count: Type.Integer(),
  totals: Type.Record(Type.String(), Type.Number(), {
    description: 'AU: W1 and W2 of the pays in the event, and child support. NZ: the totals of the return.',
  }),
  payload_sha256: Type.String(),
  attempts: Type.Integer(),
  next_attempt_at: nullable(Timestamp),
  last_error: nullable(Type.String()),
  receipt: nullable(Type.String({ description: 'The authority’s receipt.' })),
  notes: Type.Array(Note),
  ...LEFT_OUT,
  created_at: Timestamp,
  sent_at: nullable(Timestamp),
  answered_at: nullable(Timestamp),
}

export const SubmissionListed = component('Submission', closed(FIELDS))
export type SubmissionListed = Static<typeof SubmissionListed>

export const SubmissionView = component(
  'SubmissionDetail',
  closed({
    ...FIELDS,
    pay_ids: Type.Array(Type.Integer()),
    related_submission_ids: Type.Array(Type.Integer(), {
      description:
        'Other submissions of the same call: pays of several pay dates are reported one date at a time.',
    }),
    document: Type.Optional(
      Type.Unknown({ description: 'The document as it was built (only when read by id).' }),
    ),
    lines: Type.Optional(
      Type.Array(
        closed({
          employee_id: Type.Integer(),
          format_name: Type.String(),
          part: words(['employee', 'beneficiary'] as const),
          outcome: words(['created', 'sent', 'accepted', 'rejected', 'replaced', 'withdrawn'] as const),
          reason: nullable(Type.String({ description: 'Why the authority rejected it, in its own words.' })),
        }),
        { description: 'The outcome of every payee (only when read by id).' },
      ),
    ),
  }),
)
export type SubmissionView = Static<typeof SubmissionView>

export const DryRunView = component(
  'ReportDryRun',
  closed({
    dry_run: Type.Literal(true),
    is_valid: Type.Boolean(),
    errors: Type.Array(ReportError),
    ...LEFT_OUT,
    reports: Type.Array(
      closed({
        kind: FIELDS.kind,
        pay_date: CivilDateText,
        pay_ids: Type.Array(Type.Integer()),
        payee_count: Type.Integer(),
        totals: FIELDS.totals,
        document: Type.Unknown(),
        content: Type.String({ description: 'The file as it would be sent.' }),
      }),
    ),
  }),
)
export type DryRunView = Static<typeof DryRunView>
