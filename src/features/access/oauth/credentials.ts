import { OAuthFailure } from './oauth-failure.ts'

export type Credentials = { clientId: string; clientSecret: string | undefined }

/**
 * Reads the client's credentials from HTTP Basic (form-encoded, as RFC 6749 requires) or from the body.
 * Refuses a body that names a different client than the header, because the caller would be ambiguous.
 */
export function readCredentials(
  authorization: string | undefined,
  body: Record<string, string>,
): Credentials {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '') ?? []
  if (!encoded) return { clientId: body.client_id ?? '', clientSecret: body.client_secret }
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return { clientId: '', clientSecret: undefined }
  const clientId = decode(text.slice(0, colon))
  const clientSecret = decode(text.slice(colon + 1))
  const isOther =
    (body.client_id ?? clientId) !== clientId || (body.client_secret ?? clientSecret) !== clientSecret
  if (isOther)
    throw new OAuthFailure(
      400,
      'invalid_request',
      'The Authorization header and the body name different credentials: send them in one place',
    )
  return { clientId, clientSecret }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
