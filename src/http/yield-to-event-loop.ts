import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from '../kernel/clock.ts'

/** Long enough that yielding costs nothing, short enough that other requests do not notice. */
const YIELD_AFTER_MS = 20

/** Yields to other requests whenever this work has blocked the event loop for a while. */
export function createYielder(): () => Promise<void> | undefined {
  let since = monotonicMs()
  return () => {
    if (monotonicMs() - since < YIELD_AFTER_MS) return undefined
    return nextTurn().then(() => {
      since = monotonicMs()
    })
  }
}

/** `list.map` for long lists, which yields to the event loop. */
export async function mapYielding<T, R>(
  list: readonly T[],
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const yieldIfDue = createYielder()
  const made: R[] = []
  for (const [index, item] of list.entries()) {
    made.push(make(item, index))
    await yieldIfDue()
  }
  return made
}
