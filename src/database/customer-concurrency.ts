import { AsyncLocalStorage } from 'node:async_hooks'
import { present } from '../kernel/values/present.ts'
import { DatabaseFault } from './faults.ts'

/** A request that works for a customer: however many connections it uses at once, it counts as one. */
type Work = { customerId: number; users: number; place: Promise<void> | undefined }

/** What one customer has going on: requests that hold connections, and those that wait for that. */
type Customer = { working: number; waiting: (() => void)[] }

/**
 * No customer takes more than a share of the pool: further requests wait here, before they ask for a connection,
 * in the order in which they came. Work for no customer (jobs, signing in) passes.
 */
export function createCustomerConcurrency(share: number, waitMs: number) {
  const current = new AsyncLocalStorage<Work>()
  const customers = new Map<number, Customer>()

  const take = (customerId: number): Promise<void> => {
    const customer = customers.get(customerId) ?? { working: 0, waiting: [] }
    customers.set(customerId, customer)
    if (customer.working < share) {
      customer.working += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        customer.waiting.splice(customer.waiting.indexOf(enter), 1)
        reject(new DatabaseFault('busy', new Error('waited too long behind other calls of the customer')))
      }, waitMs)
      customer.waiting.push(enter)
    })
  }
  const giveBack = (customerId: number): void => {
    const customer = present(customers.get(customerId))
    const next = customer.waiting.shift()
    if (next) next()
    else customer.working -= 1
    if (customer.working === 0) customers.delete(customerId)
  }

  return {
    /** Everything that this work asks of the database counts for the customer. */
    actFor<T>(customerId: number, work: () => T): T {
      return current.run({ customerId, users: 0, place: undefined }, work)
    },
    isNeeded: () => current.getStore() !== undefined,
    /** Waits until the work at hand may take a connection; returns how to say that it has given it back. */
    async enter(): Promise<() => void> {
      const work = current.getStore()
      if (!work) return () => {}
      work.place ??= take(work.customerId)
      const { place } = work
      work.users += 1
      const leave = () => {
        work.users -= 1
        if (work.users > 0) return
        work.place = undefined
        giveBack(work.customerId)
      }
      try {
        await place
      } catch (error) {
        work.users -= 1
        if (work.place === place) work.place = undefined
        throw error
      }
      return leave
    },
  }
}

export type CustomerConcurrency = ReturnType<typeof createCustomerConcurrency>
