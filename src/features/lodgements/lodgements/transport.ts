import { countryOfAuthority } from '../../../countries/index.ts'
import type { AuthorityCode, Transport } from '../../../database/tables/reporting.ts'
import { conflict } from '../../../kernel/problem.ts'
import { howToSet } from '../../../ports/transports.ts'
import type { Service } from '../../../service.ts'

/** How messages to this authority are sent. A dry run without a transport behaves like lodging by hand. */
export function transportOf({ ports }: Service, authority: AuthorityCode): Transport {
  return ports.transports[authority] ?? 'manual'
}

/** Lodging needs a transport to the authority. Without one, the 409 names the setting. */
export function requireTransport({ ports }: Service, authority: AuthorityCode): void {
  if (ports.transports[authority]) return
  const { name } = countryOfAuthority(authority).authority
  throw conflict(`This service has no connection to ${name} yet. ${howToSet(authority)}`)
}
