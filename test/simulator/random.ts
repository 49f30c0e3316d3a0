/*
 * The random numbers of the simulator: mulberry32, a simple 32-bit generator (Tommy Ettinger, public domain). One seed
 * gives one life, on every machine and in every version of Node.
 */
export type Random = {
  /** A fraction from 0 up to, not including, 1. */
  fraction(): number
  /** A whole number, both ends included. */
  int(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** A few different entries, in the order of the list. */
  some<T>(list: readonly T[], most: number): T[]
  /** One entry by weight. Undefined when all weights are zero. */
  weighted<T extends { weight: number }>(list: readonly T[]): T | undefined
}

export function createRandom(...seeds: readonly number[]): Random {
  let state =
    seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0x2545f491) >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    int,
    pick: (list) => {
      const one = list[int(0, list.length - 1)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    chance: (probability) => fraction() < probability,
    some: (list, most) => {
      const share = most / Math.max(1, list.length)
      return list.filter(() => fraction() < share).slice(0, most)
    },
    weighted: (list) => {
      let left = fraction() * list.reduce((sum, { weight }) => sum + weight, 0)
      return list.find(({ weight }) => {
        left -= weight
        return left < 0
      })
    },
  }
}
