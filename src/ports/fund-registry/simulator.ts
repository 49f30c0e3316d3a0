import { checkUsi } from '../../identifiers/usi.ts'
import type { Sandbox } from '../../kernel/acting.ts'
import type { Settings } from '../../settings/index.ts'
import type { FundRegistry } from './port.ts'

/** A valid ABN for simulated funds. */
const SIMULATED_ABN = '51824753556'

/** A registry that accepts every well-formed identifier. It can be set to be down. */
export function createFundRegistrySimulator(
  settings: Pick<Settings, 'gatewaySimulation'>,
  sandbox: () => Sandbox | null = () => null,
): FundRegistry {
  return {
    async look(usi) {
      const own = sandbox()
      const mode = own ? own.faults.fund_registry : settings.gatewaySimulation
      if (mode === 'down') return { answer: 'unavailable' }
      if (mode === 'refuse' || checkUsi(usi) !== null) return { answer: 'unknown' }
      return { answer: 'known', name: `Simulated fund ${usi}`, abn: SIMULATED_ABN }
    },
  }
}
