import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it, vi } from 'vitest'
import { createThreadPool } from './worker-pool.ts'

/* A thread that echoes each message, and exits on `end`. */
const ECHO = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (text) => text === 'end' ? process.exit() : parentPort.postMessage(text))`

function open(idleMs = 60_000) {
  let count = 0
  const heard: string[] = []
  const lost: string[] = []
  const pool = createThreadPool<{ waiting: number; name: number }, string>({
    file: new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`),
    idleMs,
    open: () => ({ waiting: 0, name: ++count }),
    loadOf: ({ waiting }) => waiting,
    onAnswer({ tasks }, answer) {
      tasks.waiting -= 1
      heard.push(answer)
    },
    onLost: ({ name }, error) => void lost.push(`${name}: ${error.message}`),
  })
  const names = () => pool.choose(2).map(({ tasks }) => tasks.name)
  return { pool, heard, lost, names }
}

it('starts another thread only where all are busy, and chooses the one with the least to do', async () => {
  const { pool, heard, names } = open()
  const [first] = pool.choose(2)
  expect(names()).toEqual([1])
  if (first) first.tasks.waiting = 1
  expect(names()).toEqual([2, 1])
  for (const { tasks } of pool.choose(2)) tasks.waiting += 1
  expect(names()).toEqual([2, 1])
  first?.worker.postMessage('done')
  await vi.waitFor(() => expect(heard).toEqual(['done']))
})

it('tells once of a thread that ended, and starts a new one for the next', async () => {
  const { pool, lost, names } = open()
  const [first] = pool.choose(2)
  first?.worker.postMessage('end')
  await vi.waitFor(() => expect(lost).toEqual(['1: the thread ended']), { timeout: 30_000 })
  expect([first?.isLost, names()]).toEqual([true, [2]])
})

it('ends threads that nobody needs, and keeps those that are busy', async () => {
  const { pool, lost } = open(20)
  const [first] = pool.choose(1)
  if (first) first.tasks.waiting = 1
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(lost).toEqual([])
  if (first) first.tasks.waiting = 0
  pool.rest()
  await vi.waitFor(() => expect(lost).toEqual(['1: the thread ended']), { timeout: 30_000 })
})

it('hears its threads outside the request that started them', async () => {
  const requests = new AsyncLocalStorage<string>()
  const heardIn: (string | undefined)[] = []
  const pool = createThreadPool<null, string>({
    file: new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`),
    idleMs: 60_000,
    open: () => null,
    loadOf: () => 0,
    onAnswer: () => void heardIn.push(requests.getStore()),
    onLost: () => {},
  })
  requests.run('the first request', () => pool.choose(1)[0]?.worker.postMessage('done'))
  await vi.waitFor(() => expect(heardIn).toEqual([undefined]), { timeout: 30_000 })
})
