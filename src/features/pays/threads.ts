import { Worker } from 'node:worker_threads'
import type { FinishedPart, PartNumbers } from './finish.ts'
import type { Answer, MadeElsewhere, Order, Portion } from './portion.ts'

/* Threads that make pays. They start with the first large call, which does not wait for them, and end when nobody needs them. */

const IDLE_MS = 60_000
/** What a portion is made of is thrown away soon after: with room for several portions most of it is never copied. */
const YOUNG_MB = 128

/** A portion that a thread works on. */
export type Work = {
  /** The next part; null: there is none. Fails where the thread does. */
  next(): Promise<MadeElsewhere | null>
  finish(part: number, numbers: PartNumbers): Promise<FinishedPart>
  /** Nobody asks for it any more. */
  end(): void
}

type Waiting<T> = { resolve(value: T): void; reject(error: Error): void }

/** Parts as they come, for one reader. */
type Parts = {
  made: (MadeElsewhere | null)[]
  error: Error | null
  reader: Waiting<MadeElsewhere | null> | null
}

type Thread = {
  worker: Worker
  isReady: boolean
  works: Map<number, Parts>
  finishing: Map<number, Waiting<FinishedPart>>
}

export type ReadyThread = { make(portion: Portion): Work | null }

const threads: Thread[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined

/** The thread with the least to do, of so many at most; null while none is ready. */
export function chooseThread(most: number): ReadyThread | null {
  if (threads.length < most && threads.every((thread) => thread.works.size > 0)) startThread()
  const [least] = threads.filter((thread) => thread.isReady).sort((a, b) => a.works.size - b.works.size)
  return least ? { make: (portion) => makeIn(least, portion) } : null
}

function makeIn(thread: Thread, portion: Portion): Work | null {
  const id = ++lastId
  try {
    tell(thread, { kind: 'make', id, portion })
  } catch {
    return null
  }
  clearTimeout(idle)
  const parts: Parts = { made: [], error: null, reader: null }
  thread.works.set(id, parts)
  return {
    next: () =>
      new Promise((resolve, reject) => {
        parts.reader = { resolve, reject }
        handOver(parts)
      }),
    finish: (part, numbers) =>
      new Promise((resolve, reject) => {
        if (!threads.includes(thread)) return reject(new Error('the thread that makes pays ended'))
        const finish = ++lastId
        thread.finishing.set(finish, { resolve, reject })
        tell(thread, { kind: 'finish', id: finish, work: id, part, numbers })
      }),
    end() {
      if (thread.works.delete(id)) tell(thread, { kind: 'end', id })
      if (threads.every((each) => each.works.size === 0)) restSoon()
    },
  }
}

const tell = ({ worker }: Thread, order: Order) => worker.postMessage(order)

function handOver(parts: Parts): void {
  const { reader } = parts
  if (!reader || (parts.made.length === 0 && !parts.error)) return
  parts.reader = null
  const next = parts.made.shift()
  if (next !== undefined) reader.resolve(next)
  else if (parts.error) reader.reject(parts.error)
}

function startThread(): void {
  const worker = new Worker(new URL('./make-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const thread: Thread = { worker, isReady: false, works: new Map(), finishing: new Map() }
  worker.on('message', (answer: Answer) => receive(thread, answer))
  worker.once('error', (error) => lose(thread, error instanceof Error ? error : new Error(String(error))))
  worker.once('exit', () => lose(thread, new Error('the thread that makes pays ended')))
  // A service that stops does not wait for it.
  worker.unref()
  threads.push(thread)
  restSoon()
}

function receive(thread: Thread, answer: Answer): void {
  if (answer.kind === 'ready') thread.isReady = true
  else if (answer.kind === 'finished') {
    const waiting = thread.finishing.get(answer.id)
    thread.finishing.delete(answer.id)
    if (answer.finished) waiting?.resolve(answer.finished)
    else waiting?.reject(new Error('the pays could not be finished'))
  } else {
    const parts = thread.works.get(answer.id)
    if (!parts) return
    if (answer.kind === 'failed') parts.error = new Error('the pays could not be made')
    else parts.made.push(answer.kind === 'part' ? answer.made : null)
    handOver(parts)
  }
}

/** Threads that nobody needs end: each holds its own copy of the rates. */
function restSoon(): void {
  clearTimeout(idle)
  idle = setTimeout(() => {
    for (const { worker } of threads.splice(0)) void worker.terminate()
  }, IDLE_MS)
  idle.unref()
}

function lose(thread: Thread, error: Error): void {
  const index = threads.indexOf(thread)
  if (index >= 0) threads.splice(index, 1)
  for (const { reject } of thread.finishing.values()) reject(error)
  thread.finishing.clear()
  for (const parts of thread.works.values()) {
    parts.error = error
    handOver(parts)
  }
  thread.works.clear()
}
