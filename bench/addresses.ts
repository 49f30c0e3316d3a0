import { createEmbeddedLookup } from '../src/ports/address-lookup/embedded.ts'
import type { AddressLookup } from '../src/ports/address-lookup/port.ts'
import { type Bench, percentile } from './bench.ts'

// biome-ignore format: a list to read
const QUESTIONS = [
  'new', 'newt', 'newtown', 'newtown nsw', 'mou', 'mount', 'mount is', '2042', '200', '12 smith st, new',
  'unit 3/5 high street kew vic', 'st k', 'hill', 'hamilton', 'auck', 'wellington', 'port', 'port mac', 'zzz',
]
let lookup: AddressLookup

/** Type-ahead answers from the embedded index for typical queries. The 95th percentile must be within 5 ms. */
export const benches: Bench[] = [
  {
    name: 'address type-ahead, p95',
    target: { atMost: 5 },
    async setup() {
      lookup = createEmbeddedLookup({ warn: console.warn })
      for (const text of QUESTIONS) await ask(text)
    },
    async run() {
      const times: number[] = []
      for (let round = 0; round < 50; round++)
        for (const text of QUESTIONS) {
          const start = performance.now()
          await ask(text)
          times.push(performance.now() - start)
        }
      return { ours: percentile(times, 0.95), unit: 'ms' }
    },
  },
]

const ask = (text: string) => lookup.suggest({ text, countries: ['AU', 'NZ'], limit: 10, primary: 'AU' })
