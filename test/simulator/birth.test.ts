import { describe, expect, it } from 'vitest'
import { type Birth, shareOut } from './birth.ts'

const births = Array.from({ length: 20 }, (_, index): Birth => ({ seed: 7, index, years: 2 }))

describe('a round that several processes share', () => {
  it.each([2, 3, 8])('among %i holds every company once', (processes) => {
    const shares = shareOut(births, processes)
    expect(shares).toHaveLength(processes)
    const indexes = shares.flat().map(({ index }) => index)
    expect(indexes.sort((a, b) => a - b)).toEqual(births.map(({ index }) => index))
  })

  it('is in the order of size, the two largest in different processes', () => {
    const [bySize = []] = shareOut(births, 1)
    const [first = [], second = []] = shareOut(births, 2)
    expect([first[0], second[0]]).toEqual(bySize.slice(0, 2))
  })
})
