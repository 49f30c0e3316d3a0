import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createYielder } from './yield-to-event-loop.ts'

/** A list up to this length is written at once. */
const PART_ITEMS = 100

type Part = readonly unknown[]
type Write = (part: Part) => string

/**
 * Sends a list with the serialiser of its status. A long list is sent in chunks, so other requests are served
 * in between.
 */
export function sendList(reply: FastifyReply, list: Part): FastifyReply {
  return list.length <= PART_ITEMS ? reply.send(list) : sendParts(reply, slicesOf(list))
}

function sendParts(reply: FastifyReply, parts: AsyncGenerator<Part>): FastifyReply {
  const write: Write = (part) => String(reply.serialize(part))
  reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(textOf(parts, write), { objectMode: false, highWaterMark: 1 }))
}

async function* textOf(parts: AsyncGenerator<Part>, write: Write): AsyncGenerator<Buffer> {
  let opening = '['
  for await (const part of parts) {
    if (part.length === 0) continue
    yield Buffer.from(opening + write(part).slice(1, -1))
    opening = ','
  }
  yield Buffer.from(opening === '[' ? '[]' : ']')
}

async function* slicesOf(list: Part): AsyncGenerator<Part> {
  const yieldIfDue = createYielder()
  for (let from = 0; from < list.length; from += PART_ITEMS) {
    yield list.slice(from, from + PART_ITEMS)
    await yieldIfDue()
  }
}
