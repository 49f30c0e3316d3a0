import type { FastifyBaseLogger } from 'fastify'
import { findCountry } from '../../countries/index.ts'
import { askThread } from '../../kernel/worker-pool.ts'
import { foldText, type Locality, LocalityIndex, type LocalityMatch } from './localities/locality-index.ts'
import type { AddressLookup, AddressQuery, AddressSuggestion } from './port.ts'

/** The text before the locality is the street. Fewer letters would match half the country. */
const SHORTEST_AFTER_STREET = 3

/**
 * Completes suburb, state and postcode from the localities shipped with the service. They are loaded on first
 * use.
 */
export function createEmbeddedLookup(
  log: Pick<FastifyBaseLogger, 'warn'>,
  load: () => Promise<Locality[]> = loadLocalities,
): AddressLookup {
  let index: Promise<LocalityIndex> | undefined
  const open = () => {
    index ??= load().then((localities) => new LocalityIndex(localities))
    return index
  }
  return {
    async suggest(query) {
      try {
        return suggestFrom(await open(), query)
      } catch (error) {
        log.warn({ err: error }, 'the embedded address index cannot be read')
        index = undefined
        return []
      }
    },
  }
}

/** Reads the data packages in a separate thread, so no other request waits for it. */
function loadLocalities(): Promise<Locality[]> {
  return askThread(new URL('./read-localities.ts', import.meta.url))
}

/** The best localities for the typed text. The words before the locality are returned as the street. */
export function suggestFrom(index: LocalityIndex, query: AddressQuery): AddressSuggestion[] {
  const tokens = [...query.text.matchAll(/[^\s,]+/g)].map((match) => ({
    word: foldText(match[0]),
    at: match.index,
  }))
  for (let start = 0; start < tokens.length; start++) {
    const words = tokens.slice(start).flatMap((token) => (token.word === '' ? [] : token.word.split(' ')))
    if (words.length === 0 || (start > 0 && words.join(' ').length < SHORTEST_AFTER_STREET)) break
    const matches = index.find(words).filter(({ locality }) => query.countries.includes(locality[3]))
    if (matches.length === 0) continue
    const street = query.text
      .slice(0, tokens[start]?.at)
      .replace(/[\s,]+$/, '')
      .trim()
    return matches
      .sort((a, b) => compare(a, b, query.primary))
      .slice(0, query.limit)
      .map(({ locality }) => toSuggestion(locality, street))
  }
  return []
}

function compare(a: LocalityMatch, b: LocalityMatch, primary: string): number {
  const [nameA, stateA, postcodeA, countryA] = a.locality
  const [nameB, stateB, postcodeB, countryB] = b.locality
  return (
    Number(countryB === primary) - Number(countryA === primary) ||
    a.tier - b.tier ||
    nameA.length - nameB.length ||
    compareText(nameA, nameB) ||
    compareText(stateA, stateB) ||
    compareText(postcodeA, postcodeB)
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function toSuggestion([city, state, postcode, country]: Locality, street: string): AddressSuggestion {
  const place = [city, state, postcode].filter(Boolean).join(' ')
  return {
    formatted: [street, place, findCountry(country)?.name ?? country].filter(Boolean).join(', '),
    address1: street || null,
    city,
    state: state || null,
    postcode: postcode || null,
    country,
  }
}
