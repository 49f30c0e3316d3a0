/* The version of each record as it was read last: a form that sends it is refused with 412 once somebody else has changed the record. */

const tags = new Map<string, string>()

export function rememberTag(address: string, response: Response): void {
  const tag = response.headers.get('etag')
  if (tag === null) tags.delete(address)
  else tags.set(address, tag.replace(/^W\//, '').replaceAll('"', ''))
}

/** The version of what was read last from an address of the public API, for `If-Match`; undefined: it has none. */
export const tagOf = (path: string): string | undefined => tags.get(`/app${path}`)
