import type { Authority, Transport } from '../database/tables/reporting.ts'
import type { Settings } from '../settings/index.ts'

/** The transport of each authority; null: none is set, and nothing can be lodged. */
export type Transports = Readonly<Record<Authority, Transport | null>>

/** Chooses the transports by settings. A simulator is never chosen in production unless that is allowed. */
export function chooseTransports(settings: Settings): Transports {
  const otherwise = settings.mode !== 'production' || settings.allowSimulators ? 'simulator' : null
  return {
    ATO: settings.stpTransport || (settings.stpGatewayUrl ? 'https' : otherwise),
    IR: settings.paydayTransport || (settings.paydayGatewayUrl ? 'https' : otherwise),
  }
}

const NAMES = { ATO: 'STP', IR: 'PAYDAY' } as const
const REAL = { ATO: '`https`, `as4`', IR: '`https`, `gateway-services`' } as const

/** What to set where no transport is chosen. */
export function howToSet(authority: Authority): string {
  const name = NAMES[authority]
  return `Set ${name}_TRANSPORT to ${REAL[authority]} (with ${name}_GATEWAY_URL) or \`manual\`.`
}

/** What stays inside the service although it should reach somebody: a production start says so. */
export function describeTransports(settings: Settings): string[] {
  const chosen = chooseTransports(settings)
  return (['ATO', 'IR'] as const).flatMap((authority) => {
    const what = authority === 'ATO' ? 'STP events' : 'payday filing'
    if (chosen[authority] === 'simulator')
      return `ALLOW_SIMULATORS=on: ${what} go to the simulator and reach nobody.`
    return chosen[authority] === null ? `${what}: no transport is set. ${howToSet(authority)}` : []
  })
}
