import { describe, expect, it } from 'vitest'
import { createSharedWork } from './shared-work.ts'

/** Work that counts its runs and ends on request. */
function countedWork() {
  const ends: (() => void)[] = []
  const work = async () => {
    const place = ends.length + 1
    await new Promise<void>((resolve) => ends.push(resolve))
    return place
  }
  const end = async (place: number) => {
    while (ends.length < place) await new Promise((resolve) => setImmediate(resolve))
    ends[place - 1]?.()
  }
  return { work, end, runs: () => ends.length }
}

describe('shared work', () => {
  it('runs once for the first caller and once for all callers who came meanwhile', async () => {
    const share = createSharedWork()
    const { work, end, runs } = countedWork()
    const first = share('a', work)
    const later = [share('a', work), share('a', work), share('a', work)]
    await end(1)
    expect(await first).toBe(1)
    await end(2)
    expect(await Promise.all(later)).toEqual([2, 2, 2])
    expect(runs()).toBe(2)
  })

  it('runs again for the next caller, and keeps keys apart', async () => {
    const share = createSharedWork()
    const { work, end } = countedWork()
    const both = [share('a', work), share('b', work)]
    await end(1)
    await end(2)
    expect(await Promise.all(both)).toEqual([1, 2])
    const again = share('a', work)
    await end(3)
    expect(await again).toBe(3)
  })

  it('goes on after a failure, which only its own callers see', async () => {
    const share = createSharedWork()
    const { work, end } = countedWork()
    const failing = share('a', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('no database')
    })
    const next = share('a', work)
    await expect(failing).rejects.toThrow('no database')
    await end(1)
    expect(await next).toBe(1)
  })
})
