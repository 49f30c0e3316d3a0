import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

type Part = readonly unknown[]
type Read = () => AsyncGenerator<Part>
type Write = (part: Part) => string

/** The size up to which a list's text is kept for slower callers. Beyond it, the slowest caller sets the pace. */
const HELD_MAX_BYTES = 32 * 1024 * 1024
/** The size of the text of all lists above which each list is read only as fast as its callers receive it. */
const HELD_MAX_BYTES_TOGETHER = 96 * 1024 * 1024
/** The number of batches that are read ahead of the fastest caller. */
const AHEAD = 2

/**
 * Lists that callers with the same rights request at the same moment. A list is read and serialised once for all
 * callers who asked before the read began. Later callers wait for the next read, so no caller gets data from before the
 * request.
 */
export type SharedLists = { send(reply: FastifyReply, key: string, read: Read): Promise<FastifyReply> }

export function createSharedLists(): SharedLists {
  /** By key, the list being read and the one to be read next. */
  const reading = new Map<string, SharedText>()
  const waiting = new Map<string, SharedText>()

  const start = (key: string, text: SharedText) => {
    reading.set(key, text)
    void text.produce().finally(() => next(key, text))
  }
  const next = (key: string, before: SharedText) => {
    if (reading.get(key) !== before) return
    reading.delete(key)
    const text = waiting.get(key)
    waiting.delete(key)
    if (text) start(key, text)
  }
  return {
    async send(reply, key, read) {
      const write: Write = (part) => String(reply.serialize(part))
      const current = reading.get(key)
      let text = current && waiting.get(key)
      if (!text) {
        const made = new SharedText(read, write, () => next(key, made))
        text = made
        if (current) {
          waiting.set(key, made)
          current.hurry()
        }
      }
      const reader = text.join()
      reply.raw.once('close', () => text.leave(reader))
      if (!current) start(key, text)
      return text.sendTo(reply, reader)
    },
  }
}

type Reader = { at: number }

let heldTogether = 0

/** The text of one read of a list, for all its callers. */
class SharedText {
  readonly #read: Read
  readonly #write: Write
  readonly #onFull: () => void
  readonly #inContext = AsyncLocalStorage.snapshot()
  readonly #readers = new Set<Reader>()
  /** Chunks that every caller has received are undefined. */
  readonly #chunks: (Buffer | undefined)[] = []
  #firstPart: Part | undefined
  #dropped = 0
  #held = 0
  #isDone = false
  #isHurried = false
  #error: unknown
  #wake = () => {}
  #changed = Promise.resolve()

  constructor(read: Read, write: Write, onFull: () => void) {
    this.#read = read
    this.#write = write
    this.#onFull = onFull
    this.#change()
  }

  join(): Reader {
    const reader = { at: 0 }
    this.#readers.add(reader)
    return reader
  }

  leave(reader: Reader): void {
    if (this.#readers.delete(reader)) this.#drop()
  }

  /** Called when others wait for the next read. This one then no longer waits for slow callers. */
  hurry(): void {
    this.#isHurried = true
    this.#change()
  }

  /** Sends a list of one batch at once, so that it is serialised like any other answer. */
  async sendTo(reply: FastifyReply, reader: Reader): Promise<FastifyReply> {
    while (!this.#isDone && this.#chunks.length < AHEAD) await this.#changed
    if (this.#error !== undefined && this.#chunks.length < AHEAD) throw this.#error
    if (this.#isDone && this.#chunks.length <= AHEAD) {
      this.leave(reader)
      return reply.send(this.#firstPart ?? [])
    }
    this.#firstPart = undefined
    const stream = Readable.from(this.#chunksFor(reader), { objectMode: false, highWaterMark: 1 })
    stream.once('close', () => this.leave(reader))
    return reply.type('application/json; charset=utf-8').send(stream)
  }

  /** Reads the list in the context of the first caller. */
  produce(): Promise<void> {
    return this.#inContext(() => this.#produce())
  }

  async #produce(): Promise<void> {
    const parts = this.#read()
    try {
      for (;;) {
        while (!this.#mayRead()) await this.#changed
        if (this.#readers.size === 0) return
        const next = await oneAtATime(() => parts.next())
        if (next.done) break
        if (next.value.length === 0) continue
        const isFirst = this.#chunks.length === 0
        if (isFirst) this.#firstPart = next.value
        this.#add((isFirst ? '[' : ',') + this.#write(next.value).slice(1, -1))
      }
      this.#add(this.#chunks.length === 0 ? '[]' : ']')
    } catch (error) {
      this.#error = error
    } finally {
      this.#isDone = true
      this.#change()
      await parts.return(undefined).catch(() => {})
    }
  }

  #mayRead(): boolean {
    if (this.#readers.size === 0) return true
    if (this.#held < HELD_MAX_BYTES) {
      if (this.#chunks.length < AHEAD) return true
      const fastest = Math.max(...[...this.#readers].map(({ at }) => at))
      if (this.#chunks.length < fastest + AHEAD) return true
      if (this.#isHurried && heldTogether < HELD_MAX_BYTES_TOGETHER) return true
    }
    // Callers of the next read do not wait for a slow caller of this one.
    if (this.#isHurried) this.#onFull()
    return false
  }

  async *#chunksFor(reader: Reader): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#chunks[reader.at]
      if (chunk) {
        reader.at += 1
        this.#drop()
        yield chunk
      } else if (this.#isDone) {
        if (this.#error !== undefined) throw this.#error
        return
      } else await this.#changed
    }
  }

  #add(text: string): void {
    const chunk = Buffer.from(text)
    this.#chunks.push(chunk)
    this.#hold(chunk.length)
    this.#drop()
  }

  /** Drops the chunks that all callers have received. */
  #drop(): void {
    const until = Math.min(this.#chunks.length, ...[...this.#readers].map(({ at }) => at))
    for (; this.#dropped < until; this.#dropped += 1) {
      this.#hold(-(this.#chunks[this.#dropped]?.length ?? 0))
      this.#chunks[this.#dropped] = undefined
    }
    this.#change()
  }

  #hold(bytes: number): void {
    this.#held += bytes
    heldTogether += bytes
  }

  #change(): void {
    this.#wake()
    this.#changed = new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the batches of all lists one at a time, and lets other requests run in between. Callers of long lists wait for
 * each other, but no one else waits for them. They use one connection of the pool.
 */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work)
  last = result.then(
    () => nextTurn(),
    () => undefined,
  )
  return result
}
