import type { FastifyBaseLogger } from 'fastify'
import { findCountry } from '../../countries/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/is-record.ts'
import { errorMessage } from '../../kernel/read-error.ts'
import type { AddressLookup, AddressQuery, AddressSuggestion } from './port.ts'

const BUDGET_MS = 2_000
const CACHE_ENTRIES = 1_000
const CACHE_MS = 3_600_000
const LINE_MAX = 100

/** An address from the provider. Every part may be missing. */
type ProviderAddress = Partial<
  Record<
    | 'formatted'
    | 'address_line1'
    | 'housenumber'
    | 'street'
    | 'suburb'
    | 'city'
    | 'state_code'
    | 'postcode'
    | 'country_code',
    unknown
  >
>

type Fetch = (url: URL, init: { signal: AbortSignal; redirect: 'error' }) => Promise<Response>

/**
 * Queries a Geoapify-style provider with a timeout of two seconds. Responses are cached for an hour. Returns
 * an empty list when the provider fails.
 */
export function createHttpsLookup(
  options: { url: string; key: string },
  parts: { clock: Clock; log: Pick<FastifyBaseLogger, 'warn'>; fetch?: Fetch },
): AddressLookup {
  const cache = new Map<string, { until: number; suggestions: AddressSuggestion[] }>()
  const ask: Fetch = parts.fetch ?? fetch
  return {
    async suggest(query) {
      const key = JSON.stringify([
        query.text.trim().toLowerCase(),
        query.countries,
        query.limit,
        query.primary,
      ])
      const now = parts.clock.now().getTime()
      const kept = cache.get(key)
      if (kept && kept.until > now) return kept.suggestions
      try {
        const response = await ask(requestFor(options, query), {
          signal: AbortSignal.timeout(BUDGET_MS),
          redirect: 'error',
        })
        if (!response.ok) throw new Error(`the address provider answered ${response.status}`)
        const suggestions = readAnswer(await response.json(), query)
        cache.delete(key)
        cache.set(key, { until: now + CACHE_MS, suggestions })
        // A map keeps insertion order, so the first key is the oldest.
        for (const oldest of cache.keys()) {
          if (cache.size <= CACHE_ENTRIES) break
          cache.delete(oldest)
        }
        return suggestions
      } catch (error) {
        parts.log.warn({ reason: errorMessage(error) }, 'the address provider did not answer')
        return []
      }
    },
  }
}

function requestFor(options: { url: string; key: string }, query: AddressQuery): URL {
  const url = new URL(options.url)
  url.searchParams.set('text', query.text)
  url.searchParams.set('filter', `countrycode:${query.countries.join(',').toLowerCase()}`)
  url.searchParams.set('limit', String(query.limit))
  url.searchParams.set('format', 'json')
  url.searchParams.set('apiKey', options.key)
  return url
}

function readAnswer(answer: unknown, query: AddressQuery): AddressSuggestion[] {
  const results = isRecord(answer) ? answer.results : undefined
  if (!Array.isArray(results)) throw new Error('the address provider sent an unexpected response')
  return results
    .map((result) => toSuggestion(isRecord(result) ? result : {}))
    .filter((suggestion) => query.countries.includes(suggestion.country))
    .sort((a, b) => Number(b.country === query.primary) - Number(a.country === query.primary))
    .slice(0, query.limit)
}

/** In Australia the postal town is the suburb. In New Zealand it is the city. */
function toSuggestion(address: ProviderAddress): AddressSuggestion {
  const country = text(address.country_code).toUpperCase()
  const [suburb, city] = [text(address.suburb), text(address.city)]
  const street = [text(address.housenumber), text(address.street)].filter(Boolean).join(' ')
  return {
    formatted: text(address.formatted),
    address1: (street || text(address.address_line1)).slice(0, LINE_MAX) || null,
    city: findCountry(country)?.isSuburbTheTown ? suburb || city : city || suburb,
    state: text(address.state_code) || null,
    postcode: text(address.postcode) || null,
    country,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
