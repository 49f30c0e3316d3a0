import { availableParallelism } from 'node:os'
import { present } from '../../../kernel/values/present.ts'
import { createThreadPool, type Thread } from '../../../kernel/worker-pool.ts'
import type { DocumentInfo } from './document.ts'
import type { Slip } from './draw.ts'
import type { Answer, DrawTask } from './draw-worker.ts'

/** Leaves one core free for requests. */
const MOST = Math.max(1, Math.min(4, availableParallelism() - 1))

type Waiting = { resolve(bytes: Buffer): void; reject(error: Error): void }
type Drawing = {
  waiting: Map<number, Waiting>
  /** The receivers of a growing document's bytes, by the task that began it. */
  takers: Map<number, (bytes: Buffer) => void>
}

// Each thread has its own fonts and words in memory, so idle threads end soon.
const pool = createThreadPool<Drawing, Answer>({
  file: new URL('./draw-worker.ts', import.meta.url),
  idleMs: 30_000,
  open: () => ({ waiting: new Map(), takers: new Map() }),
  loadOf: ({ waiting, takers }) => waiting.size + takers.size,
  onAnswer: receive,
  onLost({ waiting }, error) {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  },
})
let lastId = 0

/** Draws a document with one payslip in the least busy thread. */
export function drawInThread(
  { payslip, brand }: Slip,
  about: { created: Date; password?: string },
): Promise<Buffer> {
  return ask(chooseThread(), { kind: 'alone', slip: { payslip, brand }, about }).done
}

/** A document that grows payslip by payslip. Its bytes are passed on as they arrive. */
export function growDocument(info: DocumentInfo, take: (bytes: Buffer) => void) {
  const thread = chooseThread()
  const begun = ask(thread, { kind: 'begin', info })
  thread.tasks.takers.set(begun.id, take)
  return {
    async add(slips: readonly Slip[]): Promise<void> {
      await begun.done
      await ask(thread, { kind: 'add', document: begun.id, slips }).done
    },
    async end(): Promise<void> {
      await ask(thread, { kind: 'end', document: begun.id }).done
      thread.tasks.takers.delete(begun.id)
    },
  }
}

const chooseThread = () => present(pool.choose(MOST)[0])

function ask({ worker, tasks }: Thread<Drawing>, order: DrawTask): { id: number; done: Promise<Buffer> } {
  const id = ++lastId
  const done = new Promise<Buffer>((resolve, reject) => tasks.waiting.set(id, { resolve, reject }))
  worker.postMessage({ id, order })
  return { id, done }
}

function receive({ tasks }: Thread<Drawing>, { id, bytes, isDone, error }: Answer): void {
  if (bytes && !isDone) {
    tasks.takers.get(id)?.(Buffer.from(bytes.buffer))
    return
  }
  const waiting = tasks.waiting.get(id)
  tasks.waiting.delete(id)
  if (error === undefined) waiting?.resolve(Buffer.from(bytes?.buffer ?? new ArrayBuffer(0)))
  else waiting?.reject(new Error(error))
  pool.rest()
}
