import { expect, it } from 'vitest'
import { createClock } from '../../kernel/clock.ts'
import { createHttpsLookup } from './https.ts'

const clock = createClock('Australia/Sydney', new Date('2026-11-02T00:00:00Z'))
const query = { text: '3 siffie', countries: ['AU', 'NZ'], limit: 2, primary: 'NZ' }

/** A provider that returns this response and records its requests. */
function providerOf(answer: () => Response | Promise<Response>) {
  const asked: URL[] = []
  const lookup = createHttpsLookup(
    { url: 'https://places.example/v1/autocomplete', key: 'secret-key' },
    {
      clock,
      log: { warn: () => {} },
      fetch: async (url) => {
        asked.push(url)
        return answer()
      },
    },
  )
  return { asked, lookup }
}

const PLACES = [
  {
    formatted: '3 Siffie Crescent, Kew VIC 3101, Australia',
    housenumber: '3',
    street: 'Siffie Crescent',
    suburb: 'Kew',
    city: 'Melbourne',
    state_code: 'VIC',
    postcode: '3101',
    country_code: 'au',
  },
  {
    formatted: 'Siffie Lodge, Petone',
    address_line1: 'Siffie Lodge',
    suburb: 'Petone',
    city: 'Lower Hutt',
    state_code: 'WGN',
    country_code: 'nz',
  },
  { formatted: 'Siffie, Texas', city: 'Siffie', country_code: 'us' },
]

it('asks the provider and turns its answer into form fields, the primary country first', async () => {
  const { asked, lookup } = providerOf(() => Response.json({ results: PLACES }))
  expect(await lookup.suggest(query)).toEqual([
    {
      formatted: 'Siffie Lodge, Petone',
      address1: 'Siffie Lodge',
      city: 'Lower Hutt',
      state: 'WGN',
      postcode: null,
      country: 'NZ',
    },
    {
      formatted: '3 Siffie Crescent, Kew VIC 3101, Australia',
      address1: '3 Siffie Crescent',
      city: 'Kew',
      state: 'VIC',
      postcode: '3101',
      country: 'AU',
    },
  ])
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    text: '3 siffie',
    filter: 'countrycode:au,nz',
    limit: '2',
    format: 'json',
    apiKey: 'secret-key',
  })
})

it('keeps an answer for an hour', async () => {
  const { asked, lookup } = providerOf(() => Response.json({ results: PLACES }))
  await lookup.suggest(query)
  await lookup.suggest({ ...query, text: ' 3 SIFFIE ' })
  expect(asked).toHaveLength(1)
  clock.advance(3_600_001)
  await lookup.suggest(query)
  expect(asked).toHaveLength(2)
})

it.each([
  ['a failing status', () => new Response('no', { status: 502 })],
  ['another shape', () => Response.json({ features: [] })],
  ['no JSON', () => new Response('<html>')],
  ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
])('answers an empty list for %s, and does not keep it', async (_name, answer) => {
  const { asked, lookup } = providerOf(answer)
  expect(await lookup.suggest(query)).toEqual([])
  expect(await lookup.suggest(query)).toEqual([])
  expect(asked).toHaveLength(2)
})

it('gives a silent provider two seconds', async () => {
  const lookup = createHttpsLookup(
    { url: 'https://places.example', key: '' },
    {
      clock,
      log: { warn: () => {} },
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    },
  )
  const start = performance.now()
  expect(await lookup.suggest(query)).toEqual([])
  expect(performance.now() - start).toBeGreaterThan(1_900)
  expect(performance.now() - start).toBeLessThan(4_000)
})
