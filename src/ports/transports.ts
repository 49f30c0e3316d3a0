import type { AuthorityCode, Transport } from '../database/tables/reporting.ts'
import { present } from '../kernel/values/present.ts'
import type { Settings } from '../settings/index.ts'

/** The transport of each authority. Null when none is set, and then nothing can be lodged. */
export type Transports = Readonly<Record<'ATO' | 'IR', Transport | null> & Record<string, Transport | null>>

/**
 * Chooses the transports by settings. A simulator is never chosen in production unless explicitly allowed.
 */
export function chooseTransports(settings: Settings): Transports {
  const otherwise = settings.mode !== 'production' || settings.allowSimulators ? 'simulator' : null
  return {
    ATO: settings.stpTransport || (settings.stpGatewayUrl ? 'https' : otherwise),
    IR: settings.paydayTransport || (settings.paydayGatewayUrl ? 'https' : otherwise),
  }
}

/** For each authority: the prefix of its settings, its real transports, and the reports that are sent. */
const SETTINGS: Readonly<Record<string, { prefix: string; real: string; what: string }>> = {
  ATO: { prefix: 'STP', real: '`https`, `as4`', what: 'STP events' },
  IR: { prefix: 'PAYDAY', real: '`https`, `gateway-services`', what: 'payday filing' },
}

/** The setting to change when no transport is chosen. */
export function howToSet(authority: AuthorityCode): string {
  const { prefix, real } = present(SETTINGS[authority])
  return `Set ${prefix}_TRANSPORT to ${real} (with ${prefix}_GATEWAY_URL) or \`manual\`.`
}

/** Lists the reports that never leave the service. A production start warns about them. */
export function describeTransports(settings: Settings): string[] {
  const chosen = chooseTransports(settings)
  return Object.entries(SETTINGS).flatMap(([authority, { what }]) => {
    if (chosen[authority] === 'simulator')
      return settings.mode === 'production'
        ? `ALLOW_SIMULATORS=on: the simulator answers ${what}, and nothing reaches the authority.`
        : `the simulator answers ${what}, as it should in a demo: nothing reaches the authority`
    return chosen[authority] === null ? `${what}: no transport is set. ${howToSet(authority)}` : []
  })
}
