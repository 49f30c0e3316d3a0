import { invalid } from '../../../kernel/problem.ts'
import type { AddressGuard } from '../../../security/public-address.ts'

const URL_MAX = 512
const DESCRIPTION_MAX = 255

/**
 * The URL to store: trimmed, without angle brackets. A URL that is too long or not callable is refused, never
 * truncated.
 */
export function cleanUrl(text: string, guard: AddressGuard): string {
  const url = text.replace(/[<>]/g, '').trim()
  const refuse = (sentence: string) => invalid(['body', 'url'], `url ${sentence}`)
  if (url.length > URL_MAX) throw refuse(`must not have more than ${URL_MAX} characters`)
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:\/\//i.test(url)) throw refuse('must be an absolute http or https URL')
  if (parsed.username !== '' || parsed.password !== '')
    throw refuse('must not contain a user name or password')
  if (parsed.port === '0') throw refuse('must not name port 0')
  if (guard.refusalOf(parsed.hostname)) throw refuse('must name a host that is publicly reachable')
  return url
}

/** The description to store, trimmed. One that is too long is refused, never truncated. */
export function cleanDescription(text: string | null): string | null {
  if (text === null) return null
  const description = text.trim()
  if ([...description].length > DESCRIPTION_MAX)
    throw invalid(
      ['body', 'description'],
      `description must not have more than ${DESCRIPTION_MAX} characters`,
    )
  return description
}
