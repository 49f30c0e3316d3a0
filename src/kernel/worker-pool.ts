import { AsyncLocalStorage } from 'node:async_hooks'
import {
  parentPort,
  type ResourceLimits,
  type Transferable,
  Worker,
  type WorkerOptions,
} from 'node:worker_threads'
import { Piscina } from 'piscina'
import { limitConcurrency } from './concurrency.ts'
import { errorOf, invalid, type Refusal, refusalOf } from './problem.ts'
import { errorCode } from './read-error.ts'
import { requestContext } from './request-context.ts'

/**
 * Runs work outside any request. A thread or timer keeps the context it was started in. It would keep the first call's body and
 * response in memory, and do the work of later calls in that call's name.
 */
const outsideRequests = AsyncLocalStorage.snapshot()

/** Limits how many of the callers' files are read in threads at once. Each thread takes memory and a core. */
const FILES = limitConcurrency({ running: 2, waiting: 30, waitingPerKey: 4 })

class ThreadTimeout extends Error {
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

type PoolOptions = {
  file: URL
  threads: number
  /** One thread takes this many tasks at once. Those that wait for something else must not block the others. */
  tasksPerThread: number
  idleMs: number
  workerData?: unknown
  resourceLimits?: ResourceLimits
  /** A thread failed between two tasks. The tasks of a failed thread fail with its error. */
  onError?(error: Error): void
}

export type WorkerPool = {
  /** Runs an exported function of the file, and returns its result. */
  run<Result>(name: string, task: unknown, transferList?: readonly Transferable[]): Promise<Result>
  threads(): readonly Worker[]
  close(): Promise<void>
}

/** A pool of threads that run one file. It starts with its first task, and ends when there was none for a while. */
export function createWorkerPool({
  file,
  threads,
  tasksPerThread,
  idleMs,
  ...rest
}: PoolOptions): WorkerPool {
  const { onError = () => {}, ...options } = rest
  let pool: Piscina | null = null
  let underWay = 0
  let idle: NodeJS.Timeout | undefined
  const close = async () => {
    clearTimeout(idle)
    const closing = pool
    pool = null
    await closing?.close()
  }
  const open = (): Piscina => {
    const opened = new Piscina({
      ...options,
      filename: file.href,
      // All threads start with the pool. A task then fails if its thread dies, even during startup.
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
      // A thread must also serve its connections and ports between two tasks.
      atomics: 'disabled',
      execArgv: [],
    })
    opened.on('error', onError)
    return opened
  }
  return {
    run: (name, task, transferList = []) =>
      outsideRequests(async () => {
        clearTimeout(idle)
        pool ??= open()
        underWay += 1
        try {
          return await pool.run(task, { name, transferList: [...transferList] })
        } finally {
          underWay -= 1
          if (underWay === 0) idle = setTimeout(close, idleMs).unref()
        }
      }),
    threads: () => pool?.threads ?? [],
    close,
  }
}
