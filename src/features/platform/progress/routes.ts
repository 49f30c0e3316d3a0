import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { jobsUnderWay } from './progress.ts'
import { Job } from './schema.ts'

const route = routeFor('progress')

/** Shows the progress of long jobs. */
export function progressRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/jobs',
      operationId: 'listJobs',
      summary: 'Progress of a company’s long jobs',
      description:
        'Drafting and processing a run, creating the payslips of a run and importing a file report their progress here while the call is still open. A job of fewer than 40 rows, and one that has ended, is not listed.',
      response: { 200: Type.Array(Job) },
      handler: async ({ company }) =>
        (await jobsUnderWay(service, company)).map(({ job, pay_run_id, done, total, updated_at }) => ({
          job,
          pay_run_id: pay_run_id || null,
          done,
          total,
          updated_at: timestamp(updated_at),
        })),
    })
  }
}
