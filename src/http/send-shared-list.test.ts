import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createSharedLists } from './send-shared-list.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 30))

/** A server with one list in parts. The test decides when each part is read. */
function aList(parts: unknown[][], options: { isHeld?: boolean; failsAt?: number } = {}) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const lists = createSharedLists()
  let [readings, read, ended] = [0, 0, 0]
  let go = () => {}
  const held = options.isHeld ? new Promise<void>((resolve) => (go = resolve)) : undefined
  app.get<{ Querystring: { key?: string } }>('/list', ({ query }, reply) =>
    lists.send(reply, query.key ?? 'all', async function* () {
      readings += 1
      const reading = readings
      try {
        for (const [place, part] of parts.entries()) {
          if (place === options.failsAt) throw new Error('The database is gone.')
          if (reading === 1) await held
          read += 1
          yield part.map((item) => ({ reading, item }))
        }
      } finally {
        ended += 1
      }
    }),
  )
  const get = async (key = 'all') => {
    const { statusCode, json } = await app.inject(`/list?key=${key}`)
    return statusCode === 200 ? json() : statusCode
  }
  return { app, get, go: () => go(), readings: () => readings, read: () => read, ended: () => ended }
}

const PARTS = [[1, 2], [3, 4], [5, 6], [7]]
const whole = (reading: number) => PARTS.flat().map((item) => ({ reading, item }))

it('reads once for the first caller, and once for all who come meanwhile', async () => {
  const list = aList(PARTS, { isHeld: true })
  const first = list.get()
  await settle()
  const later = [list.get(), list.get(), list.get()]
  await settle()
  list.go()
  expect(await first).toEqual(whole(1))
  expect(await Promise.all(later)).toEqual([whole(2), whole(2), whole(2)])
  expect(list.readings()).toBe(2)
  expect(await list.get()).toEqual(whole(3))
})

it('never shares between keys', async () => {
  const list = aList(PARTS, { isHeld: true })
  const both = [list.get('a'), list.get('b')]
  await settle()
  list.go()
  const answers = await Promise.all(both)
  expect(answers.map(([item]) => item.reading).sort()).toEqual([1, 2])
})

it.each([[[]], [[[]]], [[[1]]], [[[1], []]], [[[1], [2]]]])('sends short lists whole: %j', async (parts) => {
  const items = (await aList(parts).get()) as { item: unknown }[]
  expect(items.map(({ item }) => item)).toEqual(parts.flat())
})

it('answers an error to all callers of a reading that fails at its start, and breaks off a later one', async () => {
  const atOnce = aList(PARTS, { failsAt: 0 })
  expect(await Promise.all([atOnce.get(), atOnce.get(), atOnce.get()])).toEqual([500, 500, 500])
  const late = aList(PARTS, { failsAt: 3 })
  await expect(late.get()).rejects.toThrow()
})

it('reads no further than a slow caller takes, and finishes when another one waits', async () => {
  const parts = Array.from({ length: 200 }, (_, place) => Array(100).fill('x'.repeat(1000) + place))
  const list = aList(parts)
  await list.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = list.app.server.address() as { port: number }
  const { connect } = await import('node:net')
  const slow = connect(port, '127.0.0.1').pause()
  await once(slow, 'connect')
  slow.write('GET /list HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(list.readings).toBe(1)
  await settle()
  await settle()
  expect(list.read()).toBeLessThan(200)
  expect(await list.get()).toHaveLength(20_000)
  expect([list.readings(), list.read()]).toEqual([2, 400])
  slow.destroy()
})

it('stops reading when its callers have gone', async () => {
  const parts = Array.from({ length: 500 }, (_, place) => Array(100).fill('x'.repeat(100) + place))
  const list = aList(parts)
  await list.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = list.app.server.address() as { port: number }
  const gone = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/list`, { signal: gone.signal })
  gone.abort()
  await answer.text().catch(() => {})
  await expect.poll(list.ended).toBe(1)
  expect(list.read()).toBeLessThan(500)
  expect((await list.get('another')).length).toBe(50_000)
})
