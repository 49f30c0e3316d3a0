import type { Life } from './life.ts'
import type { Step } from './types.ts'

/**
 * The shortest list of steps that still breaks the same invariant, by delta debugging: leaves out ever smaller parts
 * and keeps what still fails. `run` runs the steps again with another customer.
 */
export async function shrink(
  life: Life,
  run: (steps: readonly Step[]) => Promise<Life>,
  options: { tries?: number; onTry?: (left: number) => void } = {},
): Promise<Life> {
  const { tries = 120, onTry } = options
  const breaks = life.failure?.invariant
  let best = life
  let left = tries
  const attempt = async (steps: readonly Step[]): Promise<boolean> => {
    if (left <= 0) return false
    left -= 1
    const again = await run(steps)
    if (again.failure?.invariant !== breaks) return false
    best = again
    onTry?.(best.steps.length)
    return true
  }
  const isKept = (step: Step) => step.do === 'found'
  // Removes the intermediate checks first, because one at the end is usually enough.
  await attempt(best.steps.filter((step, index) => step.do !== 'check' || index === best.steps.length - 1))
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < best.steps.length && left > 0; ) {
      const steps = best.steps.filter((step, index) => isKept(step) || index < start || index >= start + size)
      const isShorter = steps.length < best.steps.length && (await attempt(steps))
      if (!isShorter) start += size
    }
  return best
}
