/*
 * Replaces `vitest` for the pure tests under mutation: the real `expect`, and a `describe` and `it` that only collect the tests.
 * The worker then calls them one by one, thousands of times, in one process.
 */

export { expect } from 'vitest'

export type CollectedTest = { id: string; run: () => unknown }

type Body = (...row: never[]) => unknown

let collected: CollectedTest[] = []
const trail: string[] = []

/** Returns the tests collected since the last call. */
export function takeCollected(): CollectedTest[] {
  const taken = collected
  collected = []
  return taken
}

/** Sets the file of the tests that follow. */
export function startFile(path: string): void {
  trail.splice(0, trail.length, path)
}

function named(name: string, body: () => void): void {
  trail.push(name)
  body()
  trail.pop()
}

function write(name: string, run: () => unknown): void {
  collected.push({ id: [...trail, name, String(collected.length)].join(' > '), run })
}

/** Like Vitest, passes the members of a row that is a list as arguments. */
const argumentsOf = (row: unknown): never[] => (Array.isArray(row) ? row : [row]) as never[]

export const describe = Object.assign((name: string, body: () => void) => named(name, body), {
  each: (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const row of rows) named(name, () => body(...argumentsOf(row)))
  },
})

type Options = { timeout?: number }

export const it = Object.assign(
  (name: string, ...parts: ((() => unknown) | Options | number)[]) =>
    write(name, parts.find((part) => typeof part === 'function') ?? (() => {})),
  {
    each: (rows: readonly unknown[]) => (name: string, body: Body) => {
      for (const row of rows) write(name, () => body(...argumentsOf(row)))
    },
  },
)
export const test = it
