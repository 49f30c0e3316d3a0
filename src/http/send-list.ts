import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
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

/**
 * Sends a list that is read in batches. A list of one batch is sent at once. A longer one keeps two batches
 * in memory. A slow caller pauses the reading and does not occupy a database connection.
 */
export async function sendListInParts(
  reply: FastifyReply,
  parts: AsyncGenerator<Part>,
): Promise<FastifyReply> {
  const first = await oneAtATime(() => parts.next())
  if (first.done) return reply.send([])
  const second = await oneAtATime(() => parts.next())
  if (second.done) return reply.send(first.value)
  return sendParts(reply, startingWith([first.value, second.value], parts))
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

async function* startingWith(read: readonly Part[], parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  try {
    yield* read
    for (;;) {
      const next = await oneAtATime(() => parts.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await parts.return(undefined)
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the batches of all long lists one after the other, and yields to other requests in between. Forty
 * callers who read everything wait for each other, but no one else waits for them. They use one connection of
 * the pool.
 */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work)
  last = result.then(
    () => nextTurn(),
    () => undefined,
  )
  return result
}
