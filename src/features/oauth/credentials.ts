export type Credentials = { clientId: string; clientSecret: string | undefined }

/** The client's credentials from HTTP Basic (form-encoded inside it, as RFC 6749 asks) or from the body. */
export function readCredentials(
  authorization: string | undefined,
  body: Record<string, string>,
): Credentials {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '') ?? []
  if (!encoded) return { clientId: body.client_id ?? '', clientSecret: body.client_secret }
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return { clientId: '', clientSecret: undefined }
  return { clientId: decode(text.slice(0, colon)), clientSecret: decode(text.slice(colon + 1)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
