import { unprocessable } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type ColourName, refuseColour } from './colours.ts'
import { readLogo } from './images.ts'
import { saveBranding } from './queries.ts'
import type { BrandingChanges } from './schema.ts'

const COLOURS: readonly ColourName[] = ['primary_colour', 'accent_colour']
const NO_LOGO = {
  logo: null,
  logo_type: null,
  logo_hash: null,
  print_logo: null,
  print_width: null,
  print_height: null,
}

/** Sets name and colours. Omitted fields stay unchanged, and null clears a field. */
export function changeBranding(service: Service, customerId: number, wish: BrandingChanges) {
  const changes = { ...wish, ...(wish.name ? { name: wish.name.trim() } : {}) }
  for (const name of COLOURS) {
    const colour = changes[name]?.toLowerCase()
    if (!colour) continue
    const refusal = refuseColour(name, colour)
    if (refusal) throw unprocessable(refusal)
    changes[name] = colour
  }
  return save(service, customerId, changes)
}

export async function changeLogo(service: Service, customerId: number, bytes: Buffer) {
  return save(service, customerId, await readLogo(bytes, customerId))
}

export function removeLogo(service: Service, customerId: number) {
  return save(service, customerId, NO_LOGO)
}

const save = (
  { database, clock }: Service,
  customerId: number,
  changes: Parameters<typeof saveBranding>[2],
) => database.transaction((tx) => saveBranding(tx, customerId, changes, clock.now()))
