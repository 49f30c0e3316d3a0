import { describe, expect, it } from 'vitest'
import { createEndpointThrottle } from './endpoint-throttle.ts'

const SLOW_MS = 1500

/** The number of deliveries that may be claimed for an endpoint. */
const roomOf = (throttle: ReturnType<typeof createEndpointThrottle>, endpointId: number) => {
  const { byEndpoint, each } = throttle.room()
  return byEndpoint.get(endpointId) ?? each
}
const begin = (throttle: ReturnType<typeof createEndpointThrottle>, endpointId: number) => {
  throttle.wait(endpointId)
  throttle.begin(endpointId)
}
const succeed = (
  throttle: ReturnType<typeof createEndpointThrottle>,
  endpointId: number,
  times: number,
  tookMs = 5,
) => {
  for (let i = 0; i < times; i++) {
    begin(throttle, endpointId)
    throttle.end(endpointId, true, tookMs)
  }
}

describe('the throttle of deliveries', () => {
  it('starts every endpoint with four at once', () => {
    const throttle = createEndpointThrottle(100)
    expect(roomOf(throttle, 1)).toBe(4)
    for (let i = 0; i < 4; i++) begin(throttle, 1)
    expect(roomOf(throttle, 1)).toBe(0)
    expect(roomOf(throttle, 2)).toBe(4)
  })

  it('lets an endpoint that answers well have up to 32', () => {
    const throttle = createEndpointThrottle(100)
    succeed(throttle, 1, 3, 900)
    expect(throttle.mayBegin(1)).toBe(true)
    succeed(throttle, 1, 100, 900)
    for (let i = 0; i < 32; i++) begin(throttle, 1)
    expect(throttle.mayBegin(1)).toBe(false)
    expect(throttle.mayBegin(2)).toBe(true)
    expect(roomOf(throttle, 2)).toBe(4)
  })

  it('claims ahead for an endpoint that answers within a moment, many at a time', () => {
    const throttle = createEndpointThrottle(100)
    succeed(throttle, 1, 100, 125)
    expect(roomOf(throttle, 1)).toBe(32 * 3)
    succeed(throttle, 1, 100, 5)
    expect(roomOf(throttle, 1)).toBe(32 + 256)
    for (let i = 0; i < 32; i++) throttle.wait(1)
    expect(roomOf(throttle, 1)).toBe(0)
    begin(throttle, 1)
    throttle.giveBack(1)
    expect(roomOf(throttle, 1)).toBe(0)
    throttle.end(1, true, 5)
    expect(roomOf(throttle, 1)).toBe(256 + 1)
  })

  it('claims ahead for one that fails within a moment, and sends four at once', () => {
    const throttle = createEndpointThrottle(100)
    for (let i = 0; i < 4; i++) begin(throttle, 1)
    throttle.end(1, false, 50)
    expect(roomOf(throttle, 1)).toBe(4 + 4 * 5 - 3)
    begin(throttle, 1)
    expect(throttle.mayBegin(1)).toBe(false)
    throttle.end(1, false, SLOW_MS)
    expect(roomOf(throttle, 1)).toBe(1)
  })

  it.each([
    ['fails', false, 5],
    ['is slow', true, SLOW_MS],
  ])('falls back to four when an endpoint %s', (_what, isOk, tookMs) => {
    const throttle = createEndpointThrottle(100)
    succeed(throttle, 1, 100)
    begin(throttle, 1)
    throttle.end(1, isOk, tookMs)
    expect(throttle.mayBegin(1)).toBe(true)
    for (let i = 0; i < 4; i++) begin(throttle, 1)
    expect(throttle.mayBegin(1)).toBe(false)
  })

  it('never leaves a negative room, and forgets an endpoint that has been at rest for a minute', () => {
    let nowMs = 0
    const throttle = createEndpointThrottle(100, () => nowMs)
    succeed(throttle, 1, 100)
    for (let i = 0; i < 10; i++) begin(throttle, 1)
    throttle.end(1, false, SLOW_MS)
    expect(roomOf(throttle, 1)).toBe(0)
    for (let i = 0; i < 9; i++) throttle.end(1, false, 5)
    nowMs += 60_000
    expect(throttle.room().byEndpoint.size).toBe(1)
    nowMs += 1
    expect(throttle.room().byEndpoint.size).toBe(0)
  })

  it('bounds what is in flight over all endpoints', () => {
    const throttle = createEndpointThrottle(2)
    const { total } = throttle.room()
    begin(throttle, 1)
    begin(throttle, 2)
    expect(throttle.mayBegin(3)).toBe(false)
    expect(throttle.room().total).toBe(total - 2)
    throttle.end(1, true, 5)
    expect(throttle.mayBegin(3)).toBe(true)
    expect(throttle.room().total).toBe(total - 1)
  })
})
