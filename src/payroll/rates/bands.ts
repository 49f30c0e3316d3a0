import type { Decimal } from '../../kernel/values/money.ts'
import type { RateMap } from './node.ts'

/** The upper end of a band: `below` excludes the limit itself, `to` includes it. Null when the band is open at the top. */
export type Limit = { below: Decimal | null } | { to: Decimal | null }

/** One band of a withholding table: a × x − b for x below the limit. */
export type Band = { below: Decimal | null; a: Decimal; b: Decimal }

/** A rate up to and including `to`. */
export type RateBand = { to: Decimal | null; rate: Decimal }

/** The band that contains an amount. */
export function bandFor<B extends Limit>(bands: readonly B[], amount: Decimal): B {
  for (const band of bands) {
    const limit = limitOf(band)
    if (limit === null || ('to' in band ? amount.lte(limit) : amount.lt(limit))) return band
  }
  throw new RangeError('a table of bands without an open top')
}

/** Reads a list of withholding bands. */
export function bandsIn(data: RateMap, key: string): Band[] {
  return checked(
    key,
    data.maps(key).map((row) => ({
      below: row.has('below') ? row.figure('below') : null,
      a: row.figure('a'),
      b: row.figure('b'),
    })),
  )
}

/** Reads a list of bands with one rate each. The rates must rise with the limits. */
export function rateBandsIn(data: RateMap, key: string): RateBand[] {
  return risingRates(key, data.maps(key).map(rateBandOf))
}

export function rateBandOf(row: RateMap): RateBand {
  return { to: row.has('to') ? row.figure('to') : null, rate: row.figure('rate') }
}

/** Refuses rate bands whose limits or rates do not rise. */
export function risingRates<B extends RateBand>(key: string, bands: readonly B[]): B[] {
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1]
    if (before && band.rate.lte(before.rate)) {
      throw new RangeError(`${key}: the rate of band ${index + 1} does not rise`)
    }
  }
  return checked(key, bands)
}

/** Refuses bands whose limits do not rise, or that are open anywhere but at the top. */
function checked<B extends Limit>(key: string, bands: readonly B[]): B[] {
  for (const [index, band] of bands.entries()) {
    const [limit, next] = [limitOf(band), bands[index + 1]]
    if ((next === undefined) !== (limit === null)) {
      throw new RangeError(`${key}: only the last band is open at the top`)
    }
    const above = next && limitOf(next)
    if (limit && above && limit.gte(above)) throw new RangeError(`${key}: the limits do not increase`)
  }
  return [...bands]
}

function limitOf(band: Limit): Decimal | null {
  return 'to' in band ? band.to : band.below
}
