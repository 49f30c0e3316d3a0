import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'
import { limitConcurrency } from './concurrency.ts'
import { errorOf, invalid, type Refusal, refusalOf } from './problem.ts'
import { errorCode } from './read-error.ts'
import { requestContext } from './request-context.ts'

/** A thread and its tasks. */
export type Thread<Tasks> = { worker: Worker; tasks: Tasks; isLost: boolean }

export type ThreadPool<Tasks> = {
  /** The threads, the least busy first. Starts another thread when all are busy and the limit allows it. */
  choose(most: number): Thread<Tasks>[]
  /** Called when a task is done. Unused threads end after a while. */
  rest(): void
}

/**
 * Runs work outside any request. A thread or timer keeps the context it was started in. It would keep the first call's body and
 * response in memory, and do the work of later calls in that call's name.
 */
export const outsideRequests = AsyncLocalStorage.snapshot()

/** Limits how many of the callers' files are read in threads at once. Each thread takes memory and a core. */
const FILES = limitConcurrency({ running: 2, waiting: 30, waitingPerKey: 4 })

export class ThreadTimeout extends Error {
  override readonly name = 'ThreadTimeout'
}

type Asked = WorkerOptions & { timeoutMs?: number; signal?: AbortSignal | undefined }

/**
 * Runs a file in a thread and returns its one answer. Other requests continue meanwhile, and the thread's memory is freed at the
 * end. The thread is stopped after `timeoutMs`, and when `signal` aborts.
 */
export function askThread<Answer>(file: URL, { timeoutMs, signal, ...options }: Asked = {}): Promise<Answer> {
  signal?.throwIfAborted()
  const worker = outsideRequests(() => new Worker(file, { execArgv: [], ...options }))
  let timer: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined
  return new Promise<Answer>((resolve, reject) => {
    if (timeoutMs) timer = setTimeout(() => reject(new ThreadTimeout('the thread took too long')), timeoutMs)
    leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread ended without an answer')))
  }).finally(() => {
    clearTimeout(timer)
    if (leave) signal?.removeEventListener('abort', leave)
    void worker.terminate()
  })
}

/** A thread's result for a file that a caller sent. */
export type FileAnswer<Value> = { value: Value } | { refusal: Refusal }

/**
 * Reads a file that a caller sent in a thread: only a few at once, none for a caller who has disconnected, and always with a time
 * and memory limit. `bytes` may be transferred, so this thread must not use them afterwards.
 */
export async function readFileInThread<Value>(
  file: URL,
  bytes: Buffer,
  { customerId, about = {}, ...limits }: FileLimits,
): Promise<Value> {
  const signal = requestContext()?.gone
  const { buffer, byteLength } = bytes
  // A small buffer shares its memory with other buffers.
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  const asked = {
    workerData: { ...about, bytes },
    transferList: isWhole ? [buffer] : [],
    stderr: true,
    timeoutMs: limits.timeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    signal,
  }
  const claim = { key: String(customerId), ...(signal ? { signal } : {}) }
  try {
    const answer = await FILES.run(() => askThread<FileAnswer<Value>>(file, asked), claim)
    if ('value' in answer) return answer.value
    throw errorOf(answer.refusal)
  } catch (error) {
    const isBeyond = error instanceof ThreadTimeout || errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isBeyond ? invalid(['body'], TOO_MUCH, 'too_long') : error
  }
}
type FileLimits = { customerId: number; about?: object; timeoutMs: number; heapMb: number }
/** Most memory of a row soon becomes garbage, so a larger young generation would only use more memory. */
const YOUNG_MB = 24
const TOO_MUCH = 'The file needs too much time or memory to read. Split it into smaller files'

/** Runs in the thread: posts the result of reading its file, or the reason it was refused. */
export async function answerFile<Value>(
  read: () => Promise<{ value: Value; transfer?: ArrayBuffer[] }>,
): Promise<void> {
  try {
    const { value, transfer = [] } = await read()
    parentPort?.postMessage({ value }, transfer)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    parentPort?.postMessage({ refusal })
  }
}

/** A pool of threads that run one file. They start when needed, and do not keep a stopping service alive. */
export function createThreadPool<Tasks, Answer>(options: {
  file: URL
  worker?: WorkerOptions
  idleMs: number
  open(): Tasks
  loadOf(tasks: Tasks): number
  onAnswer(thread: Thread<Tasks>, answer: Answer): void
  /** The thread failed or ended, so its tasks will get no answer. */
  onLost(tasks: Tasks, error: Error): void
}): ThreadPool<Tasks> {
  const { file, idleMs, loadOf } = options
  const threads: Thread<Tasks>[] = []
  let idle: NodeJS.Timeout | undefined

  const start = () => {
    const worker = outsideRequests(() => new Worker(file, { execArgv: [], ...options.worker }))
    const thread: Thread<Tasks> = { worker, tasks: options.open(), isLost: false }
    worker.on('message', (answer: Answer) => options.onAnswer(thread, answer))
    worker.once('error', (error) => lose(thread, error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => lose(thread, new Error('the thread ended')))
    worker.unref()
    threads.push(thread)
    rest()
  }
  const lose = (thread: Thread<Tasks>, error: Error) => {
    if (thread.isLost) return
    thread.isLost = true
    const index = threads.indexOf(thread)
    if (index >= 0) threads.splice(index, 1)
    options.onLost(thread.tasks, error)
  }
  const isBusy = ({ tasks }: Thread<Tasks>) => loadOf(tasks) > 0
  const rest = () => {
    clearTimeout(idle)
    idle = outsideRequests(
      setTimeout,
      () => {
        if (!threads.some(isBusy)) for (const { worker } of threads.splice(0)) void worker.terminate()
      },
      idleMs,
    )
    idle.unref()
  }
  return {
    choose(most) {
      if (threads.length < most && threads.every(isBusy)) start()
      return threads.toSorted((a, b) => loadOf(a.tasks) - loadOf(b.tasks))
    },
    rest,
  }
}
