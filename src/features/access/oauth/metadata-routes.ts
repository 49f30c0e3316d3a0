import { SCOPES } from '../../../http/caller.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { ASSERTION_ALGORITHMS } from './client-assertion.ts'
import { readPublicKeys, SIGNING_ALGORITHM } from './signing-keys.ts'

const KEYS = '/.well-known/jwks.json'
const PUBLIC = { schema: HIDDEN, config: { scope: 'public', limit: 'lookup' } } as const
/**
 * The paths of the document: the one of RFC 8414, and OpenID Connect's, which most client libraries try
 * first.
 */
const PLACES = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']

/** Server metadata for client libraries (RFC 8414 and OpenID Connect Discovery). */
export function metadataRoutes(service: Service) {
  const { publicUrl } = service.settings
  const methods = ['client_secret_post', 'client_secret_basic', 'none']
  const proofs = [...methods, 'private_key_jwt']
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/api/oauth/authorize`,
    token_endpoint: `${publicUrl}/api/oauth/token`,
    revocation_endpoint: `${publicUrl}/api/oauth/revoke`,
    userinfo_endpoint: `${publicUrl}/api/oauth/userinfo`,
    jwks_uri: `${publicUrl}${KEYS}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: proofs,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ['none', 'login', 'consent'],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
    claims_supported: [
      ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash'],
      ...['name', 'email', 'customer_id', 'customer_name'],
    ],
    service_documentation: `${publicUrl}/api/docs`,
  }
  return async (app: App): Promise<void> => {
    for (const place of PLACES) app.get(place, PUBLIC, async () => metadata)
    app.get(KEYS, PUBLIC, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(await readPublicKeys(service)),
    )
  }
}
