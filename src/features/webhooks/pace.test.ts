import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'

const SLOW_MS = 1500

/** How many places an endpoint has free. */
const roomOf = (pace: ReturnType<typeof createPace>, endpointId: number) => {
  const { byEndpoint, each } = pace.room()
  return byEndpoint.get(endpointId) ?? each
}
const succeed = (pace: ReturnType<typeof createPace>, endpointId: number, times: number) => {
  for (let i = 0; i < times; i++) {
    pace.begin(endpointId)
    pace.end(endpointId, true, 5)
  }
}

describe('the pace of deliveries', () => {
  it('starts every endpoint with four at once', () => {
    const pace = createPace(100)
    expect(roomOf(pace, 1)).toBe(4)
    for (let i = 0; i < 4; i++) pace.begin(1)
    expect(roomOf(pace, 1)).toBe(0)
    expect(roomOf(pace, 2)).toBe(4)
  })

  it('lets an endpoint that answers well have up to 32', () => {
    const pace = createPace(100)
    succeed(pace, 1, 3)
    expect(roomOf(pace, 1)).toBe(7)
    succeed(pace, 1, 100)
    expect(roomOf(pace, 1)).toBe(32)
    expect(roomOf(pace, 2)).toBe(4)
  })

  it.each([
    ['fails', false, 5],
    ['is slow', true, SLOW_MS],
  ])('falls back to four when an endpoint %s', (_what, isOk, tookMs) => {
    const pace = createPace(100)
    succeed(pace, 1, 100)
    pace.begin(1)
    pace.end(1, isOk, tookMs)
    expect(roomOf(pace, 1)).toBe(4)
  })

  it('never leaves a negative room, and keeps nothing of an endpoint at rest', () => {
    const pace = createPace(100)
    succeed(pace, 1, 100)
    for (let i = 0; i < 10; i++) pace.begin(1)
    pace.end(1, false, 5)
    expect(roomOf(pace, 1)).toBe(0)
    for (let i = 0; i < 9; i++) pace.end(1, false, 5)
    expect(pace.room().byEndpoint.size).toBe(0)
  })

  it('bounds what is in flight over all endpoints', () => {
    const pace = createPace(3)
    pace.begin(1)
    pace.begin(2)
    expect(pace.room().total).toBe(1)
    pace.end(1, true, 5)
    expect(pace.room().total).toBe(2)
  })
})
