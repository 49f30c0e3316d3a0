import { AsyncLocalStorage } from 'node:async_hooks'
import { present } from '../kernel/values/present.ts'
import { DatabaseFault } from './faults.ts'

/** A request of a customer. It counts once, however many connections it uses. */
type Work = { customerId: number; users: number; place: Promise<void> | undefined }

/** The state of one customer: requests that use connections, and requests that wait for one. */
type Customer = { working: number; waiting: (() => void)[] }

/**
 * Limits each customer's part of the pool. Further requests wait here, in order of arrival, before they ask
 * for a connection. Work without a customer (jobs, signing in) is not limited.
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
    /** Counts all database work inside `work` towards the customer's limit. */
    actFor<T>(customerId: number, work: () => T): T {
      return current.run({ customerId, users: 0, place: undefined }, work)
    },
    isNeeded: () => current.getStore() !== undefined,
    /**
     * Waits until the current work may use a connection. Call the returned function when the connection is
     * released.
     */
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
