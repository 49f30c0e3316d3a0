import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from '../../../kernel/clock.ts'

/*
 * Work in portions that overlaps: while one portion is worked on, the next is being read and the one before is being stored.
 * Nothing in here knows what the work is about.
 */

/** The longest stretch of work between two breaths, so that other requests are answered meanwhile. */
const BREATH_MS = 2

/** The result of work that goes on meanwhile: a failure is raised by whoever asks for it, neither lost nor unhandled. */
export type Pending<T> = () => Promise<T>

export function inBackground<T>(work: Promise<T>): Pending<T> {
  const outcome = work.then(
    (value) => () => value,
    (error: unknown) => (): T => {
      throw error
    },
  )
  return async () => (await outcome)()
}

/** Whole groups together, in portions of at least so many members; the first may be smaller, so that work begins earlier. */
export function* portionsOf<T>(
  groups: Iterable<readonly T[]>,
  size: number,
  firstSize = size,
): Generator<(readonly T[])[]> {
  let portion: (readonly T[])[] = []
  let count = 0
  let wanted = firstSize
  for (const group of groups) {
    portion.push(group)
    count += group.length
    if (count < wanted) continue
    yield portion
    portion = []
    count = 0
    wanted = size
  }
  if (count > 0) yield portion
}

/** Reads portion by portion, always one ahead. However it ends, nothing is still being read afterwards. */
export async function* readAhead<P, R>(
  portions: Iterable<P>,
  read: (portion: P) => Promise<R>,
): AsyncGenerator<R> {
  const iterator = portions[Symbol.iterator]()
  const start = (): Pending<R> | null => {
    const { done, value } = iterator.next()
    return done ? null : inBackground(read(value))
  }
  let next = start()
  try {
    while (next) {
      const current: Pending<R> = next
      next = null
      const result = await current()
      next = start()
      yield result
    }
  } finally {
    // Left early: what was being read for nobody must end first, and its failure would only hide the reason for leaving.
    if (next) await Promise.allSettled([next()])
  }
}

/** Makes something of each group, in parts of about so many, with breaths in between. */
export async function* makeParts<G, M>(
  groups: Iterable<G>,
  make: (group: G) => readonly M[],
  partSize: number,
): AsyncGenerator<M[]> {
  let part: M[] = []
  let lastBreath = monotonicMs()
  for (const group of groups) {
    part.push(...make(group))
    if (part.length >= partSize) {
      yield part
      part = []
    }
    if (monotonicMs() - lastBreath > BREATH_MS) {
      await nextTurn()
      lastBreath = monotonicMs()
    }
  }
  if (part.length > 0) yield part
}

/** Finishes each part while the next one is being made: one at a time, in their order, all of them before it returns. */
export async function finishBehind<T, P>(
  parts: AsyncIterable<T>,
  prepare: (part: T) => Promise<P>,
  finish: (prepared: P) => Promise<void>,
): Promise<void> {
  let finishing: Pending<void> = async () => {}
  try {
    for await (const part of parts) {
      const prepared = await prepare(part)
      await finishing()
      finishing = inBackground(finish(prepared))
    }
  } finally {
    await finishing()
  }
}
