/** Name, state (or region code), postcode and country. A part is empty when the source has none. */
export type Locality = [name: string, state: string, postcode: string, country: string]

export type LocalityMatch = {
  locality: Locality
  /** 0 when the whole name matches, 1 when its start matches, 2 when the start of a later word matches. */
  tier: number
}

const STATES = new Set(['nsw', 'vic', 'qld', 'sa', 'wa', 'tas', 'act', 'nt'])

/** Lower case without marks and punctuation, so Whangarei finds Whangārei and oconnor finds O'Connor. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Sorted keys of the localities: each name, each later word of a name, and the postcode. They are found by
 * binary search.
 */
export class LocalityIndex {
  readonly #localities: readonly Locality[]
  readonly #keys: readonly string[]
  readonly #owners: Int32Array
  readonly #isWhole: Uint8Array

  constructor(localities: readonly Locality[]) {
    const entries = localities.flatMap(([name, , postcode], owner) => {
      const words = foldText(name).split(' ')
      const keys = words.map((_, start) => ({
        key: words.slice(start).join(' '),
        owner,
        isWhole: start === 0,
      }))
      return postcode ? [...keys, { key: postcode, owner, isWhole: true }] : keys
    })
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.owner - b.owner))
    this.#localities = localities
    this.#keys = entries.map((entry) => entry.key)
    this.#owners = Int32Array.from(entries, (entry) => entry.owner)
    this.#isWhole = Uint8Array.from(entries, (entry) => Number(entry.isWhole))
  }

  /**
   * The localities that match folded words, even partly typed: `newt`, `newtown nsw`, `newtown 20`, `2042`.
   */
  find(words: readonly string[]): LocalityMatch[] {
    const plain = this.#findName(words.join(' '), () => true)
    if (plain.length > 0) return plain
    const { name, state, postcode } = splitEnd(words)
    if (name === '' || (state === '' && postcode === '')) return []
    return this.#findName(
      name,
      ([, ofState, ofPostcode]) =>
        (state === '' || ofState.toLowerCase() === state) && ofPostcode.startsWith(postcode),
    )
  }

  #findName(prefix: string, passes: (locality: Locality) => boolean): LocalityMatch[] {
    const best = new Map<number, number>()
    for (let i = this.#firstAtLeast(prefix); this.#keys[i]?.startsWith(prefix); i++) {
      const owner = this.#owners[i] ?? 0
      const tier = this.#isWhole[i] ? (this.#keys[i] === prefix ? 0 : 1) : 2
      best.set(owner, Math.min(tier, best.get(owner) ?? tier))
    }
    const matches: LocalityMatch[] = []
    for (const [owner, tier] of best) {
      const locality = this.#localities[owner]
      if (locality && passes(locality)) matches.push({ locality, tier })
    }
    return matches
  }

  #firstAtLeast(prefix: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? '') < prefix) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Splits a state and the start of a postcode off the end of the words. */
function splitEnd(words: readonly string[]): { name: string; state: string; postcode: string } {
  const rest = [...words]
  const postcode = rest.length > 1 && /^\d{1,4}$/.test(rest.at(-1) ?? '') ? (rest.pop() ?? '') : ''
  const state = rest.length > 1 && STATES.has(rest.at(-1) ?? '') ? (rest.pop() ?? '') : ''
  return { name: rest.join(' '), state, postcode }
}
