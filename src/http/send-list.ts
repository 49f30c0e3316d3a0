import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createYielder } from './yield-to-event-loop.ts'

/** A list up to this length is written at once. */
const PART_ITEMS = 100

type Write = (part: readonly unknown[]) => string

/** Sends a list by the schema of its status: a long one in parts, so that others are served in between. */
export function sendList(reply: FastifyReply, list: readonly unknown[]): FastifyReply {
  const write = reply.getSerializationFunction(String(reply.statusCode)) as Write | undefined
  if (list.length <= PART_ITEMS || !write) return reply.send(list)
  reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(partsOf(list, write), { objectMode: false }))
}

async function* partsOf(list: readonly unknown[], write: Write): AsyncGenerator<Buffer> {
  const yieldIfDue = createYielder()
  for (let from = 0; from < list.length; from += PART_ITEMS) {
    const inner = write(list.slice(from, from + PART_ITEMS)).slice(1, -1)
    yield Buffer.from(`${from === 0 ? '[' : ','}${inner}`)
    await yieldIfDue()
  }
  yield Buffer.from(']')
}
