import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from '../kernel/clock.ts'

/** Long enough that pausing costs nothing, short enough that nobody else notices the work. */
const BREATH_MS = 20

/** Lets other requests go on whenever this work has held the event loop for a while. */
export function createBreath(): () => Promise<void> | undefined {
  let since = monotonicMs()
  return () => {
    if (monotonicMs() - since < BREATH_MS) return undefined
    return nextTurn().then(() => {
      since = monotonicMs()
    })
  }
}

/** `list.map` for long lists. */
export async function mapWithBreath<T, R>(
  list: readonly T[],
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const breathe = createBreath()
  const made: R[] = []
  for (const [index, item] of list.entries()) {
    made.push(make(item, index))
    await breathe()
  }
  return made
}
