import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PoolLoad } from '../database/connect.ts'
import type { Settings } from '../settings/index.ts'
import { createOverloadGuard } from './overload.ts'

const IDLE: PoolLoad = { cell: 'main', server: 'primary', waiting: 0, used: 0, max: 4 }
let nowMs = 0
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a guard for pools of four connections, one for each number of waiting requests. */
function startGuard(...waiting: number[]) {
  nowMs = 0
  const loads = waiting.map(
    (count, at): PoolLoad => ({ cell: `cell ${at}`, server: 'primary', waiting: count, used: 4, max: 4 }),
  )
  const guard = createOverloadGuard(
    () => (loads.length > 0 ? loads : [IDLE]),
    { maxRequests: 1000 } as Settings,
    () => nowMs,
  )
  guard.start()
  return guard
}

/** Simulates an event loop that wakes this much too late. */
function wakeLate(lateMs: number): void {
  nowMs += 200 + lateMs
  vi.advanceTimersByTime(200)
}

/** Starts a request that does not end. Returns the status it was refused with. */
async function arrive(guard: ReturnType<typeof startGuard>, isKnown = true): Promise<number | undefined> {
  let status: number | undefined
  const reply = {
    raw: new EventEmitter(),
    code(code: number) {
      status = code
      return reply
    },
    header: () => reply,
    send: () => reply,
  }
  const request = {
    headers: isKnown ? { authorization: 'Bearer one' } : {},
    raw: { socket: {} as Socket },
    routeOptions: { bodyLimit: 1024 },
  }
  await guard.check(request as unknown as FastifyRequest, reply as unknown as FastifyReply)
  return status
}

it('lets a lone caller in after a pause: turning the next one away would free nothing', async () => {
  const guard = startGuard()
  wakeLate(10_000)
  expect(await arrive(guard)).toBe(undefined)
  expect(await arrive(guard, false)).toBe(undefined)
})

it('turns callers away while a crowd waits for a late event loop, those without a token sooner', async () => {
  const guard = startGuard()
  for (let under = 0; under < 10; under += 1) expect(await arrive(guard)).toBe(undefined)
  wakeLate(1200)
  expect([await arrive(guard, false), await arrive(guard)]).toEqual([503, undefined])
  wakeLate(1600)
  expect(await arrive(guard)).toBe(503)
  for (let quiet = 0; quiet < 3; quiet += 1) wakeLate(0)
  expect([await arrive(guard, false), await arrive(guard)]).toEqual([undefined, undefined])
})

it('rejects every caller while too many wait for a connection', async () => {
  expect([await arrive(startGuard(100)), await arrive(startGuard(99))]).toEqual([503, undefined])
  expect([await arrive(startGuard(25), false), await arrive(startGuard(24), false)]).toEqual([503, undefined])
})

it('counts those who wait in the pools of all cells', async () => {
  expect([await arrive(startGuard(0, 200)), await arrive(startGuard(0, 199))]).toEqual([503, undefined])
  expect([await arrive(startGuard(90, 110)), await arrive(startGuard(99, 100))]).toEqual([503, undefined])
})
