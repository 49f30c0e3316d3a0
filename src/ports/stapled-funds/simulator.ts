import type { Sandbox } from '../../kernel/acting.ts'
import type { Settings } from '../../settings/index.ts'
import type { StapledFunds } from './port.ts'

/**
 * Finds a fund for every tax file number that ends in an even digit, and none for the others. It can be set
 * to refuse or to be down.
 */
export function createStapledFundsSimulator(
  settings: Pick<Settings, 'gatewaySimulation'>,
  sandbox: () => Sandbox | null = () => null,
): StapledFunds {
  return {
    async ask({ taxFileNumber }) {
      const own = sandbox()
      const mode = own ? own.faults.fund_registry : settings.gatewaySimulation
      if (mode === 'down') return { answer: 'unavailable' }
      if (mode === 'refuse' || mode === 'reject')
        return {
          answer: 'refused',
          reason: 'The name, birth date and tax file number do not belong together.',
        }
      if (Number(taxFileNumber.at(-1)) % 2 === 1) return { answer: 'none' }
      return {
        answer: 'found',
        usi: 'STA0100AU',
        fundName: 'Simulated stapled fund',
        memberNumber: '1029384756',
      }
    },
  }
}
