import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { readJob, readJobs, retryJob, startJob, stopJob } from './jobs.ts'
import { BulkJobInput, BulkJobView, BulkRunsQuery, WholeBulkJob } from './schema.ts'

const route = routeFor('bulk-jobs')

/** Routes for jobs with pay runs of many companies. */
export function bulkJobRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/bulk-jobs',
      operationId: 'startBulkJob',
      summary: 'Draft, check, process, lodge and pay the runs of many companies',
      description:
        'Every step is a normal API call with your access, in its own transaction. A refused run does not stop the others; runs that need a decision are listed with the reason. The job continues after a restart and does nothing twice: a step whose work is done is `not-needed`. A step that needs a second person waits for the approval; then repeat the job.',
      body: BulkJobInput,
      response: { 201: BulkJobView },
      errors: [400, 404],
      isByCompany: true,
      handler: async ({ caller, body }, reply) => reply.code(201).send(await startJob(service, caller, body)),
    })

    route(app, {
      method: 'GET',
      path: '/bulk-jobs',
      operationId: 'listBulkJobs',
      summary: 'List bulk jobs, newest first',
      description: 'The last 50 with a run of a company that you can see.',
      response: { 200: Type.Array(BulkJobView) },
      isByCompany: true,
      handler: ({ caller }) => readJobs(service, caller),
    })

    route(app, {
      method: 'GET',
      path: '/bulk-jobs/:bulk_job_id',
      operationId: 'getBulkJob',
      summary: 'Progress of a bulk job, run by run',
      description: 'The counts are of the whole job; `runs` is one page.',
      query: BulkRunsQuery,
      response: { 200: WholeBulkJob },
      errors: [404],
      isByCompany: true,
      handler: ({ caller, params, query }) => readJob(service, caller, params.bulk_job_id, query),
    })

    route(app, {
      method: 'POST',
      path: '/bulk-jobs/:bulk_job_id/stop',
      operationId: 'stopBulkJob',
      summary: 'Stop a bulk job',
      description: 'Waiting runs become `stopped`. A run in progress is completed.',
      response: { 200: BulkJobView },
      errors: [404],
      emptyBody: true,
      isByCompany: true,
      handler: ({ caller, params }) => stopJob(service, caller, params.bulk_job_id),
    })

    route(app, {
      method: 'POST',
      path: '/bulk-jobs/:bulk_job_id/retry',
      operationId: 'retryBulkJob',
      summary: 'Retry unfinished runs',
      description:
        'Runs that need a decision, failed or were stopped are queued again for the missing steps. They are done with the authority of the person who started the job. What then needs a second person is not approved by the person who retries either.',
      response: { 200: BulkJobView },
      errors: [404],
      emptyBody: true,
      isByCompany: true,
      handler: ({ caller, params }) => retryJob(service, caller, params.bulk_job_id),
    })
  }
}
