/** A phone number as dialled within its country, and that country. */
export type NationalPhone = { country: 'NZL' | 'AUS'; number: string }

const PREFIXES: [prefix: string, country: NationalPhone['country']][] = [
  ['64', 'NZL'],
  ['61', 'AUS'],
]
/** The minimum length at which a number without `+` or `00` can include a country prefix. */
const NATIONAL_MAX = 11

/** Reads a phone number, and turns its prefix into the country. Null when there is none, or for another country. */
export function nationalPhone(text: string | null): NationalPhone | null {
  const digits = (text ?? '').replace(/\(0\)/g, '').replace(/\D/g, '')
  if (digits === '') return null
  const isInternational = /^\s*(\+|00)/.test(text ?? '')
  const bare = isInternational ? digits.replace(/^00/, '') : digits
  for (const [prefix, country] of PREFIXES) {
    const isPrefixed = bare.startsWith(prefix) && (isInternational || bare.length >= NATIONAL_MAX)
    if (isPrefixed) return { country, number: `0${bare.slice(prefix.length).replace(/^0+/, '')}` }
  }
  return isInternational ? null : { country: 'NZL', number: bare }
}
