import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { collectBatch } from './batch.ts'
import { senderOf } from './contribution-files.ts'
import { findCells } from './load-members.ts'
import { loadOwed } from './owed.ts'
import { returnedFundWarnings } from './returned-funds.ts'

/**
 * A reason why the run's contribution file would be refused. Without an employee, the fault is in the
 * company's data.
 */
export type SuperFault = {
  employeeId: number | null
  sentence: string
  isFundMissing: boolean
  /** The file would be created, but someone should look at it. */
  isWarning?: boolean
}

/**
 * The reasons why the contribution file of a run could not be created, for each person. The run's pays are
 * processed in this transaction.
 */
export async function checkRunSuper(
  service: Service,
  tx: Tx,
  company: Company,
  runId: number,
): Promise<SuperFault[]> {
  if (countryOf(company.jurisdiction).retirement.contributionFile === null) return []
  const rows = collectBatch(await loadOwed(service, tx, company.id, { pay_run_id: runId })).rows.map(
    ({ each }) => each,
  )
  if (rows.length === 0) return []
  const homeless = rows.filter((each) => each.fund === null)
  const missing = [...new Set(homeless.map(({ pay }) => pay.employee_id))].map((employeeId) => ({
    employeeId,
    sentence: 'No super fund on file: add one, or the super of this pay cannot be paid.',
    isFundMissing: true,
  }))
  const placed = rows.filter((each) => each.fund !== null)
  const { faults } = await findCells(service, tx, placed)
  const warnings = await returnedFundWarnings(service, tx, company, placed)
  return [
    ...senderFaults(service, company),
    ...warnings.map((warning) => ({ ...warning, isFundMissing: false, isWarning: true })),
    ...missing,
    ...faults.map((fault) => ({ ...fault, isFundMissing: false })),
  ]
}

function senderFaults(service: Service, company: Company): SuperFault[] {
  try {
    senderOf(service, company)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [{ employeeId: null, sentence: error.message, isFundMissing: false }]
  }
}
