import { type Static, Type } from 'typebox'
import { BULK_STATES, BULK_STEPS } from '../../../database/tables/bulk-jobs.ts'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

const RUNS_MAX = 2000

const Steps = Type.Array(words(BULK_STEPS), {
  minItems: 1,
  maxItems: BULK_STEPS.length,
  description:
    'Done in the order `draft`, `check`, `process`, `lodge`, `pay` (makes the bank file), `payslips` (queues the e-mails). The last three are independent of each other; the first three are not.',
})

export const BulkJobInput = component(
  'BulkJobInput',
  closed(
    {
      steps: Steps,
      runs: Type.Array(
        closed({
          company_id: Type.Integer(),
          pay_run_id: Type.Optional(
            nullable(Type.Integer(), {
              description:
                'A run that is drafted. Omitted: the next run of each pay cycle of the company, as in `GET …/upcoming-pay-runs`.',
            }),
          ),
          period_end_date: Type.Optional(
            nullable(CivilDateText, { description: 'Only the next run whose period ends on this day.' }),
          ),
        }),
        { minItems: 1, maxItems: RUNS_MAX },
      ),
    },
    { examples: [{ steps: ['draft', 'check', 'process', 'lodge'], runs: [{ company_id: 12 }] }] },
  ),
)
export type BulkJobInput = Static<typeof BulkJobInput>

const Outcome = closed({
  step: words(BULK_STEPS),
  state: words(['done', 'not-needed', 'needs-decision', 'failed'] as const, {
    description: '`not-needed`: it was done before, or the company does not do it.',
  }),
  message: Type.String(),
  approval_id: Type.Optional(Type.Integer({ description: 'It waits for a second person.' })),
  submission_id: Type.Optional(Type.Integer()),
  file_id: Type.Optional(Type.Integer({ description: 'The bank file.' })),
})

const RunView = closed({
  id: Type.Integer(),
  company_id: Type.Integer(),
  company: Type.String(),
  pay_run_id: nullable(Type.Integer()),
  period_end_date: nullable(CivilDateText),
  pay_date: nullable(CivilDateText),
  state: words(BULK_STATES),
  outcomes: Type.Array(Outcome, { description: 'The outcome of each step that was tried.' }),
})
export type RunView = Static<typeof RunView>

export const BulkJobView = component(
  'BulkJob',
  closed({
    id: Type.Integer(),
    steps: Type.Array(words(BULK_STEPS)),
    started_by: closed({ user_id: Type.Integer(), name: nullable(Type.String()) }),
    created_at: Timestamp,
    is_done: Type.Boolean({ description: 'No run is waiting or in progress.' }),
    total: Type.Integer({ description: 'Runs of companies that you can see.' }),
    counts: closed({
      waiting: Type.Integer(),
      under_way: Type.Integer(),
      done: Type.Integer(),
      needs_decision: Type.Integer(),
      failed: Type.Integer(),
      stopped: Type.Integer(),
    }),
  }),
)
export type BulkJobView = Static<typeof BulkJobView>

export const WholeBulkJob = component(
  'WholeBulkJob',
  closed({
    ...BulkJobView.properties,
    runs: Type.Array(RunView, { description: 'In the order in which they were sent.' }),
    next: nullable(
      Type.Integer({ description: 'Send it as `after` for the next page; null on the last page.' }),
    ),
  }),
)
export type WholeBulkJob = Static<typeof WholeBulkJob>

export const BulkRunsQuery = closed({
  needs_decision: Type.Optional(
    Type.Boolean({ description: 'True: only runs that need a decision, failed or were stopped.' }),
  ),
  after: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
})
export type BulkRunsQuery = Static<typeof BulkRunsQuery>
