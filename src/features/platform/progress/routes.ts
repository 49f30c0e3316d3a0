import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { timestamp } from '../../../http/view.ts'
import type { Service } from '../../../service.ts'
import { jobsUnderWay } from './progress.ts'
import { Job } from './schema.ts'

/** How far long jobs have come. */
export function progressRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/jobs',
      {
        schema: {
          operationId: 'listJobs',
          summary: 'How far the long jobs of a company have come',
          description:
            'Drafting and processing a run, drawing the payslips of a run and importing a file tell here how far they are while the call that does them is still open. A job of fewer than 40 rows, and one that has ended, is not listed.',
          tags: ['Pays'],
          params: closed({ company_id: Id }),
          response: { 200: Type.Array(Job) },
        },
        config: { scope: 'payroll.read', limit: 'default', company: 'owner' },
      },
      async ({ company }) =>
        (await jobsUnderWay(service, company)).map(({ job, pay_run_id, done, total, updated_at }) => ({
          job,
          pay_run_id: pay_run_id || null,
          done,
          total,
          updated_at: timestamp(updated_at),
        })),
    )
  }
}
