import { AsyncLocalStorage } from 'node:async_hooks'

export const GATEWAY_FAULTS = [
  'accept',
  'reject',
  'partial',
  'delay',
  'delay-partial',
  'lost',
  'down',
] as const
/** A fund may also return a contribution that it accepted first. */
export const SUPER_FAULTS = [...GATEWAY_FAULTS, 'return'] as const
export const FUND_FAULTS = ['accept', 'refuse', 'down'] as const
export const RECEIVER_FAULTS = ['normal', 'slow'] as const
export const MAIL_FAULTS = ['normal', 'down'] as const

/** Faults that a sandbox simulates on request. */
export type Faults = {
  stp_gateway?: (typeof GATEWAY_FAULTS)[number]
  payday_gateway?: (typeof GATEWAY_FAULTS)[number]
  super_gateway?: (typeof SUPER_FAULTS)[number]
  fund_registry?: (typeof FUND_FAULTS)[number]
  webhook_receiver?: (typeof RECEIVER_FAULTS)[number]
  mail_server?: (typeof MAIL_FAULTS)[number]
}

/** A sandbox customer: how far its clock runs ahead, and the faults to simulate. */
export type Sandbox = { customerId: number; leadMs: number; faults: Faults }

/** The customer that the current work is for, and its database cell. `sandbox` is null for all other customers. */
export type Acting = { customerId: number; cell: string; sandbox: Sandbox | null }

/**
 * The customer that the current work is for. A request sets it once the caller is known, and a job sets it before it works for a
 * sandbox. All code below that reads the time or calls external services then uses that customer automatically.
 */
export function createActing() {
  const current = new AsyncLocalStorage<Acting>()
  return {
    run: <T>(acting: Acting, work: () => T): T => current.run(acting, work),
    /** The sandbox that the current work is for, or null. */
    sandbox: (): Sandbox | null => current.getStore()?.sandbox ?? null,
    /** The customer that the current work is for, or null in jobs that work for all customers. */
    current: (): Acting | null => {
      const acting = current.getStore()
      return acting ? { customerId: acting.customerId, cell: acting.cell, sandbox: acting.sandbox } : null
    },
  }
}

export type ActingContext = ReturnType<typeof createActing>
