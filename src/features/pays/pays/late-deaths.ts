import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import type { AffectedPayView } from './affected.ts'
import type { PayJob } from './job/pay-job.ts'
import { payEffects } from './terms-effects.ts'

/**
 * Wages may be paid before the employer learns of a death. Call this before the final pay is stored. Afterwards, call the
 * result to get the pays since the death that would differ: they are income of the estate, with no tax withheld.
 */
export async function watchDeaths(
  service: Service,
  tx: Tx,
  company: Company,
  jobs: readonly PayJob[],
): Promise<() => Promise<ReadonlyMap<number, AffectedPayView[]>>> {
  const { isDeath } = countryOf(company.jurisdiction).finalPay
  const deaths = jobs.flatMap(({ employee, termination }) =>
    termination && isDeath(termination)
      ? [{ employeeId: employee.id, from: addDays(civilDate(termination.termination_date), 1) }]
      : [],
  )
  return deaths.length === 0 ? async () => new Map() : payEffects.watch(service, tx, company, deaths)
}
