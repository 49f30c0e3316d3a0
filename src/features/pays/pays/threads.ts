import { createThreadPool, type Thread } from '../../../kernel/worker-pool.ts'
import type { FinishedPart, PartNumbers } from './finish.ts'
import type { Answer, MadeElsewhere, Order, Portion } from './portion.ts'

/* Threads that make pays. They start with the first large call, which does not wait for them. */

/** Three spaces of 8 MB. More room copies hardly less (what is made of a portion lives until it is stored) and is never given back. */
const YOUNG_MB = 24

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

type Making = {
  isReady: boolean
  works: Map<number, Parts>
  finishing: Map<number, Waiting<FinishedPart>>
}

export type ReadyThread = { make(portion: Portion): Work | null }

// Each thread holds its own copy of the rates, so none is kept for long.
const pool = createThreadPool<Making, Answer>({
  file: new URL('./make-worker.ts', import.meta.url),
  worker: { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } },
  idleMs: 60_000,
  open: () => ({ isReady: false, works: new Map(), finishing: new Map() }),
  loadOf: ({ works }) => works.size,
  onAnswer: receive,
  onLost,
})
let lastId = 0

/** The thread with the least to do, of so many at most; null while none is ready. */
export function chooseThread(most: number): ReadyThread | null {
  const least = pool.choose(most).find(({ tasks }) => tasks.isReady)
  return least ? { make: (portion) => makeIn(least, portion) } : null
}

function makeIn(thread: Thread<Making>, portion: Portion): Work | null {
  const id = ++lastId
  try {
    tell(thread, { kind: 'make', id, portion })
  } catch {
    return null
  }
  const { works, finishing } = thread.tasks
  const parts: Parts = { made: [], error: null, reader: null }
  works.set(id, parts)
  return {
    next: () =>
      new Promise((resolve, reject) => {
        parts.reader = { resolve, reject }
        handOver(parts)
      }),
    finish: (part, numbers) =>
      new Promise((resolve, reject) => {
        if (thread.isLost) return reject(new Error('the thread that makes pays ended'))
        const finish = ++lastId
        finishing.set(finish, { resolve, reject })
        tell(thread, { kind: 'finish', id: finish, work: id, part, numbers })
      }),
    end() {
      if (works.delete(id)) tell(thread, { kind: 'end', id })
      pool.rest()
    },
  }
}

const tell = ({ worker }: Thread<Making>, order: Order) => worker.postMessage(order)

function handOver(parts: Parts): void {
  const { reader } = parts
  if (!reader || (parts.made.length === 0 && !parts.error)) return
  parts.reader = null
  const next = parts.made.shift()
  if (next !== undefined) reader.resolve(next)
  else if (parts.error) reader.reject(parts.error)
}

function receive({ tasks }: Thread<Making>, answer: Answer): void {
  if (answer.kind === 'ready') tasks.isReady = true
  else if (answer.kind === 'finished') {
    const waiting = tasks.finishing.get(answer.id)
    tasks.finishing.delete(answer.id)
    if (answer.finished) waiting?.resolve(answer.finished)
    else waiting?.reject(new Error('the pays could not be finished'))
  } else {
    const parts = tasks.works.get(answer.id)
    if (!parts) return
    if (answer.kind === 'failed') parts.error = new Error('the pays could not be made')
    else parts.made.push(answer.kind === 'part' ? answer.made : null)
    handOver(parts)
  }
}

function onLost({ works, finishing }: Making, error: Error): void {
  for (const { reject } of finishing.values()) reject(error)
  finishing.clear()
  for (const parts of works.values()) {
    parts.error = error
    handOver(parts)
  }
  works.clear()
}
