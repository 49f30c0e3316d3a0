import { AsyncLocalStorage } from 'node:async_hooks'

export const GATEWAY_FAULTS = ['accept', 'reject', 'partial', 'delay', 'down'] as const
export const FUND_FAULTS = ['accept', 'refuse', 'down'] as const
export const RECEIVER_FAULTS = ['normal', 'slow'] as const
export const MAIL_FAULTS = ['normal', 'down'] as const

/** What goes wrong in a sandbox on request. */
export type Faults = {
  stp_gateway?: (typeof GATEWAY_FAULTS)[number]
  payday_gateway?: (typeof GATEWAY_FAULTS)[number]
  fund_registry?: (typeof FUND_FAULTS)[number]
  webhook_receiver?: (typeof RECEIVER_FAULTS)[number]
  mail_server?: (typeof MAIL_FAULTS)[number]
}

/** A sandbox customer: how far its clock runs ahead, and what is set to go wrong. */
export type Sandbox = { customerId: number; leadMs: number; faults: Faults }

/** Who work is done for, and the cell of the database that they are in. `sandbox` is null for every other customer. */
export type Acting = { customerId: number; cell: string; sandbox: Sandbox | null }

/**
 * For whom the work at hand is done. A request says so once it knows its caller, a job before it works for a sandbox; whatever
 * reads the time or speaks to the outside world below it then follows that customer, and cannot forget to.
 */
export function createActing() {
  const current = new AsyncLocalStorage<Acting>()
  return {
    run: <T>(acting: Acting, work: () => T): T => current.run(acting, work),
    /** The sandbox that the work at hand is done for; null for all others. */
    sandbox: (): Sandbox | null => current.getStore()?.sandbox ?? null,
    /** For whom the work at hand is done; null in jobs that work for all. */
    current: (): Acting | null => {
      const acting = current.getStore()
      return acting ? { customerId: acting.customerId, cell: acting.cell, sandbox: acting.sandbox } : null
    },
  }
}

export type ActingContext = ReturnType<typeof createActing>
