import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Settings } from '../settings/index.ts'
import { createOverloadGuard } from './overload.ts'

let nowMs = 0
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startGuard(waitingCount = 0) {
  nowMs = 0
  const pool = { options: { max: 4 }, waitingCount } as pg.Pool
  const guard = createOverloadGuard(pool, { maxRequests: 1000 } as Settings, () => nowMs)
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

it('turns callers away while too many wait for a connection, whoever is there', async () => {
  expect([await arrive(startGuard(100)), await arrive(startGuard(99))]).toEqual([503, undefined])
  expect([await arrive(startGuard(25), false), await arrive(startGuard(24), false)]).toEqual([503, undefined])
})
