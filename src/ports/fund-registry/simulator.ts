import { checkUsi } from '../../identifiers/usi.ts'
import type { Settings } from '../../settings.ts'
import type { FundRegistry } from './port.ts'

/** A registry that knows every identifier of a good form, and can be told to be down. */
export function createFundRegistrySimulator(settings: Pick<Settings, 'gatewaySimulation'>): FundRegistry {
  return {
    async look(usi) {
      if (settings.gatewaySimulation === 'down') return 'unavailable'
      return checkUsi(usi) === null ? 'known' : 'unknown'
    },
  }
}
