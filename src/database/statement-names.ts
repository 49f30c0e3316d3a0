/** Statements that keep a plan on a connection: plans need memory, and texts that vary with the request have no end. */
const LIMIT = 300
/** Texts that came once and are remembered, until a second use or until this limit. */
const REMEMBERED = 1000

/** The names of the statements that the connections of one pool prepare. */
export type StatementNames = {
  /** A statement is named when its text comes the second time; text that comes once is not worth a plan. */
  nameOf(text: string): string | undefined
  /** The next use of the statement gets a new name, and so a new plan. */
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
