import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DocumentInfo } from './document.ts'
import type { Slip } from './draw.ts'
import type { Order, Word } from './draw-worker.ts'

/** One core stays free for requests. */
const MOST = Math.max(1, Math.min(4, availableParallelism() - 1))
const IDLE_MS = 30_000

type Waiting = { resolve(bytes: Buffer): void; reject(error: Error): void }
type Thread = {
  worker: Worker
  waiting: Map<number, Waiting>
  /** Who takes the bytes of documents that grow, by the order that began them. */
  takers: Map<number, (bytes: Buffer) => void>
}

const threads: Thread[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined

/** Draws a document of one payslip, in whichever thread has the least to do. */
export function drawInThread(
  { payslip, brand }: Slip,
  about: { created: Date; password?: string },
): Promise<Buffer> {
  return ask(chooseThread(), { kind: 'alone', slip: { payslip, brand }, about }).done
}

/** A document that grows payslip by payslip; its bytes are handed on as they come. */
export function growDocument(info: DocumentInfo, take: (bytes: Buffer) => void) {
  const thread = chooseThread()
  const begun = ask(thread, { kind: 'begin', info })
  thread.takers.set(begun.id, take)
  return {
    async add(slips: readonly Slip[]): Promise<void> {
      await begun.done
      await ask(thread, { kind: 'add', document: begun.id, slips }).done
    },
    async end(): Promise<void> {
      await ask(thread, { kind: 'end', document: begun.id }).done
      thread.takers.delete(begun.id)
    },
  }
}

function ask(thread: Thread, order: Order): { id: number; done: Promise<Buffer> } {
  const id = ++lastId
  clearTimeout(idle)
  const done = new Promise<Buffer>((resolve, reject) => thread.waiting.set(id, { resolve, reject }))
  thread.worker.postMessage({ id, order })
  return { id, done }
}

const loadOf = (thread: Thread) => thread.waiting.size + thread.takers.size

function chooseThread(): Thread {
  const [least] = threads.toSorted((a, b) => loadOf(a) - loadOf(b))
  return least && (loadOf(least) === 0 || threads.length >= MOST) ? least : startThread()
}

function startThread(): Thread {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { execArgv: [] })
  const thread: Thread = { worker, waiting: new Map(), takers: new Map() }
  worker.on('message', (word: Word) => hear(thread, word))
  worker.once('error', (error) => lose(thread, error))
  worker.once('exit', () => lose(thread, new Error('the thread that draws payslips ended')))
  // A service that stops does not wait for it.
  worker.unref()
  threads.push(thread)
  return thread
}

function hear(thread: Thread, { id, bytes, isDone, error }: Word): void {
  if (bytes && !isDone) {
    thread.takers.get(id)?.(Buffer.from(bytes.buffer))
    return
  }
  const waiting = thread.waiting.get(id)
  thread.waiting.delete(id)
  if (error === undefined) waiting?.resolve(Buffer.from(bytes?.buffer ?? new ArrayBuffer(0)))
  else waiting?.reject(new Error(error))
  if (threads.every((each) => loadOf(each) === 0)) restSoon()
}

/** Threads that nobody needs end: each holds its own fonts and words. */
function restSoon(): void {
  clearTimeout(idle)
  idle = setTimeout(() => {
    for (const { worker } of threads.splice(0)) void worker.terminate()
  }, IDLE_MS)
  idle.unref()
}

function lose(thread: Thread, error: Error): void {
  const place = threads.indexOf(thread)
  if (place >= 0) threads.splice(place, 1)
  for (const { reject } of thread.waiting.values()) reject(error)
  thread.waiting.clear()
}
