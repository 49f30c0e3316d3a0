import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A thread, and what it has to do. */
export type Thread<Tasks> = { worker: Worker; tasks: Tasks; isLost: boolean }

export type ThreadPool<Tasks> = {
  /** The threads, the one with the least to do first. Where all are busy and there may be more, another is started. */
  choose(most: number): Thread<Tasks>[]
  /** Told when something is done: threads that nobody needs end after a while. */
  rest(): void
}

/**
 * What is begun through this belongs to no request. A thread or a timer keeps the context it was begun in: by that it would hold the
 * body and the answer of the call that needed it first, and do the work of all later ones in that call's name.
 */
const outsideRequests = AsyncLocalStorage.snapshot()

/**
 * The one answer of a file, from a thread that ends with it: other requests go on meanwhile, and what it has loaded is gone afterwards.
 * After `timeoutMs` nobody waits any longer.
 */
export function askThread<Answer>(
  file: URL,
  { timeoutMs, ...options }: WorkerOptions & { timeoutMs?: number } = {},
): Promise<Answer> {
  const worker = outsideRequests(() => new Worker(file, { execArgv: [], ...options }))
  let timer: NodeJS.Timeout | undefined
  return new Promise<Answer>((resolve, reject) => {
    if (timeoutMs) timer = setTimeout(() => reject(new Error('the thread took too long')), timeoutMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread ended without an answer')))
  }).finally(() => {
    clearTimeout(timer)
    void worker.terminate()
  })
}

/** Threads that run one file. They start when they are needed, and a service that stops does not wait for them. */
export function createThreadPool<Tasks, Answer>(options: {
  file: URL
  worker?: WorkerOptions
  idleMs: number
  open(): Tasks
  loadOf(tasks: Tasks): number
  onAnswer(thread: Thread<Tasks>, answer: Answer): void
  /** The thread failed or ended: nobody gets an answer any more. */
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
