import type { Tx } from '../../../database/connect.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import type { Service } from '../../../service.ts'
import type { RememberedEmployee } from '../../pays/snapshots/index.ts'
import { findUnusual, ruleOf, type UnusualName } from '../unusual/index.ts'
import type { Finding } from './finding.ts'

/** The area to check first; other rules are about the pay. */
const PLACES: Partial<Record<UnusualName, Pick<Finding, 'area' | 'mend'>>> = {
  'shared-account': { area: 'bank', mend: 'bank-accounts' },
  'account-changed': { area: 'bank', mend: 'bank-accounts' },
  'new-account': { area: 'bank', mend: 'bank-accounts' },
}

/** Anomalies in the run, as findings to review. */
export async function unusualFindings(
  service: Service,
  tx: Tx,
  run: PayRunRow,
  today: readonly RememberedEmployee[],
  isDraft: boolean,
): Promise<Finding[]> {
  const found = await findUnusual(service, tx, run, { today, isDraft })
  return found.map(({ rule, employeeId, message }): Finding => {
    const { many } = ruleOf(rule)
    const { area, mend } = PLACES[rule] ?? { area: 'pay', mend: 'pay' }
    const finding: Finding = {
      area,
      mend,
      severity: 'look',
      rule,
      employeeId,
      message,
      ...(many ? { many } : {}),
    }
    return rule === 'paid-twice' && isDraft ? { ...finding, needs_confirmation: true } : finding
  })
}
