import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { countPending } from '../../pays/pays/index.ts'
import { checkCompany } from './company-readiness.ts'
import { compareRun } from './comparison.ts'
import { checkRun } from './readiness.ts'
import {
  CompanyReadiness,
  ComparisonQuery,
  FindingsQuery,
  RunComparison,
  RunReadiness,
  RunStages,
  Stage,
  StageMark,
} from './schema.ts'
import { markStage, readStages } from './stages.ts'

const route = routeFor('run-review')

/** Routes to review a run before and after it is processed. */
export function runReviewRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/readiness',
      operationId: 'checkCompany',
      summary: 'What a company still needs before its first lodgement',
      description:
        'Checks the company and everyone who would be paid: what the bank file, the contribution file or the authority would refuse (`blocks`), and what is worth a look. `mend` says where to fix each.',
      query: FindingsQuery,
      response: { 200: CompanyReadiness },
      handler: ({ company, query }) => checkCompany(service, company, query.all_findings ?? false),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/pay-runs/:pay_run_id/readiness',
      operationId: 'checkPayRun',
      summary: 'Check a run for later refusals, person by person',
      description:
        'Processes the run and creates its bank file, contribution file and report in a transaction that is rolled back; the response lists every refusal, and anything worth a look. `groups` counts equal causes. Nothing is stored or sent.',
      query: FindingsQuery,
      response: { 200: RunReadiness },
      errors: [404],
      handler: async ({ company, params, caller, query }) => {
        const runId = params.pay_run_id
        const size = await countPending(service.database.query, company.id, runId)
        return service.runVerb(
          checkRun,
          { company, userId: caller.userId, runId, isEveryListed: query.all_findings ?? false },
          size,
        )
      },
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/pay-runs/:pay_run_id/comparison',
      operationId: 'comparePayRun',
      summary: 'Compare a run with the previous one',
      description:
        'Person by person: hours, gross, tax, super and net in both runs; who is new or missing, whose net moved by more than a fifth, whose account changed, who has no tax number, account or fund, and whose leave is below zero.',
      query: ComparisonQuery,
      response: { 200: RunComparison },
      errors: [404],
      handler: async ({ company, params, query }) => {
        const comparison = await compareRun(service, company, params.pay_run_id)
        if (!query.unusual_only) return comparison
        return { ...comparison, people: comparison.people.filter(({ flags }) => flags.length > 0) }
      },
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/pay-runs/:pay_run_id/stages',
      operationId: 'listPayRunStages',
      summary: 'The progress of a run',
      description:
        'Read from pays, payments, contributions, reports and e-mails as they are stored; a correction reopens a stage. `job` shows the progress of processing.',
      response: { 200: RunStages },
      errors: [404],
      handler: ({ company, params }) => readStages(service, company, params.pay_run_id),
    })

    route(app, {
      method: 'PUT',
      path: '/company/:company_id/pay-runs/:pay_run_id/stages/:stage',
      operationId: 'markPayRunStage',
      summary: 'Mark a run as reviewed, or its payslips as handed out',
      description:
        'For the two stages that no other record shows. The mark applies to the current figures: it lapses when one of them changes.',
      params: { stage: Stage },
      body: StageMark,
      response: { 200: RunStages },
      errors: [404],
      handler: ({ company, params, body, caller }) =>
        markStage(service, company, caller.userId, params.pay_run_id, {
          stage: params.stage,
          isDone: body.is_done,
        }),
    })
  }
}
