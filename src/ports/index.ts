import type { Service } from '../service.ts'

/** The outside world. Each port is a type with a simulator (default) and a real transport. */
// biome-ignore lint/complexity/noBannedTypes: ports join as their features land
export type Ports = {}

/** Chooses for each port the simulator or the real transport, by settings. */
export function createPorts(_parts: Pick<Service, 'settings' | 'clock' | 'database' | 'log'>): Ports {
  return {}
}
