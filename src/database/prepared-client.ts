import pg from 'pg'

/** Statements that keep a plan on a connection: plans need memory, and texts that vary with the request have no end. */
const LIMIT = 300
/** Texts that came once and are remembered, until a second use or until there are so many. */
const REMEMBERED = 1000

/** The server refuses a kept plan whose result has another shape by now, after a migration. */
const PLAN_IS_STALE = '0A000'

const names = new Map<string, string>()
const seen = new Set<string>()
let counter = 0

/** A statement is named when its text comes the second time; text that comes once is not worth a plan. */
function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name || names.size >= LIMIT) return name
  if (seen.delete(text)) names.set(text, `s${++counter}`)
  else {
    if (seen.size >= REMEMBERED) seen.clear()
    seen.add(text)
  }
  return names.get(text)
}

/** The next use of a refused statement gets a new name, and so a new plan. */
function forget(text: string, error: unknown): void {
  if ((error as { code?: string } | null)?.code === PLAN_IS_STALE) names.delete(text)
}

/**
 * A connection that prepares what it is asked more than once: parsing and planning a statement of the pays takes
 * longer than running it for one employee.
 */
export class PreparedClient extends pg.Client {
  // The signature of the base class is a list of overloads; all that matters here is a text with values.
  // biome-ignore lint/suspicious/noExplicitAny: passed on as it came
  override query(...args: any[]): any {
    const [text, values, callback] = args
    // Without values (begin, commit) the simple protocol needs one message instead of four.
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return Reflect.apply(super.query, this, args)
    const config = { name: nameOf(text), text, values }
    if (typeof callback === 'function') {
      const report = (error: Error, result: pg.QueryResult) => {
        forget(text, error)
        callback(error, result)
      }
      return super.query(config as pg.QueryConfig, report)
    }
    return super.query(config as pg.QueryConfig).catch((error: unknown) => {
      forget(text, error)
      throw error
    })
  }
}
