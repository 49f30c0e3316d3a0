import { describe, expect, it } from 'vitest'
import { type Claim, limitConcurrency, QueueFull } from './concurrency.ts'

/** Tasks that run until the test ends them. `started` lists them in order. */
function openWorks(most: Parameters<typeof limitConcurrency>[0]) {
  const limit = limitConcurrency(most)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    ask: (name: string, claim: Claim = {}) =>
      limit
        .run(() => {
          started.push(name)
          return new Promise<void>((resolve) => ends.set(name, resolve))
        }, claim)
        .then(
          () => 'done',
          (error) => (error instanceof QueueFull ? error.scope : 'left'),
        ),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('limitConcurrency', () => {
  it('runs two at once, preferred claims first, then the newest', async () => {
    const works = openWorks({ running: 2, waiting: 10 })
    for (const name of ['a', 'b', 'old', 'new']) void works.ask(name)
    void works.ask('preferred', { rank: 1 })
    void works.ask('newest')
    expect(works.started).toEqual(['a', 'b'])
    for (const name of ['a', 'preferred', 'b', 'newest', 'new']) await works.end(name)
    expect(works.started).toEqual(['a', 'b', 'preferred', 'newest', 'new', 'old'])
  })

  it('orders waiting callers by rank, not arrival, and refuses the lowest rank of a full queue', async () => {
    const works = openWorks({ running: 1, waiting: 4 })
    void works.ask('running')
    void works.ask('clean', { rank: 1 })
    const first = works.ask('tried before')
    void works.ask('known', { rank: 2 })
    void works.ask('tried again')
    void works.ask('clean too', { rank: 1 })
    expect(await first).toBe('all')
    for (const name of ['running', 'known', 'clean too', 'clean', 'tried again']) await works.end(name)
    expect(works.started).toEqual(['running', 'known', 'clean too', 'clean', 'tried again'])
  })

  it('refuses a caller who has too much waiting, and the oldest when the queue is full', async () => {
    const works = openWorks({ running: 1, waiting: 3, waitingPerKey: 2 })
    void works.ask('running')
    const oldest = works.ask('oldest', { key: 'x' })
    const preferred = works.ask('preferred', { rank: 1 })
    void works.ask('second', { key: 'x' })
    expect(await works.ask('third', { key: 'x' })).toBe('caller')
    void works.ask('other', { key: 'y' })
    expect(await oldest).toBe('all')
    await works.end('running')
    await works.end('preferred')
    expect(await preferred).toBe('done')
    expect(works.started).toEqual(['running', 'preferred', 'other'])
  })

  it('alternates between callers of a rank, so that a flood from one delays each other caller by one task', async () => {
    const works = openWorks({ running: 1, waiting: 20 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) void works.ask(name, { key: 'a' })
    for (const name of ['b1', 'b2']) void works.ask(name, { key: 'b' })
    await works.end('a1')
    void works.ask('a5', { key: 'a' })
    for (const name of ['b2', 'a5']) await works.end(name)
    void works.ask('a6', { key: 'a' })
    for (const name of ['b1', 'a6', 'a4', 'a3', 'a2']) await works.end(name)
    expect(works.started).toEqual(['a1', 'b2', 'a5', 'b1', 'a6', 'a4', 'a3', 'a2'])
  })

  it('refuses the caller with the most waiting when the queue is full', async () => {
    const works = openWorks({ running: 1, waiting: 3 })
    void works.ask('running')
    const single = works.ask('single', { key: 'b' })
    const flooded = works.ask('flood 1', { key: 'a' })
    void works.ask('flood 2', { key: 'a' })
    void works.ask('late', { key: 'c' })
    expect(await flooded).toBe('all')
    for (const name of ['running', 'late', 'flood 2', 'single']) await works.end(name)
    expect(await single).toBe('done')
  })

  it('refuses a stranger when only preferred claims wait', async () => {
    const works = openWorks({ running: 1, waiting: 1 })
    void works.ask('running')
    const known = works.ask('known', { rank: 1 })
    expect(await works.ask('stranger')).toBe('all')
    void works.ask('known too', { rank: 1 })
    expect(await known).toBe('all')
  })

  it('drops a claim whose caller has gone', async () => {
    const works = openWorks({ running: 1, waiting: 5 })
    const caller = new AbortController()
    void works.ask('running')
    const gone = works.ask('gone', { signal: caller.signal })
    void works.ask('stays')
    caller.abort()
    expect(await gone).toBe('left')
    await works.end('running')
    await works.end('stays')
    expect(works.started).toEqual(['running', 'stays'])
  })

  it('frees its place when work fails', async () => {
    const limit = limitConcurrency({ running: 1, waiting: 1 })
    await expect(limit.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limit.run(async () => 'next')).toBe('next')
  })
})
