import type { Company } from '../../../database/tables/companies.ts'
import { notFound } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from './context/employees.ts'
import { loadPays } from './context/pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { listPendingIds, listRuns } from './context/runs.ts'
import { jobsOf } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import type { PayEmployee } from './job/pay-employee.ts'
import type { Line } from './lines/lines.ts'
import { ordinaryRateOn } from './lines/pay-rates.ts'
import { runPayPipeline } from './pipeline.ts'
import { recordEditors } from './store/editors.ts'

/** Calculates the stale drafts of a run again: the same rows, by the terms that are now recorded for their days. */
export function redraftRun(
  service: Service,
  { company, runId }: { company: Company; runId: number },
): Promise<void> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    const drafts = await loadPays(tx, await listPendingIds(tx, runId))
    const stale = drafts.filter((pay) => pay.isStale && !pay.row.is_termination && !pay.employee.is_deleted)
    for (const [, group] of Map.groupBy(stale, (pay) => pay.row.processed_date)) {
      const jobs = await jobsOf(tx, company, group, { status: 'pending' })
      const pipelineRun: PipelineRun = {
        service,
        tx,
        company,
        country: countryOf(company),
        event: 'pay.updated',
        isDryRun: false,
        isTaxRedistributed: true,
        before: group,
      }
      await runPayPipeline(
        pipelineRun,
        jobs.map((job) => ({
          ...job,
          lines: (job.lines ?? []).map((line) => atToday(line, job.employee)),
        })),
      )
      await recordEditors(
        tx,
        company,
        group.map((pay) => pay.row.id),
        service.clock.now(),
      )
    }
  })
}

/** Hours and leave at the employee's own rate follow it; rates that were named stay. */
function atToday(line: Line, { pay_rate_per_hour, rates }: PayEmployee): Line {
  if (line.kind !== 'hours' && line.kind !== 'leave') return line
  const rate = ordinaryRateOn(pay_rate_per_hour, rates, line.details.date)
  if (rate === null) return line
  if (line.kind === 'hours' && line.details.has_own_rate === false && isUnnamed(line.details)) {
    const { multiplier } = line.details
    return {
      ...line,
      details: {
        ...line.details,
        rate: decimal(rate)
          .times(decimal(multiplier ?? '1'))
          .toFixed(),
      },
    }
  }
  if (line.kind === 'leave' && !line.details.has_own_rate)
    return { ...line, details: { ...line.details, rate } }
  return line
}

const isUnnamed = (details: { rate_reference: string | null; rate_description: string | null }) =>
  !details.rate_reference && !details.rate_description
