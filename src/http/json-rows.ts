import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createYielder } from './yield-to-event-loop.ts'

const ROWS_AT_ONCE = 100

/** Sends a response with many `rows` in chunks. In one piece it would block every other request. */
export function sendJsonRows(reply: FastifyReply, rest: object, rows: readonly unknown[]): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(writeJsonRows(rest, rows)))
}

export async function* writeJsonRows(rest: object, rows: readonly unknown[]): AsyncGenerator<string> {
  const yieldIfDue = createYielder()
  yield `${JSON.stringify(rest).slice(0, -1)},"rows":[`
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1)
    yield from === 0 ? part : `,${part}`
    await yieldIfDue()
  }
  yield ']}'
}
