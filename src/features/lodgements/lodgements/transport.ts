import type { Authority, Transport } from '../../../database/tables/reporting.ts'
import { conflict } from '../../../kernel/problem.ts'
import { howToSet } from '../../../ports/transports.ts'
import type { Service } from '../../../service.ts'

/** How messages to this authority leave; a dry run without a transport stands for one by hand. */
export function transportOf({ ports }: Service, authority: Authority): Transport {
  return ports.transports[authority] ?? 'manual'
}

/** Nothing is lodged without a way to the authority: 409 says what to set. */
export function requireTransport({ ports }: Service, authority: Authority): void {
  if (ports.transports[authority] !== null) return
  const name = authority === 'ATO' ? 'the tax office' : 'Inland Revenue'
  throw conflict(`This service has no way to ${name} yet. ${howToSet(authority)}`)
}
