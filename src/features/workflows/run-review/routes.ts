import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { countPending } from '../../pays/pays/index.ts'
import { compareRun } from './comparison.ts'
import { checkRun } from './readiness.ts'
import {
  ComparisonQuery,
  RunComparison,
  RunPath,
  RunReadiness,
  RunStages,
  StageMark,
  StagePath,
} from './schema.ts'
import { markStage, readStages } from './stages.ts'

const tags = ['Pays']
const read = { scope: 'payroll.read', limit: 'default', company: 'owner', errors: [404] } as const

/** What a payroll officer looks at before and after a run is processed. */
export function runReviewRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pay-runs/:pay_run_id/readiness',
      {
        schema: {
          operationId: 'checkPayRun',
          summary: 'What would be refused later, person by person',
          description:
            'The run is processed, paid, contributed for and reported in a transaction that is rolled back; what any of these would refuse is listed, and what is worth a look. Nothing is stored or sent.',
          tags,
          params: RunPath,
          response: { 200: RunReadiness },
        },
        config: read,
      },
      async ({ company, params, caller }) => {
        const runId = params.pay_run_id
        const size = await countPending(service.database.query, company.id, runId)
        return service.runVerb(checkRun, { company, userId: caller.userId, runId }, size)
      },
    )

    app.get(
      '/company/:company_id/pay-runs/:pay_run_id/comparison',
      {
        schema: {
          operationId: 'comparePayRun',
          summary: 'A run beside the one before it, with what is unusual',
          description:
            'Person by person: hours, gross, tax, super and net in both runs; who is new or missing, whose net moved by more than a fifth, whose account changed, who has no tax number, account or fund, and whose leave is below zero.',
          tags,
          params: RunPath,
          querystring: ComparisonQuery,
          response: { 200: RunComparison },
        },
        config: read,
      },
      async ({ company, params, query }) => {
        const comparison = await compareRun(service, company, params.pay_run_id)
        if (!query.unusual_only) return comparison
        return { ...comparison, people: comparison.people.filter(({ flags }) => flags.length > 0) }
      },
    )

    app.get(
      '/company/:company_id/pay-runs/:pay_run_id/stages',
      {
        schema: {
          operationId: 'listPayRunStages',
          summary: 'How far a run has come',
          description:
            'Read from pays, payments, contributions, reports and mails as they are stored; a correction opens a stage anew. `job` tells how far processing has come while it is under way.',
          tags,
          params: RunPath,
          response: { 200: RunStages },
        },
        config: read,
      },
      ({ company, params }) => readStages(service, company, params.pay_run_id),
    )

    app.put(
      '/company/:company_id/pay-runs/:pay_run_id/stages/:stage',
      {
        schema: {
          operationId: 'markPayRunStage',
          summary: 'Say that a run was looked over, or its payslips handed out',
          description:
            'For the two stages that nothing else tells. The mark holds for the figures as they stand: once one of them changes it holds no more.',
          tags,
          params: StagePath,
          body: StageMark,
          response: { 200: RunStages },
        },
        config: { ...read, scope: 'payroll.write' },
      },
      ({ company, params, body, caller }) =>
        markStage(service, company, caller.userId, params.pay_run_id, {
          stage: params.stage,
          isDone: body.is_done,
        }),
    )
  }
}
