import pg from 'pg'
import { type RowShape, shapeOf } from './row-shape.ts'

/** What this needs of the driver's own query, which its types leave out. */
type Internals = {
  _result: { fields: readonly pg.FieldDef[]; rows: unknown[] }
  _canceledDueToError: unknown
  callback: (error: unknown, result: pg.QueryResult) => void
  name: string | undefined
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

/** The answers' shapes of the statements that one connection has prepared, by name. */
export type Shapes = Map<string, RowShape>

/** The same connection, except that it does not ask the server to describe an answer. */
const connectionsWithout = new WeakMap<pg.Connection, pg.Connection>()
const withoutDescribe = (connection: pg.Connection): pg.Connection => {
  const known = connectionsWithout.get(connection)
  if (known) return known
  const made: pg.Connection = Object.create(connection, { describe: { value: () => {} } })
  connectionsWithout.set(connection, made)
  return made
}

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[]) => pg.Query & Internals

/**
 * A statement with values. The driver asks for the shape of every answer and works out from it how to read each column; of a prepared
 * statement the shape never changes (the server refuses it after a migration), so that it is asked for and worked out once.
 */
export class Question extends DriverQuery {
  readonly #client: pg.Client
  readonly #shapes: Shapes
  #shape: RowShape | undefined

  constructor(
    client: pg.Client,
    shapes: Shapes,
    statement: { name: string | undefined; text: string; values: unknown[] },
    callback: Internals['callback'],
  ) {
    super(statement.text, statement.values)
    this.name = statement.name
    this.callback = callback
    this.#client = client
    this.#shapes = shapes
    this.#shape = statement.name ? shapes.get(statement.name) : undefined
  }

  override prepare(connection: pg.Connection): void {
    super.prepare(this.#shape ? withoutDescribe(connection) : connection)
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#shape = shapeOf(fields, (type) => this.#client.getTypeParser(type, 'text'))
  }

  handleDataRow({ fields: cells }: { fields: (string | null)[] }): void {
    if (this._canceledDueToError) return
    try {
      this._result.rows.push(this.#shape?.read(cells))
    } catch (error) {
      this._canceledDueToError = error
    }
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#shape ??= NO_ROWS
    this._result.fields = this.#shape.fields
    if (this.name) this.#shapes.set(this.name, this.#shape)
    super.handleCommandComplete(message, connection)
  }
}

const NO_ROWS: RowShape = shapeOf([], () => String)
