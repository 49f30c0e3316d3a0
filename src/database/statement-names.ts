/**
 * The maximum number of statements with a cached plan on a connection. Plans need memory, and statements that vary
 * with the request are unlimited.
 */
const LIMIT = 300
/** The maximum number of statements remembered after their first use. */
const REMEMBERED = 1000

/** The names of the prepared statements of one pool's connections. */
export type StatementNames = {
  /** Returns a name from the second use of a statement on. One that is used once is not worth a plan. */
  nameOf(text: string): string | undefined
  /** Gives the statement a new name, and so a new plan, at its next use. */
  forget(text: string): void
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  let counter = 0
  return {
    nameOf(text) {
      const name = names.get(text)
      if (name || names.size >= LIMIT) return name
      if (seen.delete(text)) names.set(text, `s${++counter}`)
      else {
        if (seen.size >= REMEMBERED) seen.clear()
        seen.add(text)
      }
      return names.get(text)
    },
    forget: (text) => void names.delete(text),
  }
}
