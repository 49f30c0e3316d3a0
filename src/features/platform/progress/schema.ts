import { type Static, Type } from 'typebox'
import { COMPANY_JOBS } from '../../../database/tables/company-jobs.ts'
import { closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

export const Job = component(
  'Job',
  closed(
    {
      job: words(COMPANY_JOBS, {
        description:
          '`draft`: a run is drafted; `process`: it is processed; `payslips`: the payslips of a run are created; `import`: a file is checked and stored.',
      }),
      pay_run_id: nullable(Type.Integer({ description: 'The run in progress; null if there is none yet.' })),
      done: Type.Integer({ description: 'Pays, payslips or row steps completed.' }),
      total: Type.Integer(),
      updated_at: Timestamp,
    },
    {
      examples: [
        { job: 'draft', pay_run_id: null, done: 1200, total: 3000, updated_at: '2026-11-16T00:00:00Z' },
      ],
    },
  ),
)
export type Job = Static<typeof Job>
