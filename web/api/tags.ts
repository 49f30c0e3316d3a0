/*
 * The version of each record when it was last read. A form that sends an old version is refused with 412 when another user has
 * changed the record.
 */

const tags = new Map<string, string>()

export function rememberTag(address: string, response: Response): void {
  const tag = response.headers.get('etag')
  if (tag === null) tags.delete(address)
  else tags.set(address, tag.replace(/^W\//, '').replaceAll('"', ''))
}

/** The version of a public API path when it was last read, for `If-Match`. Undefined when there is none. */
export const tagOf = (path: string): string | undefined => tags.get(`/app${path}`)
