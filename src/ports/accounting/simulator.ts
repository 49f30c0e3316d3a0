import { decimal, sum, ZERO } from '../../kernel/values/money.ts'
import type { Settings } from '../../settings/index.ts'
import { AccountingDown, type AccountingPort } from './port.ts'

/**
 * Simulated books that accept every balanced journal once. The same key gets the same response. They can be
 * set to refuse or to be down.
 */
export function createAccountingSimulator(settings: Pick<Settings, 'gatewaySimulation'>): AccountingPort {
  return {
    isSimulated: true,
    async post({ idempotencyKey, lines }) {
      if (settings.gatewaySimulation === 'down')
        throw new AccountingDown('The accounting system did not respond')
      if (settings.gatewaySimulation === 'reject')
        return { state: 'refused', reason: 'The period of this journal is locked.' }
      if (!sum(lines.map((line) => decimal(line.amount))).eq(ZERO))
        return { state: 'refused', reason: 'The total debits must equal total credits.' }
      // Marked, so that it is never mistaken for a real one.
      return { state: 'posted', externalId: `SIMULATED-${idempotencyKey.slice(0, 8).toUpperCase()}` }
    },
  }
}
