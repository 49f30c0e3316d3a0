import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'

const SLOW_MS = 1500

/** How many places an endpoint has free. */
const roomOf = (pace: ReturnType<typeof createPace>, endpointId: number) => {
  const { byEndpoint, each } = pace.room()
  return byEndpoint.get(endpointId) ?? each
}
const begin = (pace: ReturnType<typeof createPace>, endpointId: number) => {
  pace.wait(endpointId)
  pace.begin(endpointId)
}
const succeed = (pace: ReturnType<typeof createPace>, endpointId: number, times: number, tookMs = 5) => {
  for (let i = 0; i < times; i++) {
    begin(pace, endpointId)
    pace.end(endpointId, true, tookMs)
  }
}

describe('the pace of deliveries', () => {
  it('starts every endpoint with four at once', () => {
    const pace = createPace(100)
    expect(roomOf(pace, 1)).toBe(4)
    for (let i = 0; i < 4; i++) begin(pace, 1)
    expect(roomOf(pace, 1)).toBe(0)
    expect(roomOf(pace, 2)).toBe(4)
  })

  it('lets an endpoint that answers well have up to 32', () => {
    const pace = createPace(100)
    succeed(pace, 1, 3, 900)
    expect(pace.mayBegin(1)).toBe(true)
    succeed(pace, 1, 100, 900)
    for (let i = 0; i < 32; i++) begin(pace, 1)
    expect(pace.mayBegin(1)).toBe(false)
    expect(pace.mayBegin(2)).toBe(true)
    expect(roomOf(pace, 2)).toBe(4)
  })

  it('claims ahead for an endpoint that answers within a moment, many at a time', () => {
    const pace = createPace(100)
    succeed(pace, 1, 100, 125)
    expect(roomOf(pace, 1)).toBe(32 * 3)
    succeed(pace, 1, 100, 5)
    expect(roomOf(pace, 1)).toBe(32 + 256)
    for (let i = 0; i < 32; i++) pace.wait(1)
    expect(roomOf(pace, 1)).toBe(0)
    begin(pace, 1)
    pace.giveBack(1)
    expect(roomOf(pace, 1)).toBe(0)
    pace.end(1, true, 5)
    expect(roomOf(pace, 1)).toBe(256 + 1)
  })

  it('claims ahead for one that fails within a moment, and sends four at once', () => {
    const pace = createPace(100)
    for (let i = 0; i < 4; i++) begin(pace, 1)
    pace.end(1, false, 50)
    expect(roomOf(pace, 1)).toBe(4 + 4 * 5 - 3)
    begin(pace, 1)
    expect(pace.mayBegin(1)).toBe(false)
    pace.end(1, false, SLOW_MS)
    expect(roomOf(pace, 1)).toBe(1)
  })

  it.each([
    ['fails', false, 5],
    ['is slow', true, SLOW_MS],
  ])('falls back to four when an endpoint %s', (_what, isOk, tookMs) => {
    const pace = createPace(100)
    succeed(pace, 1, 100)
    begin(pace, 1)
    pace.end(1, isOk, tookMs)
    expect(pace.mayBegin(1)).toBe(true)
    for (let i = 0; i < 4; i++) begin(pace, 1)
    expect(pace.mayBegin(1)).toBe(false)
  })

  it('never leaves a negative room, and forgets an endpoint that has been at rest for a minute', () => {
    let nowMs = 0
    const pace = createPace(100, () => nowMs)
    succeed(pace, 1, 100)
    for (let i = 0; i < 10; i++) begin(pace, 1)
    pace.end(1, false, SLOW_MS)
    expect(roomOf(pace, 1)).toBe(0)
    for (let i = 0; i < 9; i++) pace.end(1, false, 5)
    nowMs += 60_000
    expect(pace.room().byEndpoint.size).toBe(1)
    nowMs += 1
    expect(pace.room().byEndpoint.size).toBe(0)
  })

  it('bounds what is in flight over all endpoints', () => {
    const pace = createPace(2)
    const { total } = pace.room()
    begin(pace, 1)
    begin(pace, 2)
    expect(pace.mayBegin(3)).toBe(false)
    expect(pace.room().total).toBe(total - 2)
    pace.end(1, true, 5)
    expect(pace.mayBegin(3)).toBe(true)
    expect(pace.room().total).toBe(total - 1)
  })
})
